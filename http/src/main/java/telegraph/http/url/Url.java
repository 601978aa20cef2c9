package telegraph.http.url;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A normal absolute http or https URL in octets of its own, to be filled again and again.
///
/// ```
/// https://example.org:8443/a/b?q=1
/// 0       hostStart   |   pathStart  length
///               hostEnd        queryStart
/// ```
///
/// Normal means: as the URL standard writes it (WHATWG, *URL*), with the fragment, the user and the
/// password dropped. So the scheme and host are in small letters, a default port is not written,
/// dot segments are gone, there is at least the path `/`, and all octets are printable ASCII.
///
/// Invariants, unless the last verdict was another than OK, when the URL is empty:
///
/// 1. `7 <= hostStart < hostEnd <= pathStart < queryStart <= length <= LENGTH_MAX`.
/// 2. Parsing the octets gives the same octets.
///
/// Threads: one.
public final class Url {
    /// The longest URL that is one, in octets.
    public static final int LENGTH_MAX = 2048;

    private static final int SMALLEST = 128;
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /// Fields are for [UrlParser], who fills them.
    byte[] array = new byte[SMALLEST];

    int length;
    int hostStart;
    int hostEnd;
    int port;
    int pathStart;
    int queryStart;

    /// Null until this URL parses.
    private UrlParser parser;

    /// What was found instead of a URL, if not OK.
    public enum Verdict {
        OK,
        /// Another scheme.
        NOT_HTTP,
        /// No URL, or a relative one without a base.
        MALFORMED,
        /// Longer than [#LENGTH_MAX], if only before dot segments were taken out.
        TOO_LONG
    }

    /// Becomes the absolute URL in `from[start, end)`, which is not this URL's own array.
    public Verdict parse(byte[] from, int start, int end) {
        return parser().parse(null, from, start, end);
    }

    /// Becomes the URL in `from[start, end)`, which may be relative to `base`, another [Url].
    ///
    /// Octets that are not ASCII are written as they are in `%XX`; so UTF-8 in, UTF-8 out.
    public Verdict resolve(Url base, byte[] from, int start, int end) {
        if (base == this || base.length == 0) {
            throw new IllegalArgumentException("a base is another URL and not empty: base=" + base);
        }
        return parser().parse(base, from, start, end);
    }

    private UrlParser parser() {
        if (parser == null) {
            parser = new UrlParser(this);
        }
        return parser;
    }

    /// Becomes a copy of another.
    public Url set(Url other) {
        room(other.length);
        System.arraycopy(other.array, 0, array, 0, other.length);
        length = other.length;
        hostStart = other.hostStart;
        hostEnd = other.hostEnd;
        port = other.port;
        pathStart = other.pathStart;
        queryStart = other.queryStart;
        return this;
    }

    /// The array as it is now; the next change may replace it.
    public byte[] array() {
        return array;
    }

    public int length() {
        return length;
    }

    public int hostStart() {
        return hostStart;
    }

    public int hostEnd() {
        return hostEnd;
    }

    /// The port to connect to, written or not.
    public int port() {
        return port;
    }

    /// Where the path begins, with its first `/`.
    public int pathStart() {
        return pathStart;
    }

    /// Where the query's `?` is, or the length if there is none.
    public int queryStart() {
        return queryStart;
    }

    public boolean isHttps() {
        return hostStart == UrlParser.HTTPS.length;
    }

    /// 64 bits for the whole.
    public long hash() {
        return Hashes.of(array, 0, length);
    }

    /// 64 bits for scheme, host and port.
    public long siteHash() {
        return Hashes.of(array, 0, pathStart);
    }

    /// The host in ASCII: a name, an address of IPv4, or one of IPv6 in brackets.
    public String host() {
        return new String(array, hostStart, hostEnd - hostStart, StandardCharsets.US_ASCII);
    }

    public boolean isSame(Url other) {
        return Arrays.equals(array, 0, length, other.array, 0, other.length);
    }

    public boolean isSameSite(Url other) {
        return Arrays.equals(array, 0, pathStart, other.array, 0, other.pathStart);
    }

    @Override
    public String toString() {
        return new String(array, 0, length, StandardCharsets.US_ASCII);
    }

    Verdict refuse(Verdict verdict) {
        length = 0;
        hostStart = 0;
        hostEnd = 0;
        port = 0;
        pathStart = 0;
        queryStart = 0;
        return verdict;
    }

    /// Makes the array at least `octets` long, keeping what is in it.
    void room(int octets) {
        if (array.length < octets) {
            array = Arrays.copyOf(array, Math.max(octets, 2 * array.length));
        }
    }

    static int defaultPort(boolean https) {
        return https ? HTTPS_PORT : HTTP_PORT;
    }
}
