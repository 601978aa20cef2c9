package telegraph.engine.stem;

/// Names a stored row: the id its batch has in the [RowStore], and its row in that batch.
///
/// | bits  | field |
/// |------:|-------|
/// | 12..  | batch |
/// | 0..11 | row   |
public final class Ref {
    private static final int ROW_BITS = 12;
    private static final int ROW_MASK = (1 << ROW_BITS) - 1;

    private Ref() {}

    public static long of(int batch, int row) {
        return (long) batch << ROW_BITS | row;
    }

    public static int batch(long ref) {
        return (int) (ref >>> ROW_BITS);
    }

    public static int row(long ref) {
        return (int) ref & ROW_MASK;
    }
}
