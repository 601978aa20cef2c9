package telegraph.sources;

import java.io.IOException;
import telegraph.engine.meter.Meter;

/// Opens files at http and https addresses.
///
/// Threads: any.
public interface RemoteFiles {
    /// Asks for `url`, follows redirects, retries what can be retried, and returns once the
    /// answer's body begins. Interrupting the thread ends the wait.
    ///
    /// A connection that breaks while the body is read is opened again, and the body goes on where
    /// it was if the server still has the same; else reading it fails.
    ///
    /// @param meter counts the requests and says what is waited for; the bytes of the body are
    ///   counted by whoever reads it
    /// @throws telegraph.ground.TelegraphException of kind INPUT naming the address and the cause
    RemoteFile open(String url, Meter meter) throws IOException, InterruptedException;

    /// Refuses every address.
    RemoteFiles NONE =
            (url, meter) -> {
                throw telegraph.ground.TelegraphException.input(
                        "files are opened from http addresses only where a network is set up: url="
                                + url);
            };
}
