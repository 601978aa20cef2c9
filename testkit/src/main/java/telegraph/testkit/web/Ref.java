package telegraph.testkit.web;

/// Names what is at a URL of the synthetic web, in 64 bits.
///
/// | bits   | field                              |
/// |-------:|------------------------------------|
/// | 56..62 | what it is, one of the constants   |
/// | 32..55 | the number of its host             |
/// |  0..31 | its own number                     |
final class Ref {
    static final int HOST_BITS = 24;

    /// A page among those of its host.
    static final int PAGE = 0;

    static final int ROBOTS = 1;

    /// Where [RobotsKind#REDIRECTED] and, from the host before, [RobotsKind#REDIRECTED_AWAY] lead.
    static final int MOVED_ROBOTS = 2;

    static final int SITEMAP = 3;

    /// A page that only stands in a sitemap.
    static final int ORPHAN = 4;

    /// What stands in comments, scripts and such, where no link is.
    static final int DECOY = 5;

    /// One of the two pages of a redirect loop, by twice the number of the page that leads there.
    static final int LOOP = 6;

    /// A step of a chain of redirects, by [#STEPS] times the number of the page that leads there.
    static final int CHAIN = 7;

    /// One of the pages of a trap, by a hash of its path.
    static final int TRAP = 8;

    /// What came of a link that is no URL, by a hash of its path.
    static final int ODD = 9;

    /// What this web does not have.
    static final long NOTHING = -1;

    /// More than the steps of any chain that a crawler follows, a power of two.
    static final int STEPS = 32;

    private static final int WHAT_SHIFT = 32 + HOST_BITS;

    private Ref() {}

    static long of(int what, int host, int number) {
        return (long) what << WHAT_SHIFT | (long) host << 32 | number & 0xFFFFFFFFL;
    }

    static long page(int host, int page) {
        return of(PAGE, host, page);
    }

    static int what(long ref) {
        return (int) (ref >>> WHAT_SHIFT);
    }

    static int host(long ref) {
        return (int) (ref >>> 32) & (1 << HOST_BITS) - 1;
    }

    static int number(long ref) {
        return (int) ref;
    }
}
