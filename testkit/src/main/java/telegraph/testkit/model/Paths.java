package telegraph.testkit.model;

import java.util.Arrays;

/// Which path leads to what.
///
/// | path, with query        | is                                                              |
/// |-------------------------|-----------------------------------------------------------------|
/// | `/`                     | page 0                                                          |
/// | `/d5/p13.html`          | page 13; the directory is the number modulo 8                   |
/// | `/d7/p15.html?id=15&v=1`| page 15; each 16th page has a query                             |
/// | `/robots.txt`           | the rules                                                       |
/// | `/moved/robots.txt`     | the rules of a host whose `/robots.txt` redirects               |
/// | `/sitemap.xml`          | the sitemap of a host that has one                              |
/// | `/orphan/3.html`        | a page that only stands there                                   |
/// | `/decoy/7.html`         | nothing a crawler may ask for: no link leads there              |
/// | `/loop/26.html`         | a page of a redirect loop                                       |
/// | `/chain/420.html`       | a step of a chain of redirects                                  |
/// | `/trap/…`               | the pages of a trap, without end                                |
/// | `/odd/…`                | what a crawler makes of a link that is no URL                   |
///
/// Threads: any; there is no state.
public final class Paths {
    static final int DIRECTORIES = 8;

    private static final int QUERY_EVERY = 16;
    private static final byte[] DIRECTORY = Bytes.ascii("/d");
    private static final byte[] PAGE = Bytes.ascii("/p");
    private static final byte[] HTML = Bytes.ascii(".html");
    private static final byte[] QUERY = Bytes.ascii("?id=");
    private static final byte[] QUERY_END = Bytes.ascii("&v=1");

    /// Of what is not a page, by what it is; null for pages.
    private static final byte[][] PREFIXES = new byte[Ref.ODD + 1][];

    static {
        PREFIXES[Ref.ROBOTS] = Bytes.ascii("/robots.txt");
        PREFIXES[Ref.MOVED_ROBOTS] = Bytes.ascii("/moved/robots.txt");
        PREFIXES[Ref.SITEMAP] = Bytes.ascii("/sitemap.xml");
        PREFIXES[Ref.ORPHAN] = Bytes.ascii("/orphan/");
        PREFIXES[Ref.DECOY] = Bytes.ascii("/decoy/");
        PREFIXES[Ref.LOOP] = Bytes.ascii("/loop/");
        PREFIXES[Ref.CHAIN] = Bytes.ascii("/chain/");
        PREFIXES[Ref.TRAP] = Bytes.ascii("/trap/");
        PREFIXES[Ref.ODD] = Bytes.ascii("/odd/");
    }

    private Paths() {}

    public static void write(long ref, Bytes to) {
        int number = Ref.number(ref);
        int what = Ref.what(ref);
        if (what != Ref.PAGE) {
            to.add(PREFIXES[what]);
            if (isNumbered(what)) {
                to.add(number).add(HTML);
            }
            return;
        }
        if (number == 0) {
            to.add('/');
            return;
        }
        to.add(DIRECTORY).add(number % DIRECTORIES).add(PAGE);
        to.add(number).add(HTML);
        if (number % QUERY_EVERY == QUERY_EVERY - 1) {
            to.add(QUERY).add(number).add(QUERY_END);
        }
    }

    private static boolean isNumbered(int what) {
        return what == Ref.ORPHAN || what == Ref.DECOY || what == Ref.LOOP || what == Ref.CHAIN;
    }

    /// What is at a path; [Ref#NOTHING] unless it is written exactly as [#write] does.
    public static long find(int host, byte[] from, int start, int end, Bytes scratch) {
        long ref = guess(host, from, start, end);
        int what = Ref.what(ref);
        if (ref < 0 || what == Ref.DECOY || what == Ref.TRAP || what == Ref.ODD) {
            return ref;
        }
        write(ref, scratch.clear());
        boolean same = Arrays.equals(scratch.array, 0, scratch.length, from, start, end);
        return same ? ref : Ref.NOTHING;
    }

    private static long guess(int host, byte[] from, int start, int end) {
        int length = end - start;
        if (length == 1) {
            return Ref.page(host, 0);
        }
        if (length > 4 && from[start + 1] == 'd' && from[start + 4] == 'p') {
            int number = number(from, start + 5, end);
            return number > 0 ? Ref.page(host, number) : Ref.NOTHING;
        }
        for (int what = Ref.ROBOTS; what <= Ref.ODD; what++) {
            int at = start + PREFIXES[what].length;
            if (at <= end && Arrays.equals(from, start, at, PREFIXES[what], 0, at - start)) {
                return Ref.of(
                        what, host, isNumbered(what) ? number(from, at, end) : hash(from, at, end));
            }
        }
        return Ref.NOTHING;
    }

    private static int hash(byte[] from, int start, int end) {
        int hash = 0;
        for (int at = start; at < end; at++) {
            hash = 31 * hash + from[at];
        }
        return hash;
    }

    private static int number(byte[] from, int start, int end) {
        long number = 0;
        for (int at = start; at < end && from[at] >= '0' && from[at] <= '9'; at++) {
            number = Math.min(number * 10 + from[at] - '0', Integer.MAX_VALUE);
        }
        return (int) number;
    }
}
