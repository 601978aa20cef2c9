package telegraph.server.admission;

import java.util.function.Consumer;
import telegraph.sql.Event;
import telegraph.sql.Query;

/// How a statement begins once it is its turn; returns at once.
@FunctionalInterface
public interface StatementStart {
    /// @param id what the statement is to be called
    /// @param listener to be told the events
    Query start(String id, Consumer<Event> listener);
}
