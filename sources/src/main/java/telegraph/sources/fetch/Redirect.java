package telegraph.sources.fetch;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import telegraph.ground.TelegraphException;

/// Where a redirect leads.
public final class Redirect {
    static final int HOPS_MAX = 5;
    private static final Set<String> PRIVATE =
            Set.of("authorization", "cookie", "proxy-authorization");

    private Redirect() {}

    static boolean is(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    /// The address that a reference on a page leads to (RFC 3986; `java.net.URI` follows an older
    /// rule for references that are only a query).
    ///
    /// @throws IllegalArgumentException if it is no address
    public static URI resolve(URI base, String reference) {
        String clean = Template.repairUrl(reference.strip());
        if (clean.startsWith("?")) {
            String path = base.getRawPath() == null ? "" : base.getRawPath();
            return URI.create(base.getScheme() + "://" + base.getRawAuthority() + path + clean);
        }
        return base.resolve(clean);
    }

    /// The request to send next. Secrets do not follow to another host.
    ///
    /// @param hops the addresses asked so far, in order, as messages show them
    static PageRequest follow(
            PageRequest request, int status, String location, List<String> hops, Secrets secrets) {
        URI target;
        try {
            target = resolve(request.uri(), location);
        } catch (IllegalArgumentException e) {
            throw TelegraphException.input(
                    "a redirect must lead to an address: "
                            + request.shown()
                            + " location="
                            + secrets.mask(location),
                    e);
        }
        String scheme = String.valueOf(target.getScheme()).toLowerCase(Locale.ROOT);
        boolean web = (scheme.equals("http") || scheme.equals("https")) && target.getHost() != null;
        if (location.isBlank() || !web) {
            throw TelegraphException.input(
                    "a redirect must lead to an http or https address: "
                            + request.shown()
                            + " location="
                            + secrets.mask(location));
        }
        boolean toGet =
                status == 303
                        || (request.method().equals("POST") && (status == 301 || status == 302));
        String method = toGet ? "GET" : request.method();
        String shown = method + " " + secrets.mask(target.toString());
        if (hops.contains(shown) || hops.size() > HOPS_MAX) {
            throw TelegraphException.input(
                    (hops.contains(shown) ? "redirects go in a loop: " : "too many redirects: ")
                            + String.join(" -> ", hops)
                            + " -> "
                            + shown
                            + ". Check the option url; the site may need a cookie or a token.");
        }
        Map<String, String> headers = new HashMap<>(request.headers());
        boolean sameOrigin =
                request.host().equalsIgnoreCase(hostOf(target))
                        && scheme.equalsIgnoreCase(request.uri().getScheme());
        if (!sameOrigin) {
            headers.keySet().removeIf(h -> PRIVATE.contains(h.toLowerCase(Locale.ROOT)));
            headers.values().removeIf(v -> !secrets.mask(v).equals(v));
        }
        if (toGet) {
            headers.keySet().removeIf(h -> h.equalsIgnoreCase("Content-Type"));
        }
        return new PageRequest(
                method,
                target,
                shown,
                headers,
                toGet ? new byte[0] : request.body(),
                request.idempotent());
    }

    private static String hostOf(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }
}
