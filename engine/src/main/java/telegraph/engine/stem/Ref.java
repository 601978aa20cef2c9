package telegraph.engine.stem;

/// Names a stored row while the piece of work lasts that found it.
///
/// | bits   | field               |
/// |-------:|---------------------|
/// | 12..30 | number of the page  |
/// | 0..11  | row in the page     |
public final class Ref {
    /// Stands for no row.
    public static final long NONE = -1;

    static final int PAGES_MAX = 1 << 19;
    private static final int ROW_BITS = 12;
    private static final int ROW_MASK = (1 << ROW_BITS) - 1;

    private Ref() {}

    static long of(int page, int row) {
        return (long) page << ROW_BITS | row;
    }

    static int page(long ref) {
        return (int) ref >>> ROW_BITS;
    }

    static int row(long ref) {
        return (int) ref & ROW_MASK;
    }
}
