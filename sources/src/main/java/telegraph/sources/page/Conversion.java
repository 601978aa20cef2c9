package telegraph.sources.page;

import telegraph.engine.vector.Vector;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// What is done to whole numbers once they are in a vector: signs, units of time, second words.
///
/// Threads: any.
final class Conversion {
    /// So many digits fit 64 bits, whatever they are.
    private static final int DIGITS_MAX = 18;

    private final boolean unsigned;
    private final boolean narrow;
    private final ValueForm.Unit unit;
    private final boolean decimal;
    private final boolean time;
    private final ValueForm.Meaning meaning;

    /// What a decimal of 64 bits must be below, without its sign; 0 if they may be any.
    private final long decimalEnd;

    Conversion(ValueForm form) {
        this.unsigned = form.meaning() == ValueForm.Meaning.UNSIGNED;
        this.narrow = form.type().kind() == Type.Kind.BIGINT;
        this.decimal = form.type().kind() == Type.Kind.DECIMAL;
        this.time = form.type().kind() == Type.Kind.TIME;
        this.unit = form.unit();
        this.meaning = form.meaning();
        boolean bounded = decimal && !unsigned && form.type().precision() <= DIGITS_MAX;
        this.decimalEnd = bounded ? power(form.type().precision()) : 0;
    }

    void apply(int[] at, int count, Vector to) throws DamagedPageException {
        if (unsigned && narrow) {
            long[] longs = to.longs;
            for (int i = 0; i < count; i++) {
                longs[at[i]] &= 0xffff_ffffL;
            }
        }
        if (unit == ValueForm.Unit.MILLIS || unit == ValueForm.Unit.NANOS) {
            toMicros(at, count, to.longs);
        }
        if (time) {
            requireTimes(at, count, to.longs);
        }
        if (meaning.isNarrow()) {
            requireRoom(at, count, to.longs);
        }
        if (decimalEnd > 0) {
            requireDigits(at, count, to.longs);
        }
        if (decimal && to.highs != null) {
            long[] longs = to.longs;
            long[] highs = to.highs;
            for (int i = 0; i < count; i++) {
                highs[at[i]] = unsigned ? 0 : longs[at[i]] >> 63;
            }
        }
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    private void requireRoom(int[] at, int count, long[] longs) throws DamagedPageException {
        for (int i = 0; i < count; i++) {
            if (!meaning.hasRoomFor(longs[at[i]])) {
                throw new DamagedPageException(
                        "a number fits its type: type=" + meaning + " value=" + longs[at[i]]);
            }
        }
    }

    private void requireDigits(int[] at, int count, long[] longs) throws DamagedPageException {
        for (int i = 0; i < count; i++) {
            if (longs[at[i]] <= -decimalEnd || longs[at[i]] >= decimalEnd) {
                throw new DamagedPageException(
                        "a decimal has no more digits than its type: digits=" + longs[at[i]]);
            }
        }
    }

    private static void requireTimes(int[] at, int count, long[] longs)
            throws DamagedPageException {
        for (int i = 0; i < count; i++) {
            if (longs[at[i]] < 0 || longs[at[i]] >= Micros.DAY) {
                throw new DamagedPageException(
                        "a time is within a day: microseconds=" + longs[at[i]]);
            }
        }
    }

    private void toMicros(int[] at, int count, long[] longs) throws DamagedPageException {
        try {
            for (int i = 0; i < count; i++) {
                longs[at[i]] = unit.micros(longs[at[i]]);
            }
        } catch (ArithmeticException e) {
            throw new DamagedPageException(
                    "a moment is within 292,000 years of 1970: unit=" + unit);
        }
    }
}
