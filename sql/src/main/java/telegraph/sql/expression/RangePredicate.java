package telegraph.sql.expression;

import java.util.List;
import telegraph.engine.ColumnRef;
import telegraph.engine.Expression;
import telegraph.engine.Predicate;
import telegraph.engine.Rows;
import telegraph.engine.Vector;
import telegraph.memory.Type;

/// Keeps the rows whose value lies between two constants, or outside them.
///
/// Each comparison of a whole number, moment or double with a constant is such a range: `x < 5` is
/// the range from the least value to 4. Doubles are compared by [Comparison#key].
final class RangePredicate implements Predicate {
    private final Expression operand;
    private final long low;
    private final long high;
    private final boolean outside;
    private final String text;

    /// @param low the least value inside
    /// @param high the greatest value inside; an empty range has `low > high`
    RangePredicate(Expression operand, long low, long high, boolean outside, String text) {
        this.operand = operand;
        this.low = low;
        this.high = high;
        this.outside = outside;
        this.text = text;
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
        Vector values = operand.evaluate(rows, selection, count);
        return values.type.kind() == Type.Kind.DOUBLE
                ? narrowDoubles(values, selection, count)
                : narrowLongs(values, selection, count);
    }

    private int narrowLongs(Vector values, int[] selection, int count) {
        long[] longs = values.longs;
        boolean[] nulls = values.nulls;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            long value = longs[row];
            selection[kept] = row;
            kept += ((value >= low & value <= high) ^ outside) & !nulls[row] ? 1 : 0;
        }
        return kept;
    }

    private int narrowDoubles(Vector values, int[] selection, int count) {
        double[] doubles = values.doubles;
        boolean[] nulls = values.nulls;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            long value = Comparison.key(doubles[row]);
            selection[kept] = row;
            kept += ((value >= low & value <= high) ^ outside) & !nulls[row] ? 1 : 0;
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
