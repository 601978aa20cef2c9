package telegraph.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// How a [Client] asks.
///
/// ```java
/// ClientOptions.of("telegraph/1 (+https://example.org/bot)").withProxy(Proxy.parse("http://proxy:3128"))
/// ```
///
/// @param userAgent sent with each request
/// @param tls what to speak TLS with
/// @param proxy who is asked instead of the sites, or empty
/// @param logins sent to the hosts they name, and to no other
/// @param headers sent to every host
/// @param cookies whether what a site sets is sent back to it
/// @param keepRaw whether [FetchSlot#rawBody] has what came before it was unpacked
/// @param clock says when a cookie is too old
public record ClientOptions(
        String userAgent,
        FetchLimits limits,
        Tls tls,
        Optional<Proxy> proxy,
        List<Login> logins,
        List<Header> headers,
        boolean cookies,
        boolean keepRaw,
        InstantSource clock) {
    private static final int PORT_MAX = 65_535;
    private static final int PROXY_PORT = 8080;

    /// What to speak TLS with.
    ///
    /// @param context whose certificates are trusted; empty for those that the platform trusts
    /// @param verify whether a certificate must be trusted and be the host's own
    public record Tls(Optional<SSLContext> context, boolean verify) {
        public static final Tls DEFAULT = new Tls(Optional.empty(), true);
    }

    /// A header that is sent.
    public record Header(String name, String value) {
        public Header {
            boolean isName =
                    !name.isEmpty()
                            && name.chars()
                                    .allMatch(c -> c > ' ' && c < 127 && "():;,\"/".indexOf(c) < 0);
            if (!isName || !isPlain(value)) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "a header is a name and a line of text: header="
                                + shown(name)
                                + ". Write it as 'Name: value'.");
            }
        }

        /// Reads `Name: value`.
        public static Header parse(String line) {
            int colon = line.indexOf(':');
            return colon < 0
                    ? new Header("", line)
                    : new Header(
                            line.substring(0, colon).strip(), line.substring(colon + 1).strip());
        }
    }

    /// Who we are to one host.
    ///
    /// @param host in small letters
    public record Login(String host, String user, String password) {
        public Login {
            if (user.indexOf(':') >= 0 || !isPlain(user) || !isPlain(password)) {
                throw TelegraphException.of(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "a user's name has no colon, and it and the password are plain text: host="
                                + shown(host)
                                + " user="
                                + shown(user));
            }
            host = host.toLowerCase(Locale.ROOT);
        }

        public String basic() {
            return ClientOptions.basic(user + ":" + password);
        }

        @Override
        public String toString() {
            return user + "@" + host;
        }
    }

    /// A proxy that speaks HTTP.
    ///
    /// @param credentials `user:password`, or empty
    public record Proxy(String host, int port, String credentials) {
        /// Reads `http://user:password@host:port`, of which the host is all that must be there.
        public static Proxy parse(String text) {
            try {
                URI uri = new URI(text.contains("://") ? text : "http://" + text);
                boolean right =
                        "http".equalsIgnoreCase(uri.getScheme())
                                && uri.getHost() != null
                                && uri.getPort() <= PORT_MAX;
                if (right) {
                    String user = uri.getUserInfo() == null ? "" : uri.getUserInfo();
                    int port = uri.getPort() < 0 ? PROXY_PORT : uri.getPort();
                    return new Proxy(bare(uri.getHost()), port, user);
                }
            } catch (URISyntaxException e) {
                throw wrong(e);
            }
            throw wrong(null);
        }

        private static TelegraphException wrong(URISyntaxException cause) {
            return TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a proxy is written http://host:port, with user:password@ before the host if"
                            + " it wants to know",
                    cause);
        }

        public Optional<String> basic() {
            return credentials.isEmpty()
                    ? Optional.empty()
                    : Optional.of(ClientOptions.basic(credentials));
        }

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    public ClientOptions {
        if (!isPlain(userAgent)) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a User-Agent is a line of text: user-agent=" + shown(userAgent));
        }
        logins = List.copyOf(logins);
        headers = List.copyOf(headers);
    }

    /// All as usual: certificates are verified, cookies are kept, there is no proxy.
    public static ClientOptions of(String userAgent) {
        return new ClientOptions(
                userAgent,
                FetchLimits.DEFAULT,
                Tls.DEFAULT,
                Optional.empty(),
                List.of(),
                List.of(),
                true,
                false,
                InstantSource.system());
    }

    public ClientOptions withLimits(FetchLimits other) {
        return new ClientOptions(
                userAgent, other, tls, proxy, logins, headers, cookies, keepRaw, clock);
    }

    public ClientOptions withTls(Tls other) {
        return new ClientOptions(
                userAgent, limits, other, proxy, logins, headers, cookies, keepRaw, clock);
    }

    public ClientOptions withProxy(Proxy other) {
        return new ClientOptions(
                userAgent,
                limits,
                tls,
                Optional.of(other),
                logins,
                headers,
                cookies,
                keepRaw,
                clock);
    }

    public ClientOptions withLogins(List<Login> other) {
        return new ClientOptions(
                userAgent, limits, tls, proxy, other, headers, cookies, keepRaw, clock);
    }

    public ClientOptions withHeaders(List<Header> other) {
        return new ClientOptions(
                userAgent, limits, tls, proxy, logins, other, cookies, keepRaw, clock);
    }

    public ClientOptions withCookies(boolean other) {
        return new ClientOptions(
                userAgent, limits, tls, proxy, logins, headers, other, keepRaw, clock);
    }

    public ClientOptions withKeepRaw(boolean other) {
        return new ClientOptions(
                userAgent, limits, tls, proxy, logins, headers, cookies, other, clock);
    }

    public ClientOptions withClock(InstantSource other) {
        return new ClientOptions(
                userAgent, limits, tls, proxy, logins, headers, cookies, keepRaw, other);
    }

    /// A host without the brackets that an address of IPv6 has in a URL.
    public static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }

    private static String basic(String credentials) {
        byte[] octets = credentials.getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(octets);
    }

    private static boolean isPlain(String text) {
        return text.chars().noneMatch(c -> c < ' ' && c != '\t' || c == 127);
    }

    private static String shown(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
