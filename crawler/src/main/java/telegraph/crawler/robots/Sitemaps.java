package telegraph.crawler.robots;

import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.UnknownFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import telegraph.http.url.Url;

/// Reads the URLs in sitemaps (sitemaps.org), in indexes of sitemaps, in RSS and Atom feeds, and in
/// plain lists; each may be packed by gzip.
///
/// Whether a body is one is told by its root element; of a list, and of what is packed, the path
/// has to say `sitemap`, too, or a robots.txt has to have named it. A sitemap that breaks off gives
/// what stands before.
///
/// Limits: [#URLS_MAX] of one sitemap, [#UNPACKED_MAX] octets of a packed one. Document types are
/// not read, so no entity leads out of the document or grows.
///
/// Threads: one.
public final class Sitemaps {
    /// URLs of one sitemap, by the protocol.
    public static final int URLS_MAX = 50_000;

    /// Octets that a packed sitemap may unpack to; the rest is not read.
    static final int UNPACKED_MAX = 8 << 20;

    private static final int PEEK = 1_024;
    private static final Set<String> ROOTS = Set.of("urlset", "sitemapindex", "rss", "feed", "rdf");

    /// Who takes what is found.
    @FunctionalInterface
    public interface Found {
        /// One URL, which is the reader's again after the call.
        void url(Url url);
    }

    private final Url target = new Url();

    /// Whether the body is something to be read here.
    ///
    /// @param named whether somebody said that it is a sitemap
    public static boolean isSitemap(byte[] body, int length, boolean named) {
        if (isPacked(body, length)) {
            try {
                byte[] start = named ? unpacked(body, length, PEEK) : new byte[0];
                return start.length > 0 && isPlainSitemap(start, start.length, true);
            } catch (IOException e) {
                return false;
            }
        }
        return isPlainSitemap(body, length, named);
    }

    /// Whether the path of a URL says so.
    public static boolean saysSitemap(Url url) {
        String path =
                new String(
                        url.array(),
                        url.pathStart(),
                        url.length() - url.pathStart(),
                        StandardCharsets.US_ASCII);
        return path.toLowerCase(Locale.ROOT).contains("sitemap");
    }

    private static boolean isPlainSitemap(byte[] body, int length, boolean named) {
        String start =
                new String(body, 0, Math.min(PEEK, length), StandardCharsets.UTF_8)
                        .replace("\uFEFF", "")
                        .strip();
        if (start.startsWith("http://") || start.startsWith("https://")) {
            return named;
        }
        return ROOTS.contains(root(start));
    }

    /// The name of the first element in small letters without its prefix, "" if there is none.
    private static String root(String start) {
        int at = start.startsWith("<") ? 0 : -1;
        while (at >= 0 && start.length() > at + 1 && "?!".indexOf(start.charAt(at + 1)) >= 0) {
            String end = start.startsWith("<!--", at) ? "-->" : ">";
            int close = start.indexOf(end, at);
            at = close < 0 ? -1 : start.indexOf('<', close);
        }
        if (at < 0) {
            return "";
        }
        int end = at + 1;
        while (end < start.length() && " \t\r\n/>".indexOf(start.charAt(end)) < 0) {
            end++;
        }
        String name = start.substring(at + 1, end);
        return name.substring(name.indexOf(':') + 1).toLowerCase(Locale.ROOT);
    }

    private static boolean isPacked(byte[] body, int length) {
        return length > 2 && body[0] == 0x1f && body[1] == (byte) 0x8b;
    }

    private static byte[] unpacked(byte[] body, int length, int most) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body, 0, length))) {
            return in.readNBytes(most);
        }
    }

    /// Gives `to` the URLs that the sitemap at `url` names, each as it is reached from there.
    ///
    /// @return whether all of it was read; else what came was cut at a limit or broken
    public boolean read(Url url, byte[] body, int length, Found to) {
        Names names = new Names(url, to);
        try {
            byte[] text =
                    isPacked(body, length)
                            ? unpacked(body, length, UNPACKED_MAX)
                            : Arrays.copyOf(body, length);
            SiteMapParser parser = new SiteMapParser(false, true);
            parser.setURLFilter(names::take);
            parser.parseSiteMap(text, location(url));
            return text.length < UNPACKED_MAX && names.count < URLS_MAX;
        } catch (UnknownFormatException | IOException e) {
            return false;
        }
    }

    private static URL location(Url url) throws MalformedURLException {
        // The library resolves nothing against it: it only has to be one.
        return URI.create("http://" + url.host() + "/").toURL();
    }

    /// Counts and resolves what the library finds, and keeps it from storing it.
    private final class Names {
        private final Url base;
        private final Found to;
        private String last = "";
        private int count;

        Names(Url base, Found to) {
            this.base = base;
            this.to = to;
        }

        private String take(String name) {
            // The library asks several times in a row.
            if (!name.equals(last) && count < URLS_MAX) {
                last = name;
                byte[] octets = name.getBytes(StandardCharsets.UTF_8);
                if (target.resolve(base, octets, 0, octets.length) == Url.Verdict.OK) {
                    count++;
                    to.url(target);
                }
            }
            return null;
        }
    }
}
