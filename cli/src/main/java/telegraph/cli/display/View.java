package telegraph.cli.display;

import java.util.function.Consumer;
import telegraph.sql.Event;

/// Somebody who shows the events of one statement.
///
/// Throws `UncheckedIOException` where it cannot be written to.
public interface View extends Consumer<Event>, AutoCloseable {
    /// Whether it shows snapshots, the answer as it stands.
    boolean isLive();

    /// Takes away what is not the result; to be called when no more events come.
    @Override
    void close();
}
