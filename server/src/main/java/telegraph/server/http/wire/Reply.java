package telegraph.server.http.wire;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/// A response, whole; or the head of one whose body is still to come.
///
/// @param headers more of them than type and length, and instead of those all have
public record Reply(int status, String type, byte[] body, Map<String, String> headers) {
    private static final byte[] NOTHING = {};

    public static Reply of(int status, String type, byte[] body) {
        return new Reply(status, type, body, Map.of());
    }

    public static Reply json(byte[] body) {
        return of(200, "application/json", body);
    }

    /// A response without a body.
    public static Reply empty(int status) {
        return of(status, "", NOTHING);
    }

    /// The head of a body that comes piece by piece.
    public static Reply head(String type) {
        return of(200, type, NOTHING);
    }

    public Reply with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, type, body, more);
    }

    /// What a status is called.
    public static String phrase(int status) {
        return HttpResponseStatus.valueOf(status).reasonPhrase();
    }
}
