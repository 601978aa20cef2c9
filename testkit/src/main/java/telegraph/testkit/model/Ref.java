package telegraph.testkit.model;

/// Names what is at a URL of the synthetic web, in 64 bits.
///
/// | bits   | field                              |
/// |-------:|------------------------------------|
/// | 56..62 | what it is, one of the constants   |
/// | 32..55 | the number of its host             |
/// |  0..31 | its own number                     |
public final class Ref {
    static final int HOST_BITS = 24;

    /// A page among those of its host.
    public static final int PAGE = 0;

    public static final int ROBOTS = 1;

    /// Where [RobotsKind#REDIRECTED] and, from the host before, [RobotsKind#REDIRECTED_AWAY] lead.
    public static final int MOVED_ROBOTS = 2;

    public static final int SITEMAP = 3;

    /// A page that only stands in a sitemap.
    public static final int ORPHAN = 4;

    /// What stands in comments, scripts and such, where no link is.
    public static final int DECOY = 5;

    /// One of the two pages of a redirect loop, by twice the number of the page that leads there.
    public static final int LOOP = 6;

    /// A step of a chain of redirects, by [#STEPS] times the number of the page that leads there.
    public static final int CHAIN = 7;

    /// One of the pages of a trap, by a hash of its path.
    public static final int TRAP = 8;

    /// What came of a link that is no URL, by a hash of its path.
    public static final int ODD = 9;

    /// What this web does not have.
    public static final long NOTHING = -1;

    /// More than the steps of any chain that a crawler follows, a power of two.
    public static final int STEPS = 32;

    private static final int WHAT_SHIFT = 32 + HOST_BITS;

    private Ref() {}

    public static long of(int what, int host, int number) {
        return (long) what << WHAT_SHIFT | (long) host << 32 | number & 0xFFFFFFFFL;
    }

    public static long page(int host, int page) {
        return of(PAGE, host, page);
    }

    public static int what(long ref) {
        return (int) (ref >>> WHAT_SHIFT);
    }

    public static int host(long ref) {
        return (int) (ref >>> 32) & (1 << HOST_BITS) - 1;
    }

    public static int number(long ref) {
        return (int) ref;
    }
}
