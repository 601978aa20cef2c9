package telegraph.http.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.ClientOptions;
import telegraph.http.Octets;
import telegraph.http.url.Url;

/// Writes request heads; what is the same for all is put together once.
///
/// Threads: any.
final class RequestHead {
    private static final byte[] GET = ascii("GET ");
    private static final byte[] HTTP_11_HOST = ascii(" HTTP/1.1\r\nHost: ");
    private static final byte[] LINE_END = ascii("\r\n");
    private static final byte[] AUTHORIZATION = ascii("Authorization: ");
    private static final String ACCEPT =
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    /// Headers that say how a message is framed.
    static final Set<String> FRAMING =
            Set.of(
                    "host",
                    "connection",
                    "content-length",
                    "transfer-encoding",
                    "te",
                    "upgrade",
                    "expect",
                    "trailer");

    private final byte[] common;
    private final Map<String, byte[]> logins = new HashMap<>();
    private final Optional<String> proxyBasic;

    RequestHead(ClientOptions options) {
        Octets lines = new Octets(256);
        if (!has(options.headers(), "user-agent") && !options.userAgent().isEmpty()) {
            line(lines, "User-Agent", options.userAgent());
        }
        if (!has(options.headers(), "accept")) {
            line(lines, "Accept", ACCEPT);
        }
        line(lines, "Accept-Encoding", "gzip, deflate");
        for (ClientOptions.Header header : options.headers()) {
            if (PlainConnection.isFraming(header.name()) || isAsked(header)) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "this header is written by the client itself: header="
                                + header.name()
                                + ". Leave it out.");
            }
            line(lines, header.name(), header.value());
        }
        common = Arrays.copyOf(lines.array(), lines.length());
        for (ClientOptions.Login login : options.logins()) {
            logins.put(login.host(), ascii(login.basic()));
        }
        proxyBasic = options.proxy().flatMap(ClientOptions.Proxy::basic);
    }

    /// The head of a GET, but for what the caller adds, and for the blank line.
    ///
    /// @param whole whether the URL is written with scheme and host, as a proxy wants it
    void get(Octets to, Url url, boolean whole) {
        to.clear();
        append(to, GET);
        to.append(url.array(), whole ? 0 : url.pathStart(), url.length());
        append(to, HTTP_11_HOST);
        to.append(url.array(), url.hostStart(), url.pathStart());
        append(to, LINE_END);
        append(to, common);
        if (!logins.isEmpty()) {
            byte[] login = logins.get(url.host());
            if (login != null) {
                append(to, AUTHORIZATION);
                append(to, login);
                append(to, LINE_END);
            }
        }
        if (whole) {
            proxyLogin(to);
        }
    }

    /// The whole head of a CONNECT.
    ///
    /// @param target a host and a port
    void connect(Octets to, String target) {
        to.clear();
        to.append("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n");
        proxyLogin(to);
        end(to);
    }

    private void proxyLogin(Octets to) {
        proxyBasic.ifPresent(basic -> line(to, "Proxy-Authorization", basic));
    }

    static void end(Octets to) {
        append(to, LINE_END);
    }

    private static void line(Octets to, String name, String value) {
        to.append(name).append(": ").append(value);
        append(to, LINE_END);
    }

    private static void append(Octets to, byte[] octets) {
        to.append(octets, 0, octets.length);
    }

    /// Whether it says what bodies may be packed in, of which not all can be unpacked.
    private static boolean isAsked(ClientOptions.Header header) {
        return header.name().equalsIgnoreCase("accept-encoding");
    }

    private static boolean has(List<ClientOptions.Header> headers, String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
