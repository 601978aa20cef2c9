package telegraph.query.predicate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.kernel.Comparison;
import telegraph.query.kernel.WholeLoops;

/// Keeps the rows whose value lies between two constants, or outside them.
///
/// Each comparison of a number or moment with a constant is such a range: `x < 5` is the range from
/// the least value to 4. Doubles are compared by [Comparison#key], decimals by their unscaled
/// value.
///
/// A value is inside if its distance from the low end, taken without sign, is at most that of the
/// high end, which is one comparison; what is outside is a range as well, from above the high end
/// around to below the low end.
public final class RangePredicate implements Predicate {
    private final Expression operand;
    private final long low;
    private final long high;
    private final boolean outside;
    private final String text;
    private final boolean isEmpty;
    private final long base;
    private final long width;

    /// @param low the least value inside
    /// @param high the greatest value inside; an empty range has `low > high`
    RangePredicate(Expression operand, long low, long high, boolean outside, String text) {
        this.operand = operand;
        this.low = low;
        this.high = high;
        this.outside = outside;
        this.text = text;
        boolean none = low > high;
        boolean all = low == Long.MIN_VALUE && high == Long.MAX_VALUE;
        this.isEmpty = outside ? all : none;
        this.base = none ? 0 : outside ? high + 1 : low;
        this.width = none ? -1 : outside ? low - 2 - high : high - low;
    }

    /// `operand comparison constant`, the constant given as a key of the operand's order.
    static RangePredicate of(Expression operand, Comparison comparison, long key, String constant) {
        String text = operand + " " + comparison.symbol + " " + constant;
        boolean least = key == Long.MIN_VALUE;
        boolean greatest = key == Long.MAX_VALUE;
        return switch (comparison) {
            case EQ -> new RangePredicate(operand, key, key, false, text);
            case NE -> new RangePredicate(operand, key, key, true, text);
            case LT ->
                    least
                            ? new RangePredicate(operand, 1, 0, false, text)
                            : new RangePredicate(operand, Long.MIN_VALUE, key - 1, false, text);
            case LE -> new RangePredicate(operand, Long.MIN_VALUE, key, false, text);
            case GT ->
                    greatest
                            ? new RangePredicate(operand, 1, 0, false, text)
                            : new RangePredicate(operand, key + 1, Long.MAX_VALUE, false, text);
            case GE -> new RangePredicate(operand, key, Long.MAX_VALUE, false, text);
        };
    }

    /// `operand comparison constant` for a whole number or decimal, or empty if a range of longs
    /// does not say it: the operand may be larger than all of them and so is the constant.
    static Optional<RangePredicate> ofExact(
            Expression operand, Comparison comparison, BigDecimal constant, String shown) {
        Type type = operand.type();
        BigDecimal scaled = constant.movePointRight(type.scale());
        BigInteger floor = scaled.setScale(0, RoundingMode.FLOOR).toBigInteger();
        boolean wide = type.kind() == Type.Kind.DECIMAL && !type.isShortDecimal();
        String text = operand + " " + comparison.symbol + " " + shown;
        int bits = floor.bitLength();
        if (wide && bits >= Long.SIZE - 1) {
            return Optional.empty();
        }
        if (bits >= Long.SIZE) {
            int order = floor.signum() > 0 ? -1 : 1;
            return Optional.of(all(operand, comparison.holds(order), text));
        }
        long below = floor.longValue();
        if (scaled.compareTo(new BigDecimal(floor)) == 0) {
            return Optional.of(of(operand, comparison, below, shown));
        }
        return Optional.of(
                switch (comparison) {
                    case EQ, NE -> all(operand, comparison == Comparison.NE, text);
                    case LT, LE -> new RangePredicate(operand, Long.MIN_VALUE, below, false, text);
                    case GT, GE ->
                            below == Long.MAX_VALUE
                                    ? all(operand, false, text)
                                    : new RangePredicate(
                                            operand, below + 1, Long.MAX_VALUE, false, text);
                });
    }

    /// Every value, or none; NULL is neither.
    private static RangePredicate all(Expression operand, boolean holds, String text) {
        return new RangePredicate(operand, Long.MIN_VALUE, Long.MAX_VALUE, !holds, text);
    }

    /// Both ranges at once, if they are of the same column.
    Optional<RangePredicate> and(RangePredicate other) {
        boolean same =
                operand.bareColumn().isPresent()
                        && operand.bareColumn().equals(other.operand.bareColumn());
        return same && !outside && !other.outside
                ? Optional.of(
                        new RangePredicate(
                                operand,
                                Math.max(low, other.low),
                                Math.min(high, other.high),
                                false,
                                text + " AND " + other.text))
                : Optional.empty();
    }

    @Override
    public List<ColumnRef> columns() {
        return operand.columns();
    }

    @Override
    public boolean canThrow() {
        return operand.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        int kept = narrow(operand.evaluate(rows, selection, count), selection, count);
        operand.release(rows);
        return kept;
    }

    private int narrow(Vector values, int[] selection, int count) {
        int present = WholeLoops.withoutNulls(values, selection, count);
        if (present == 0 || isEmpty) {
            return 0;
        }
        if (values.type.kind() == Type.Kind.DOUBLE) {
            return narrowDoubles(values, selection, present);
        }
        return values.highs == null
                ? narrowLongs(values, selection, present)
                : narrowWide(values, selection, present);
    }

    private int narrowLongs(Vector values, int[] selection, int count) {
        long[] longs = values.longs;
        long start = base;
        long end = width + Long.MIN_VALUE;
        int kept = 0;
        if (WholeLoops.isRun(selection, count)) {
            // The selection is written only, which lets the loop run ahead.
            int first = selection[0];
            for (int row = first; row < first + count; row++) {
                selection[kept] = row;
                kept += longs[row] - start + Long.MIN_VALUE <= end ? 1 : 0;
            }
            return kept;
        }
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += longs[row] - start + Long.MIN_VALUE <= end ? 1 : 0;
        }
        return kept;
    }

    private int narrowDoubles(Vector values, int[] selection, int count) {
        double[] doubles = values.doubles;
        long start = base;
        long end = width + Long.MIN_VALUE;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += Comparison.key(doubles[row]) - start + Long.MIN_VALUE <= end ? 1 : 0;
        }
        return kept;
    }

    /// A decimal outside 64 bits counts as the least or greatest long, which [#of] allows.
    private int narrowWide(Vector values, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            long value = values.longs[row];
            long high = values.highs[row];
            if (high != value >> 63) {
                value = high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
            kept += value - base + Long.MIN_VALUE <= width + Long.MIN_VALUE ? 1 : 0;
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return new RangePredicate(operand.fork(), low, high, outside, text);
    }

    @Override
    public String toString() {
        return text;
    }
}
