package telegraph.engine.fold;

import java.math.BigDecimal;
import java.math.MathContext;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// Variance and standard deviation, from the sums of values and of their squares.
///
/// The sums have twice the digits of a `double`, and their difference is taken exactly; what
/// cancels is not lost.
final class Variance extends Fold {
    private static final int SUM = 8;
    private static final int SQUARES = 24;

    private final Type argument;

    Variance(Type argument, boolean tallied) {
        super(tallied, 5);
        this.argument = argument;
    }

    @Override
    void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        count(rows, groupOf, values, selection, count);
        int width = rows.width();
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            if (!values.nulls[position]) {
                double value = Numbers.real(values, position, argument);
                long row = (long) groupOf[position] * width + at();
                DoubleSums.add(rows.segment(), row + SUM, value, 0);
                DoubleSums.addProduct(rows.segment(), row + SQUARES, value, value);
            }
        }
    }

    @Override
    void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        mergeCounts(rows, groupOf, from[first], count);
        DoubleSums.merge(rows, groupOf, at() + SUM, from, first + 1, count);
        DoubleSums.merge(rows, groupOf, at() + SQUARES, from, first + 3, count);
    }

    @Override
    void write(Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to) {
        if (function == Aggregate.Function.COUNT) {
            Count.write(this, rows, groups, count, to);
            return;
        }
        boolean sample =
                function == Aggregate.Function.VAR_SAMP
                        || function == Aggregate.Function.STDDEV_SAMP;
        boolean root =
                function == Aggregate.Function.STDDEV_POP
                        || function == Aggregate.Function.STDDEV_SAMP;
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            long values = values(rows, groups[i]);
            long divisor = sample ? values - 1 : values;
            to.nulls[i] = divisor <= 0;
            if (divisor > 0) {
                double variance = variance(rows, groups[i], values, divisor);
                Numbers.set(root ? Math.sqrt(variance) : variance, to, i);
            }
        }
    }

    private double variance(GroupRows rows, int group, long count, long divisor) {
        if (!Double.isFinite(DoubleSums.high(rows, group, at() + SUM))
                || !Double.isFinite(DoubleSums.high(rows, group, at() + SQUARES))) {
            return Double.NaN;
        }
        BigDecimal sum = DoubleSums.exact(rows, group, at() + SUM);
        BigDecimal square = DoubleSums.exact(rows, group, at() + SQUARES);
        BigDecimal scatter = square.multiply(BigDecimal.valueOf(count)).subtract(sum.multiply(sum));
        BigDecimal pairs = BigDecimal.valueOf(count).multiply(BigDecimal.valueOf(divisor));
        return Math.max(0, scatter.divide(pairs, MathContext.DECIMAL128).doubleValue());
    }
}
