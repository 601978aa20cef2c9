package telegraph.engine.source;

import java.io.IOException;

/// Fetches rows, once, in plain blocking code on a virtual thread of its own.
///
/// Cancelling interrupts the thread and closes what was registered with [Sink#closeOnCancel]; the
/// reader then returns or throws, within a second.
@FunctionalInterface
public interface Reader {
    /// Fetches all rows and hands them to the sink; returning means that there are no more.
    ///
    /// @throws telegraph.ground.TelegraphException to fail the query with its message
    /// @throws IOException to fail the query with a message that names the source
    void read(Sink sink) throws IOException, InterruptedException;
}
