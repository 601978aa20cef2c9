package telegraph.cli;

import java.util.List;
import java.util.function.Consumer;
import telegraph.sql.Event;
import telegraph.sql.Query;

/// What the command and the shell ask of a session; tests put their own in its place.
///
/// Threads: one at a time; events come from another.
interface Database {
    /// Starts a statement; `listener` gets its events in order, the last an `End` or `Failed`.
    Query start(String statement, Consumer<Event> listener);

    /// The statements of a script, without the semicolons between them.
    List<String> split(String script);

    /// Whether the text, as far as typed, ends with a whole statement.
    boolean isComplete(String text);

    List<String> tables();

    List<String> columns(String table);

    List<String> keywords();

    List<String> functions();
}
