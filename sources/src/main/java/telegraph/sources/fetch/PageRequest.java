package telegraph.sources.fetch;

import java.net.URI;
import java.util.Map;

/// One request, ready to be sent.
///
/// @param shown method and address as messages show them, without secrets
/// @param body the bytes to send; empty for none
/// @param idempotent whether sending it twice does no harm
public record PageRequest(
        String method,
        URI uri,
        String shown,
        Map<String, String> headers,
        byte[] body,
        boolean idempotent) {
    String host() {
        int port = uri.getPort();
        return port < 0 ? String.valueOf(uri.getHost()) : uri.getHost() + ":" + port;
    }
}
