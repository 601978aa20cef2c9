package telegraph.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.TransactionState;

/// What the command and the shell ask of a session; tests put their own in its place.
///
/// Threads: one at a time; events come from another.
interface Database extends AutoCloseable {
    /// Opens the sandbox in a directory.
    @FunctionalInterface
    interface Opening {
        Database open(Path directory, Map<String, String> settings);
    }

    /// From now on `lines` hears of a recovery that takes long.
    void tellRecovery(Consumer<String> lines);

    /// Starts a statement; `listener` gets its events in order, the last an `End` or `Failed`, and
    /// snapshots among them if `live`.
    Query start(String statement, Consumer<Event> listener, boolean live);

    /// Whether a transaction is open.
    TransactionState transaction();

    /// The statements of a script, without the semicolons between them.
    List<String> split(String script);

    /// Whether the text, as far as typed, ends with a whole statement.
    boolean isComplete(String text);

    List<String> tables();

    List<String> columns(String table);

    List<String> keywords();

    List<String> functions();

    /// The names of the settings.
    List<String> settings();

    /// The value of a setting in this session.
    String setting(String name);

    @Override
    void close();
}
