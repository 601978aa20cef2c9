package telegraph.crawler.warc;

import java.net.InetAddress;
import java.time.Instant;
import java.util.Optional;
import telegraph.http.Octets;

/// One request and its response, as they went over the network.
///
/// @param url what was asked for
/// @param address who was asked; empty through a proxy
/// @param at when the request began
/// @param request its head
/// @param head the response's, from the status line to the blank line
/// @param body what came behind it, packed and in chunks if it came so
/// @param chunked whether it came in chunks
/// @param ending why it ended
public record Capture(
        String url,
        Optional<InetAddress> address,
        Instant at,
        Octets request,
        Octets head,
        Octets body,
        boolean chunked,
        Ending ending) {
    /// Why a response ended.
    public enum Ending {
        /// There was no more.
        WHOLE,
        /// It was longer than what is taken.
        LENGTH,
        /// It took too long.
        TIME,
        /// The connection broke.
        DISCONNECT,
        /// What came was not as it should be.
        UNSPECIFIED
    }
}
