package telegraph.query.kernel;

import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// Loops over whole numbers of 64 bits that check nothing value by value, so that the compiler
/// turns them into vector instructions: what can overflow is known before, from the largest
/// operands.
///
/// Where the selected positions lie close together a loop runs over all positions between the first
/// and the last, which costs less than looking each one up. It then reads what happens to lie at
/// positions not selected, and writes there, which nobody sees; a wild value among them makes a
/// caller take the slow way, which looks at selected ones alone.
///
/// Threads: any.
public final class WholeLoops {
    /// How many positions a loop over all may touch for each one selected.
    private static final int SPREAD_MAX = 8;

    private WholeLoops() {}

    /// Whether to run over all positions from the first selected to the last.
    static boolean isClose(int[] selection, int count) {
        return selection[count - 1] - selection[0] < count * SPREAD_MAX;
    }

    /// Whether these are all positions between the first and the last.
    public static boolean isRun(int[] selection, int count) {
        return selection[count - 1] - selection[0] == count - 1;
    }

    /// Keeps in `selection` the positions that are not NULL and returns how many.
    public static int withoutNulls(Vector values, int[] selection, int count) {
        if (values.isNullFree()) {
            return count;
        }
        boolean[] nulls = values.nulls;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += nulls[row] ? 0 : 1;
        }
        return kept;
    }

    /// Bits that the largest of the selected values takes, without its sign: -2^n to 2^n - 1 take n
    /// bits.
    static int bits(long[] values, int[] selection, int count) {
        long all = 0;
        if (isClose(selection, count)) {
            int end = selection[count - 1];
            for (int at = selection[0]; at <= end; at++) {
                long value = values[at];
                all |= value ^ value >> 63;
            }
        } else {
            for (int i = 0; i < count; i++) {
                long value = values[selection[i]];
                all |= value ^ value >> 63;
            }
        }
        return Long.SIZE - Long.numberOfLeadingZeros(all);
    }

    /// Bits to add for a multiplication by that power of ten.
    static int bitsOfPower(int exponent) {
        long power = DecimalMath.power(exponent);
        return exponent == 0 ? 0 : power == 0 ? Long.SIZE : bitsOf(power);
    }

    private static int bitsOf(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }

    /// So many bits are never too many for the type.
    static int bitsMax(Type type) {
        return switch (type.kind()) {
            case INTEGER -> Integer.SIZE - 1;
            case DECIMAL ->
                    type.isShortDecimal()
                            ? bitsOf(DecimalMath.power(type.precision())) - 1
                            : Long.SIZE - 1;
            default -> Long.SIZE - 1;
        };
    }

    /// Whether the low words of all selected decimals imply the high ones.
    static boolean isNarrow(Vector values, int[] selection, int count) {
        if (values.highs == null) {
            return true;
        }
        long[] highs = values.highs;
        long[] longs = values.longs;
        long differ = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            differ |= highs[at] ^ longs[at] >> 63;
        }
        return differ == 0;
    }

    static void add(long[] a, long[] b, long[] to, int[] selection, int count) {
        if (isClose(selection, count)) {
            int end = selection[count - 1];
            for (int at = selection[0]; at <= end; at++) {
                to[at] = a[at] + b[at];
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = a[at] + b[at];
        }
    }

    static void add(long[] a, long constant, long[] to, int[] selection, int count) {
        if (isClose(selection, count)) {
            int end = selection[count - 1];
            for (int at = selection[0]; at <= end; at++) {
                to[at] = a[at] + constant;
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = a[at] + constant;
        }
    }

    static void subtractFrom(long constant, long[] a, long[] to, int[] selection, int count) {
        if (isClose(selection, count)) {
            int end = selection[count - 1];
            for (int at = selection[0]; at <= end; at++) {
                to[at] = constant - a[at];
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = constant - a[at];
        }
    }

    static void subtract(long[] a, long[] b, long[] to, int[] selection, int count) {
        if (isClose(selection, count)) {
            int end = selection[count - 1];
            for (int at = selection[0]; at <= end; at++) {
                to[at] = a[at] - b[at];
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = a[at] - b[at];
        }
    }

    static void multiply(long[] a, long[] b, long[] to, int[] selection, int count) {
        if (isClose(selection, count)) {
            int end = selection[count - 1];
            for (int at = selection[0]; at <= end; at++) {
                to[at] = a[at] * b[at];
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = a[at] * b[at];
        }
    }

    static void multiply(long[] a, long factor, long[] to, int[] selection, int count) {
        if (isClose(selection, count)) {
            int end = selection[count - 1];
            for (int at = selection[0]; at <= end; at++) {
                to[at] = a[at] * factor;
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = a[at] * factor;
        }
    }

    /// Makes `to` NULL where its operand is.
    static void sameNulls(Vector from, Vector to, int[] selection, int count) {
        eitherNull(from, from, to, selection, count);
    }

    /// Makes `to` NULL where one of the operands is.
    static void eitherNull(Vector a, Vector b, Vector to, int[] selection, int count) {
        if (a.isNullFree() && b.isNullFree()) {
            to.hasNoNulls();
            return;
        }
        to.mayHaveNulls();
        boolean[] nullsA = a.nulls;
        boolean[] nullsB = b.nulls;
        boolean[] nulls = to.nulls;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            nulls[at] = nullsA[at] | nullsB[at];
        }
    }
}
