package telegraph.crawler.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import telegraph.crawler.CrawlLimits;
import telegraph.http.url.Hashes;
import telegraph.memory.Region;

/// Finds hosts that say the same as others: the same octets under the same path, page after page.
///
/// ```
/// page of h7, path p, digest d ──► firsts: who had (p, d) first? ──► nobody: h7, from now on
///                                                  │
///                                                  └► h3: pairs[h7, h3] + 1
/// ```
///
/// All is bounded, and forgets what matters least:
///
/// 1. `firsts` has a fixed number of places, two for each hash; the older of the two makes room.
/// 2. `pairs` is the space-saving sketch (Metwally and others, *Efficient computation of frequent
///    and top-k elements in data streams*, 2005) of [#PAIRS] counters: a pair without a counter
///    takes the least one and its count, which is remembered as the error. So a pair that came in
///    more than one of [#PAIRS] cases is there, and `count - error` of its cases are certain.
/// 3. `watched` counts the pages of the hosts in `pairs`, from when they got there.
///
/// So of a pair it is known how many pages each of the two had since the first page that was alike,
/// and how many of those were. What was seen before a restart is not known after it.
///
/// Threads: the loop's.
public final class Mirrors {
    static final int PAIRS = 512;

    private static final int FIRSTS_SHARE = 64;
    private static final long FIRSTS_BYTES_MIN = 64 << 10;
    private static final long FIRSTS_BYTES_MAX = 2 << 20;
    private static final int WATCHED = 8 * PAIRS;

    /// A few pages are alike on many hosts: the one that a fresh server shows, the one of a parked
    /// domain.
    private static final int PAGES_MIN = 5;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /// Of an entry of `firsts`: the hash of path and digest, that of the host, the host's name.
    private static final int KEY = 0;

    private static final int HOST = 8;
    private static final int NAME_LENGTH = 16;
    private static final int NAME = 17;
    private static final int ENTRY = 64;
    private static final int NAME_MAX = ENTRY - NAME;

    private final MemorySegment firsts;

    /// Pairs of places, a power of two.
    private final int setCount;

    private final long[] pairKeys = new long[PAIRS];
    private final Pair[] pairs = new Pair[PAIRS];
    private int pairCount;

    /// Open addressing; 0 is an empty place.
    private long[] watched = new long[WATCHED];

    private int[] watchedPages = new int[WATCHED];
    private int watchedCount;

    /// A host of a pair.
    ///
    /// @param before its watched pages before the first that was alike
    private record Host(String name, long hash, int before) {}

    private static final class Pair {
        private Host later;
        private Host first;
        private int count;
        private int error;

        int certain() {
            return count - error;
        }
    }

    /// Allocates in `region`, whose closing frees it.
    public Mirrors(CrawlLimits limits, Region region) {
        long share = limits.memoryBytes() / FIRSTS_SHARE;
        long bytes = Long.highestOneBit(Math.clamp(share, FIRSTS_BYTES_MIN, FIRSTS_BYTES_MAX));
        setCount = (int) (bytes / (2 * ENTRY));
        firsts = region.allocate(bytes);
        firsts.fill((byte) 0);
        region.charge(12L * WATCHED + PAIRS * 256L);
    }

    /// Takes note of a whole page of status 200, by its normal URL in `url[start, end)` and the
    /// digest of what it says.
    void page(byte[] url, int start, int end, long digest) {
        int hostStart = start + (url[start + 4] == 's' ? 8 : 7);
        int hostEnd = hostStart;
        while (hostEnd < end && url[hostEnd] != '/' && !isPort(url, hostEnd, end)) {
            hostEnd++;
        }
        int path = hostEnd;
        while (path < end && url[path] != '/') {
            path++;
        }
        long host = nonZero(Hashes.of(url, hostStart, hostEnd));
        int place = place(host);
        if (watched[place] == host) {
            watchedPages[place]++;
        }
        long key = nonZero(Hashes.of(url, path, end) * 0x9E3779B97F4A7C15L ^ digest);
        long at = (key >>> 1 & setCount - 1) * 2 * ENTRY;
        for (long entry = at; entry <= at + ENTRY; entry += ENTRY) {
            if (firsts.get(LONG, entry + KEY) == key) {
                long first = firsts.get(LONG, entry + HOST);
                if (first != host) {
                    pair(url, hostStart, hostEnd, entry);
                }
                return;
            }
        }
        // The newer of the two stands first.
        MemorySegment.copy(firsts, at, firsts, at + ENTRY, ENTRY);
        firsts.set(LONG, at + KEY, key);
        firsts.set(LONG, at + HOST, host);
        int length = Math.min(NAME_MAX, hostEnd - hostStart);
        firsts.set(ValueLayout.JAVA_BYTE, at + NAME_LENGTH, (byte) length);
        MemorySegment.copy(url, hostStart, firsts, ValueLayout.JAVA_BYTE, at + NAME, length);
    }

    /// Whether a port begins; a colon within the brackets of an address begins none.
    private static boolean isPort(byte[] url, int at, int end) {
        if (url[at] != ':') {
            return false;
        }
        for (int i = at; i < end && url[i] != '/'; i++) {
            if (url[i] == ']') {
                return false;
            }
        }
        return true;
    }

    private static long nonZero(long hash) {
        return hash == 0 ? 1 : hash;
    }

    /// Where a host is watched, or would be.
    private int place(long host) {
        int at = (int) host & WATCHED - 1;
        while (watched[at] != 0 && watched[at] != host) {
            at = at + 1 & WATCHED - 1;
        }
        return at;
    }

    private int pagesOf(long host) {
        int place = place(host);
        return watched[place] == host ? watchedPages[place] : 0;
    }

    /// Watches a host from now on, which has had `pages` if it was not watched before.
    private void watch(long host, int pages) {
        int place = place(host);
        if (watched[place] == 0) {
            watched[place] = host;
            watchedPages[place] = pages;
            watchedCount++;
        }
    }

    /// Watches no longer who is in no pair any more.
    private void thinOut() {
        long[] hosts = watched;
        int[] pages = watchedPages;
        watched = new long[WATCHED];
        watchedPages = new int[WATCHED];
        watchedCount = 0;
        for (int i = 0; i < hosts.length; i++) {
            if (hosts[i] != 0 && isPaired(hosts[i])) {
                watch(hosts[i], pages[i]);
            }
        }
    }

    private boolean isPaired(long host) {
        for (int i = 0; i < pairCount; i++) {
            if (pairs[i].later.hash == host || pairs[i].first.hash == host) {
                return true;
            }
        }
        return false;
    }

    private void pair(byte[] url, int hostStart, int hostEnd, long entry) {
        long host = nonZero(Hashes.of(url, hostStart, hostEnd));
        long first = firsts.get(LONG, entry + HOST);
        // The same for both orders: which of the two came first may differ from page to page.
        long key = host ^ first;
        int least = 0;
        for (int i = 0; i < pairCount; i++) {
            if (pairKeys[i] == key) {
                pairs[i].count++;
                return;
            }
            if (pairs[i].count < pairs[least].count) {
                least = i;
            }
        }
        if (watchedCount > WATCHED / 2) {
            thinOut();
        }
        watch(host, 1);
        watch(first, 1);
        int at = pairCount < PAIRS ? pairCount++ : least;
        Pair pair = pairs[at] == null ? new Pair() : pairs[at];
        pairs[at] = pair;
        pairKeys[at] = key;
        pair.error = pair.count;
        pair.count++;
        String laterName = text(url, hostStart, Math.min(hostEnd, hostStart + NAME_MAX));
        pair.later = new Host(laterName, host, pagesOf(host) - 1);
        byte[] name = new byte[firsts.get(ValueLayout.JAVA_BYTE, entry + NAME_LENGTH)];
        MemorySegment.copy(firsts, ValueLayout.JAVA_BYTE, entry + NAME, name, 0, name.length);
        pair.first = new Host(text(name, 0, name.length), first, pagesOf(first) - 1);
    }

    private static String text(byte[] from, int start, int end) {
        return new String(from, start, end - start, StandardCharsets.US_ASCII);
    }

    /// The hosts that for certain share at least half of their pages with another, each with its
    /// numbers in words, those with the most pages first.
    public List<String> told() {
        List<Alike> alike = new ArrayList<>();
        for (int i = 0; i < pairCount; i++) {
            Alike one = alike(pairs[i]);
            if (one.same >= PAGES_MIN && 2L * one.same >= one.all) {
                alike.add(one);
            }
        }
        alike.sort(
                Comparator.comparingInt((Alike one) -> -one.same)
                        .thenComparing(one -> one.mirror.name)
                        .thenComparing(one -> one.of.name));
        return alike.stream()
                .map(one ->
                        one.mirror.name
                                + " mirrors "
                                + one.of.name
                                + " ("
                                + one.same
                                + " of "
                                + one.all
                                + " pages)")
                .toList();
    }

    private record Alike(Host mirror, Host of, int same, int all) {}

    /// The mirror is the one with fewer pages that are all there is to be had: one that was crawled
    /// before the other was met had no pages since.
    private Alike alike(Pair pair) {
        int same = pair.certain();
        int later = pagesOf(pair.later.hash) - pair.later.before;
        int first = pagesOf(pair.first.hash) - pair.first.before;
        return first >= same && first < later
                ? new Alike(pair.first, pair.later, same, first)
                : new Alike(pair.later, pair.first, same, Math.max(same, later));
    }
}
