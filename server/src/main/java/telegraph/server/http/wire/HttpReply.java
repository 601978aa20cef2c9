package telegraph.server.http.wire;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/// A response, whole; or the head of one whose body is still to come.
///
/// @param headers more of them than type and length, and instead of those all have
public record HttpReply(int status, String type, byte[] body, Map<String, String> headers) {
    private static final byte[] NOTHING = {};

    public static HttpReply of(int status, String type, byte[] body) {
        return new HttpReply(status, type, body, Map.of());
    }

    public static HttpReply json(byte[] body) {
        return of(200, "application/json", body);
    }

    /// A response without a body.
    public static HttpReply empty(int status) {
        return of(status, "", NOTHING);
    }

    /// The head of a body that comes piece by piece.
    public static HttpReply head(String type) {
        return of(200, type, NOTHING);
    }

    public HttpReply with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new HttpReply(status, type, body, more);
    }

    /// What a status is called.
    public static String phrase(int status) {
        return HttpResponseStatus.valueOf(status).reasonPhrase();
    }
}
