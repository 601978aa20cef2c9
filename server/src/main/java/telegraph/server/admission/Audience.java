package telegraph.server.admission;

import java.util.function.Consumer;
import telegraph.sql.Event;

/// Whoever asked for a statement: hears first how it waits for its turn, then its events, one at a
/// time; the last is one `End` or `Failed`. May wait, which holds the statement back.
@FunctionalInterface
public interface Audience extends Consumer<Event> {
    /// The statement waits for its turn; told once, before all else.
    ///
    /// @param place how many begin before it, and itself
    default void queued(int place) {}

    /// The statement begins.
    default void started() {}
}
