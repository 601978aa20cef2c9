package telegraph.crawler.run;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import telegraph.crawler.url.Hashes;
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
/// 1. `firsts` has [#FIRSTS] places, two for each hash; the older of the two makes room.
/// 2. `pairs` is the space-saving sketch (Metwally and others, *Efficient computation of frequent
///    and top-k elements in data streams*, 2005) of [#PAIRS] counters: a pair without a counter
///    takes the least one and its count, which is remembered as the error. So a pair that came in
///    more than one of [#PAIRS] cases is there, and `count - error` of its cases are certain.
/// 3. `pages` counts the pages of hosts in [#HOSTS] places; of two hosts that want the same one the
///    larger stays.
///
/// What was seen before a restart is not known after it.
///
/// Threads: the loop's.
final class Mirrors {
    static final int PAIRS = 512;

    private static final int FIRSTS = 1 << 15;
    private static final int HOSTS = 1 << 14;

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
    private final long[] pages = new long[2 * HOSTS];
    private final long[] pairKeys = new long[PAIRS];
    private final Pair[] pairs = new Pair[PAIRS];
    private int pairCount;

    private static final class Pair {
        private String mirror;
        private String first;
        private long mirrorHash;
        private int count;
        private int error;
    }

    /// Allocates in `region`, whose closing frees it.
    Mirrors(Region region) {
        firsts = region.allocate((long) FIRSTS * ENTRY);
        firsts.fill((byte) 0);
        region.charge(8L * pages.length + PAIRS * 200L);
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
        long host = Hashes.of(url, hostStart, hostEnd);
        count(host);
        long key = nonZero(Hashes.of(url, path, end) * 0x9E3779B97F4A7C15L ^ digest);
        long at = (key >>> 1 & FIRSTS / 2 - 1) * 2 * ENTRY;
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

    private void count(long host) {
        long key = nonZero(host);
        int at = (int) (key >>> 1 & HOSTS - 1) * 2;
        if (pages[at] == key) {
            pages[at + 1]++;
        } else if (pages[at + 1] == 0) {
            pages[at] = key;
            pages[at + 1] = 1;
        } else {
            // Whoever comes more often than the other wins the place in the end.
            pages[at + 1]--;
        }
    }

    private long pagesOf(long host) {
        long key = nonZero(host);
        int at = (int) (key >>> 1 & HOSTS - 1) * 2;
        return pages[at] == key ? pages[at + 1] : 0;
    }

    private void pair(byte[] url, int hostStart, int hostEnd, long entry) {
        long host = Hashes.of(url, hostStart, hostEnd);
        // The same for both orders: which of the two came first may differ from page to page.
        long key = host ^ firsts.get(LONG, entry + HOST);
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
        int at = pairCount < PAIRS ? pairCount++ : least;
        Pair pair = pairs[at] == null ? new Pair() : pairs[at];
        pairs[at] = pair;
        pairKeys[at] = key;
        pair.error = pair.count;
        pair.count++;
        pair.mirrorHash = host;
        pair.mirror = text(url, hostStart, Math.min(hostEnd, hostStart + NAME_MAX));
        byte[] name = new byte[firsts.get(ValueLayout.JAVA_BYTE, entry + NAME_LENGTH)];
        MemorySegment.copy(firsts, ValueLayout.JAVA_BYTE, entry + NAME, name, 0, name.length);
        pair.first = text(name, 0, name.length);
    }

    private static String text(byte[] from, int start, int end) {
        return new String(from, start, end - start, StandardCharsets.US_ASCII);
    }

    /// The hosts that for certain share at least half of their pages with another, each with its
    /// numbers in words, those with the most pages first.
    List<String> told() {
        List<Pair> certain = new ArrayList<>();
        for (int i = 0; i < pairCount; i++) {
            Pair pair = pairs[i];
            int same = pair.count - pair.error;
            if (same >= PAGES_MIN && 2L * same >= pagesOf(pair.mirrorHash)) {
                certain.add(pair);
            }
        }
        certain.sort(
                Comparator.comparingInt((Pair pair) -> pair.error - pair.count)
                        .thenComparing(pair -> pair.mirror));
        return certain.stream().map(this::told).toList();
    }

    private String told(Pair pair) {
        int same = pair.count - pair.error;
        long all = Math.max(same, pagesOf(pair.mirrorHash));
        return pair.mirror + " mirrors " + pair.first + " (" + same + " of " + all + " pages)";
    }
}
