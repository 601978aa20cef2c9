package telegraph.sql.live;

import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;
import telegraph.sql.Event;

/// The way between a statement and whoever started it: events go out, and what COPY FROM STDIN
/// reads comes in.
///
/// @param live whether snapshots of the answer are wanted while it is not complete
/// @param input empty for a door that does not copy; read on the statement's own thread
public record StatementChannel(
        Consumer<Event> listener, boolean live, Optional<InputStream> input) {
    /// One that takes events, and the answer when it is there.
    public static StatementChannel to(Consumer<Event> listener) {
        return new StatementChannel(listener, false, Optional.empty());
    }
}
