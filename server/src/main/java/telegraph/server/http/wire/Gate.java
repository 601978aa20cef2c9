package telegraph.server.http.wire;

import io.netty.util.NetUtil;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import telegraph.ground.Ticker;
import telegraph.server.access.Accounts;

/// Decides whose requests are answered: not those that another web site has a browser send, and
/// where there are users, only theirs.
///
/// A server that lets everybody in listens on this machine only, but every page its user visits
/// runs on this machine, too. So
///
/// 1. a request that says it comes from another site (`Origin`, `Sec-Fetch-Site`) is refused,
///    unless the setting http_cors_origins names that site;
/// 2. a server without users answers only to `localhost`, to addresses made of numbers and to the
///    name it listens on: a site that has its own name lead here (DNS rebinding) is another name.
///
/// Threads: any.
public final class Gate {
    /// Who everybody is where there are no users and a request names none.
    static final String ANONYMOUS = "anonymous";

    private static final int USER_CHARS_MAX = 63;

    private final Accounts accounts;
    private final Ticker ticker;
    private final Set<String> origins;

    /// @param origins other sites that may come in, such as `https://example.org`
    public Gate(Accounts accounts, Ticker ticker, Set<String> origins) {
        this.accounts = accounts;
        this.ticker = ticker;
        this.origins = origins;
    }

    /// What a connection has proven before, so that it need not be checked each time.
    static final class Proven {
        private String authorization = "";
        private String user = "";
    }

    /// Lets a request of this site pass, or one that no browser sent.
    ///
    /// @throws Problem if it comes from elsewhere
    void admit(WholeRequest request) {
        String host = request.header("host");
        if (accounts.isOpen() && !isOurs(name(host), request.local().getHostAddress())) {
            throw new Problem(
                    421,
                    "without users this server answers to localhost and addresses made of numbers"
                            + " only, so that no web site can have its own name lead here: host="
                            + host);
        }
        String origin = request.header("origin");
        if (!origin.isEmpty()) {
            if (!isSame(origin, host) && !origins.contains(origin)) {
                throw foreign("origin=" + origin);
            }
            return;
        }
        String site = request.header("sec-fetch-site");
        boolean elsewhere = site.equals("cross-site") || site.equals("same-site");
        boolean reads = request.method().equals("GET") || request.isHead();
        if (elsewhere && !(reads && request.header("sec-fetch-mode").equals("navigate"))) {
            throw foreign("sec-fetch-site=" + site);
        }
    }

    private static Problem foreign(String fact) {
        return new Problem(
                403,
                "requests of other web sites are refused: "
                        + fact
                        + ". If that site is to come in, name it in the setting http_cors_origins");
    }

    /// The name in a Host header, without the port.
    private static String name(String host) {
        if (host.startsWith("[")) {
            int end = host.indexOf(']');
            return end < 0 ? host : host.substring(1, end);
        }
        int colon = host.lastIndexOf(':');
        return (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
    }

    private static boolean isOurs(String name, String listening) {
        return name.isEmpty()
                || name.equals("localhost")
                || name.endsWith(".localhost")
                || name.equalsIgnoreCase(listening)
                || NetUtil.isValidIpV4Address(name)
                || NetUtil.isValidIpV6Address(name);
    }

    private static boolean isSame(String origin, String host) {
        int scheme = origin.indexOf("://");
        return scheme > 0 && origin.substring(scheme + 3).equalsIgnoreCase(host);
    }

    /// Whether another site's page may read the response.
    boolean isFriend(String origin) {
        return origins.contains(origin);
    }

    /// Who a request is from, if that is known without waiting; "" if not.
    String known(String authorization, Proven proven) {
        if (accounts.isOpen()) {
            return named(authorization);
        }
        synchronized (proven) {
            return authorization.equals(proven.authorization) ? proven.user : "";
        }
    }

    /// Who asks, where everybody may.
    private static String named(String authorization) {
        String[] pair = pair(authorization);
        String user = pair[0].strip();
        boolean plain = !user.isEmpty() && user.length() <= USER_CHARS_MAX;
        return plain ? user : ANONYMOUS;
    }

    /// Name and password of a header; two times "" if it has none.
    private static String[] pair(String authorization) {
        String[] none = {"", ""};
        if (!authorization.regionMatches(true, 0, "basic ", 0, 6)) {
            return none;
        }
        String text;
        try {
            byte[] bytes = Base64.getDecoder().decode(authorization.substring(6).strip());
            text = new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return none; // not base 64, so nobody's password
        }
        int colon = text.indexOf(':');
        return colon < 0
                ? none
                : new String[] {text.substring(0, colon), text.substring(colon + 1)};
    }

    /// Who a request is from. Checking a password may wait.
    ///
    /// @throws Problem if it proves nobody
    String user(WholeRequest request, Proven proven) throws InterruptedException {
        String authorization = request.header("authorization");
        String known = known(authorization, proven);
        if (!known.isEmpty()) {
            return known;
        }
        if (authorization.isEmpty()) {
            throw unproven(request);
        }
        String user = checked(authorization);
        if (user.isEmpty()) {
            ticker.sleep(accounts.wrong(request.address()));
            throw unproven(request);
        }
        accounts.right(request.address());
        synchronized (proven) {
            proven.authorization = authorization;
            proven.user = user;
        }
        return user;
    }

    /// Whose proof a header holds, or "".
    private String checked(String authorization) throws InterruptedException {
        if (authorization.regionMatches(true, 0, "bearer ", 0, 7)) {
            return accounts.bearer(authorization.substring(7).strip()).orElse("");
        }
        String[] pair = pair(authorization);
        return !pair[0].isEmpty() && accounts.check(pair[0], pair[1]) ? pair[0] : "";
    }

    private static Problem unproven(WholeRequest request) {
        boolean scripted =
                !request.header("x-requested-with").isEmpty()
                        || request.header("sec-fetch-dest").equals("empty");
        // A browser asks for a password itself where Basic is offered, and a page that has a form
        // of
        // its own does not want that.
        return new Problem(
                        401,
                        "this server lets in those who prove who they are. Send Authorization:"
                                + " Bearer TOKEN, or user and password as Basic")
                .header(
                        "www-authenticate",
                        scripted
                                ? "Bearer realm=\"telegraph\""
                                : "Basic realm=\"telegraph\", charset=\"UTF-8\"");
    }
}
