package telegraph.sources;

import java.io.InputStream;
import java.util.OptionalLong;

/// The answer to a request for a file: a body that is still arriving.
///
/// Threads: one reads; any may close, which ends a read that is under way with an exception.
public interface RemoteFile extends AutoCloseable {
    /// The bytes of the file, as they come, without the encoding of the transfer.
    InputStream body();

    /// How many bytes [#body] has, if the server said.
    OptionalLong size();

    /// The media type without parameters, in lower case, or "" if the server said none.
    String mediaType();

    /// Ends the transfer.
    @Override
    void close();
}
