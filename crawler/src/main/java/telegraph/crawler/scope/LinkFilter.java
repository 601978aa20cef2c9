package telegraph.crawler.scope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import telegraph.crawler.CrawlScope;
import telegraph.http.url.Hashes;
import telegraph.http.url.Url;

/// Judges whether a crawl follows a link, and says why not.
///
/// A link is cut by the first of these that speaks against it:
///
/// 1. It is more links away from its seed than the depth allows.
/// 2. Its host is out of the scope: not that of a seed, not in the registered domain of one, or the
///    URL does not match the regular expression. The words of a scope know hosts, not ports.
/// 3. It repeats itself: one segment of its path, or one parameter of its query, stands there more
///    than [#REPEATS_MAX] times, or it has more than [#PARTS_MAX] of them. A relative link in a
///    page that answers to every path makes such URLs for ever.
/// 4. It has one of what is excluded, or none of what is included.
///
/// Hosts are known by 64 bits of hash.
///
/// Threads: any. Judging allocates nothing unless there are regular expressions.
public final class LinkFilter {
    static final int REPEATS_MAX = 3;
    static final int PARTS_MAX = 64;

    private enum Reach {
        HOST,
        DOMAIN,
        ANY,
        REGEX
    }

    private final Reach reach;

    /// The regular expression of the scope, or null.
    private final UrlPattern whole;

    private final int depthMax;
    private final UrlPattern[] include;
    private final UrlPattern[] exclude;

    /// Hashes of the hosts or domains in scope, in order. Replaced as a whole.
    private volatile long[] hosts = {};

    private LinkFilter(CrawlScope scope) {
        this.reach =
                switch (scope.reach()) {
                    case "host" -> Reach.HOST;
                    case "domain" -> Reach.DOMAIN;
                    case "any" -> Reach.ANY;
                    default -> Reach.REGEX;
                };
        this.whole = reach == Reach.REGEX ? UrlPattern.whole(scope.reach()) : null;
        this.depthMax = scope.depthMax();
        this.include = patterns(scope.include());
        this.exclude = patterns(scope.exclude());
    }

    /// The filter of a scope around these seeds.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if a regular expression is none
    public static LinkFilter of(CrawlScope scope, List<Url> seeds) {
        LinkFilter filter = new LinkFilter(scope);
        long[] hashes = new long[seeds.size()];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = filter.hashOf(seeds.get(i));
        }
        Arrays.sort(hashes);
        filter.hosts = hashes;
        return filter;
    }

    private static UrlPattern[] patterns(List<String> texts) {
        return texts.stream().map(UrlPattern::part).toArray(UrlPattern[]::new);
    }

    /// Takes the host or domain of `url` into the scope: one to which a seed was redirected stands
    /// for it.
    public synchronized void widen(Url url) {
        long hash = hashOf(url);
        long[] now = hosts;
        int at = Arrays.binarySearch(now, hash);
        if (at < 0) {
            int to = -at - 1;
            long[] wider = new long[now.length + 1];
            System.arraycopy(now, 0, wider, 0, to);
            wider[to] = hash;
            System.arraycopy(now, to, wider, to + 1, now.length - to);
            hosts = wider;
        }
    }

    private long hashOf(Url url) {
        if (reach != Reach.DOMAIN) {
            return Hashes.of(url.array(), url.hostStart(), url.hostEnd());
        }
        byte[] domain = Domains.registered(url.host()).getBytes(StandardCharsets.US_ASCII);
        return Hashes.of(domain, 0, domain.length);
    }

    /// Whether a link to `url` that is `depth` links away from its seed is followed, and if not,
    /// why.
    public Cut judge(Url url, int depth) {
        if (depth > depthMax) {
            return Cut.DEPTH;
        }
        if (reach == Reach.HOST && !isKnown(url.array(), url.hostStart(), url.hostEnd())
                || reach == Reach.DOMAIN && !isInDomain(url)) {
            return Cut.SCOPE;
        }
        if (repeats(url.array(), url.pathStart(), url.queryStart(), (byte) '/')
                || repeats(url.array(), url.queryStart(), url.length(), (byte) '&')) {
            return Cut.REPETITION;
        }
        return hasPatterns() ? judgeByPatterns(url) : Cut.KEEP;
    }

    private boolean isKnown(byte[] host, int start, int end) {
        return Arrays.binarySearch(hosts, Hashes.of(host, start, end)) >= 0;
    }

    private boolean isInDomain(Url url) {
        byte[] array = url.array();
        int end = url.hostEnd();
        for (int start = url.hostStart(); start < end; start++) {
            boolean beginsLabel = start == url.hostStart() || array[start - 1] == '.';
            if (beginsLabel && isKnown(array, start, end)) {
                return true;
            }
        }
        return false;
    }

    /// Whether one of the parts that each begin after the octet at `start` or a separator stands
    /// there too often, or they are too many. Empty ones count, too.
    private static boolean repeats(byte[] a, int start, int end, byte separator) {
        int parts = 0;
        for (int part = start + 1; part <= end; part++) {
            int partEnd = partEnd(a, part, end, separator);
            if (++parts > PARTS_MAX) {
                return true;
            }
            int same = 1;
            for (int other = partEnd + 1; other <= end; ) {
                int otherEnd = partEnd(a, other, end, separator);
                if (Arrays.equals(a, part, partEnd, a, other, otherEnd) && ++same > REPEATS_MAX) {
                    return true;
                }
                other = otherEnd + 1;
            }
            part = partEnd;
        }
        return false;
    }

    private static int partEnd(byte[] a, int start, int end, byte separator) {
        int at = start;
        while (at < end && a[at] != separator) {
            at++;
        }
        return at;
    }

    private boolean hasPatterns() {
        return whole != null || include.length > 0 || exclude.length > 0;
    }

    private Cut judgeByPatterns(Url url) {
        try {
            if (whole != null && !whole.fits(url)) {
                return Cut.SCOPE;
            }
            if (fitsOne(exclude, url)) {
                return Cut.EXCLUDED;
            }
            return include.length == 0 || fitsOne(include, url) ? Cut.KEEP : Cut.NOT_INCLUDED;
        } catch (UrlPattern.Endless e) {
            return Cut.UNDECIDED;
        }
    }

    private static boolean fitsOne(UrlPattern[] patterns, Url url) throws UrlPattern.Endless {
        for (UrlPattern pattern : patterns) {
            if (pattern.fits(url)) {
                return true;
            }
        }
        return false;
    }
}
