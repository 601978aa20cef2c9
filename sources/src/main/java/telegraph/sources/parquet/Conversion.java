package telegraph.sources.parquet;

import telegraph.engine.Vector;
import telegraph.memory.Type;

/// What is done to whole numbers once they are in a vector: signs, units of time, second words.
///
/// Threads: any.
final class Conversion {
    private static final long DAY_MILLIS = 86_400_000L;

    private final boolean unsigned;
    private final boolean narrow;
    private final long divisor;
    private final boolean decimal;
    private final boolean time;

    Conversion(ValueForm form) {
        this.unsigned = form.meaning() == ValueForm.Meaning.UNSIGNED;
        this.narrow = form.type().kind() == Type.Kind.BIGINT;
        this.decimal = form.type().kind() == Type.Kind.DECIMAL;
        this.time = form.type().kind() == Type.Kind.TIME;
        this.divisor = form.divisor();
    }

    void apply(int[] at, int count, Vector to) throws DamagedPageException {
        if (unsigned && narrow) {
            long[] longs = to.longs;
            for (int i = 0; i < count; i++) {
                longs[at[i]] &= 0xffff_ffffL;
            }
        }
        if (divisor > 1) {
            divide(at, count, to.longs);
        }
        if (time) {
            requireTimes(at, count, to.longs);
        }
        if (decimal && to.highs != null) {
            long[] longs = to.longs;
            long[] highs = to.highs;
            for (int i = 0; i < count; i++) {
                highs[at[i]] = unsigned ? 0 : longs[at[i]] >> 63;
            }
        }
    }

    private static void requireTimes(int[] at, int count, long[] longs)
            throws DamagedPageException {
        for (int i = 0; i < count; i++) {
            if (longs[at[i]] < 0 || longs[at[i]] >= DAY_MILLIS) {
                throw new DamagedPageException(
                        "a time is within a day: milliseconds=" + longs[at[i]]);
            }
        }
    }

    private void divide(int[] at, int count, long[] longs) {
        if (divisor == 1000) {
            for (int i = 0; i < count; i++) {
                longs[at[i]] = Math.floorDiv(longs[at[i]], 1000L);
            }
            return;
        }
        long by = divisor;
        for (int i = 0; i < count; i++) {
            longs[at[i]] = Math.floorDiv(longs[at[i]], by);
        }
    }
}
