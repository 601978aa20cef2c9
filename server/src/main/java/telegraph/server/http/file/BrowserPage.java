package telegraph.server.http.file;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.WholeRequest;

/// The page that browsers get, and the policy that keeps everything else out of it.
///
/// `index.html` may hold one inline script, the import map, which the policy names by its hash; and
/// `__NONCE__`, which becomes a new word each time that the policy lets style elements carry.
///
/// Threads: any.
public final class BrowserPage {
    private static final String FOLDER = "telegraph/server/page";
    private static final String INDEX = "index.html";
    private static final String NONCE = "__NONCE__";
    private static final int NONCE_BYTES = 16;
    private static final Pattern INLINE =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    private final Map<String, Asset> files = new LinkedHashMap<>();
    private final RandomGenerator random;
    private final String index;
    private final String scripts;

    /// @param random where nonces come from; nobody may be able to guess it
    public BrowserPage(ClassLoader loader, Libraries libraries, RandomGenerator random) {
        this.random = random;
        Resources.under(FOLDER, FOLDER + "/" + INDEX, loader)
                .forEach((name, url) ->
                        files.put("/" + name, new Asset(Resources.read(url), type(name))));
        Asset start = files.remove("/" + INDEX);
        this.index = start == null ? "" : libraries.versioned(start.text());
        this.scripts = hashes(index);
    }

    private static String hashes(String html) {
        StringBuilder sources = new StringBuilder("'self'");
        Matcher script = INLINE.matcher(html);
        while (script.find()) {
            byte[] hash = Asset.digest(script.group(1).getBytes(StandardCharsets.UTF_8));
            sources.append(" 'sha256-")
                    .append(Base64.getEncoder().encodeToString(hash))
                    .append('\'');
        }
        return sources.toString();
    }

    /// The paths of its files, but for the page itself.
    public Set<String> paths() {
        return files.keySet();
    }

    /// Answers a request for the page.
    public HttpReply index(WholeRequest request) {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        byte[] html = index.replace(NONCE, nonce).getBytes(StandardCharsets.UTF_8);
        HttpReply reply = new Asset(html, type(INDEX)).reply(request, "no-store");
        return reply.with("content-security-policy", policy(nonce))
                .with("cross-origin-opener-policy", "same-origin");
    }

    private String policy(String nonce) {
        return "default-src 'none'; script-src "
                + scripts
                + "; style-src 'self' 'nonce-"
                + nonce
                + "'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src"
                + " 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    /// Answers a request for one of its files.
    public HttpReply file(WholeRequest request) {
        return files.get(request.path()).reply(request, "no-cache");
    }

    /// The media type of a file.
    public static String type(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (ending) {
            case "html" -> "text/html; charset=utf-8";
            case "js", "mjs" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "json", "map" -> "application/json";
            case "svg" -> "image/svg+xml";
            case "png" -> "image/png";
            case "ico" -> "image/x-icon";
            case "woff2" -> "font/woff2";
            case "webmanifest" -> "application/manifest+json";
            case "txt" -> "text/plain; charset=utf-8";
            default -> "application/octet-stream";
        };
    }
}
