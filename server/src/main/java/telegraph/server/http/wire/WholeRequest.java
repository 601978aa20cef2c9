package telegraph.server.http.wire;

import io.netty.handler.codec.http.HttpHeaders;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A request, whole.
///
/// @param path without the query, percent signs resolved
/// @param query the parameters of the address
/// @param address where it comes from
/// @param local the address it came to
public record WholeRequest(
        String method,
        String path,
        Map<String, List<String>> query,
        HttpHeaders headers,
        byte[] body,
        InetAddress address,
        InetAddress local) {
    /// A header, or "" if it was not sent.
    public String header(CharSequence name) {
        String value = headers.get(name);
        return value == null ? "" : value.strip();
    }

    /// A parameter of the address.
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name)).map(List::getFirst);
    }

    public boolean isHead() {
        return method.equals("HEAD");
    }

    /// The type of the body without its parameters, in lower case; "" if none was sent.
    public String contentType() {
        String type = header("content-type");
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    /// The body as text.
    ///
    /// @throws Problem if it is not UTF-8
    public String text() {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException e) {
            throw new Problem(400, "a body is UTF-8, and this one is not: bytes=" + body.length);
        }
    }
}
