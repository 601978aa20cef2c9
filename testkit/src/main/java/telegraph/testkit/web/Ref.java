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

    /// What stands in comments, scripts and such, where no link is.
    static final int DECOY = 2;

    /// What this web does not have.
    static final long NOTHING = -1;

    private static final int WHAT_SHIFT = 32 + HOST_BITS;

    private Ref() {}

    static long of(int what, int host, int number) {
        return (long) what << WHAT_SHIFT | (long) host << 32 | number;
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
