package telegraph.server.http.file;

import java.net.URL;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.Problem;
import telegraph.server.http.wire.WholeRequest;

/// The JavaScript libraries of the page, served as they lie in the WebJars of the class path.
///
/// A file of a library has two addresses. The one with the version in it never changes its meaning,
/// so a browser may keep it for ever; the page is given these.
///
/// ```
/// /lib/d3/7.9.0/dist/d3.min.js     kept
/// /lib/d3/dist/d3.min.js           asked for again each time
/// ```
///
/// Threads: any. A file is read when it is first asked for.
public final class Libraries {
    public static final String PREFIX = "/lib/";

    private static final String WEBJARS = "META-INF/resources/webjars";
    private static final String STATIC = "META-INF/resources/_static";

    /// What is in jars that hold files in [#STATIC].
    private static final String STATIC_MARK = "META-INF/importmap.json";

    private static final Pattern FILE = Pattern.compile("([^/]+)/([0-9][^/]*)/(.+)");
    private static final Pattern SERVED = Pattern.compile(".*\\.(js|mjs|css|json|map|svg)");
    private static final Pattern UNVERSIONED = Pattern.compile("/lib/([^/\"?]+)/");

    private record Found(URL url, String name) {}

    private final Map<String, Found> files = new TreeMap<>();
    private final Map<String, String> versions = new TreeMap<>();
    private final Map<String, Asset> assets = new ConcurrentHashMap<>();

    public Libraries(ClassLoader loader) {
        Resources.under(WEBJARS, WEBJARS, loader).forEach(this::add);
        Resources.under(STATIC, STATIC_MARK, loader).forEach(this::add);
    }

    private void add(String path, URL url) {
        Matcher file = FILE.matcher(path);
        if (file.matches() && SERVED.matcher(path).matches()) {
            files.putIfAbsent(path, new Found(url, path));
            versions.putIfAbsent(file.group(1), file.group(2));
        }
    }

    /// A text in which addresses of libraries have their versions.
    public String versioned(String text) {
        return UNVERSIONED
                .matcher(text)
                .replaceAll(found -> {
                    String version = versions.get(found.group(1));
                    return Matcher.quoteReplacement(
                            version == null ? found.group() : found.group() + version + "/");
                });
    }

    /// Answers a request for a file.
    ///
    /// @throws Problem if there is none
    public HttpReply reply(WholeRequest request) {
        String path = request.path().substring(PREFIX.length());
        boolean kept = files.containsKey(path);
        Found found = kept ? files.get(path) : unversioned(path).orElseThrow(() -> unknown(path));
        Asset asset =
                assets.computeIfAbsent(
                        found.name(),
                        name -> new Asset(Resources.read(found.url()), BrowserPage.type(name)));
        return asset.reply(
                request, kept ? "public, max-age=31536000, immutable" : "public, no-cache");
    }

    private Optional<Found> unversioned(String path) {
        int slash = path.indexOf('/');
        String version = slash < 0 ? null : versions.get(path.substring(0, slash));
        return Optional.ofNullable(version)
                .map(known ->
                        files.get(path.substring(0, slash) + "/" + known + path.substring(slash)));
    }

    private Problem unknown(String path) {
        return new Problem(
                404,
                "no library has this file: path="
                        + PREFIX
                        + path
                        + ". There are "
                        + String.join(", ", versions.keySet()));
    }
}
