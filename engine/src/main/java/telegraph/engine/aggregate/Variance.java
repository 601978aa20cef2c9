package telegraph.engine.aggregate;

import java.math.BigDecimal;
import java.util.Arrays;
import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Decimals;
import telegraph.memory.Type;

/// Variance and standard deviation, from the sums of values and of their squares.
///
/// The sums have twice the digits of a `double`, and their difference is taken exactly; what
/// cancels is not lost.
final class Variance implements Accumulator {
    private final Aggregate.Function function;
    private final Type argument;
    private final Account account;
    private final DoubleSums sums = new DoubleSums();
    private final DoubleSums squares = new DoubleSums();
    private long[] counts = new long[0];

    Variance(Aggregate aggregate, Account account) {
        this.function = aggregate.function();
        this.argument = aggregate.argument().orElseThrow().type();
        this.account = account;
    }

    @Override
    public void groups(int groups) {
        if (groups > counts.length) {
            int longer = Math.max(groups, counts.length * 2);
            account.grow(40L * (longer - counts.length));
            counts = Arrays.copyOf(counts, longer);
            sums.groups(longer);
            squares.groups(longer);
        }
    }

    @Override
    public void add(int[] groupOf, Vector values, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!values.nulls[at]) {
                double value = real(values, at);
                counts[groupOf[at]]++;
                sums.add(groupOf[at], value);
                squares.addSquare(groupOf[at], value);
            }
        }
    }

    private double real(Vector values, int at) {
        if (values.doubles != null) {
            return values.doubles[at];
        }
        if (argument.kind() != Type.Kind.DECIMAL) {
            return values.longs[at];
        }
        return new BigDecimal(
                        Decimals.unscaled(values.highAt(at), values.longs[at]), argument.scale())
                .doubleValue();
    }

    @Override
    public void merge(Accumulator other, int[] groupOf, int groups) {
        Variance from = (Variance) other;
        for (int g = 0; g < groups; g++) {
            counts[groupOf[g]] += from.counts[g];
            sums.add(groupOf[g], from.sums, g);
            squares.add(groupOf[g], from.squares, g);
        }
    }

    @Override
    public void write(int group, BatchBuilder to, int column) {
        long count = counts[group];
        boolean sample =
                function == Aggregate.Function.VAR_SAMP
                        || function == Aggregate.Function.STDDEV_SAMP;
        boolean root =
                function == Aggregate.Function.STDDEV_POP
                        || function == Aggregate.Function.STDDEV_SAMP;
        long divisor = sample ? count - 1 : count;
        if (divisor <= 0) {
            return;
        }
        double variance = variance(group, count, divisor);
        Numbers.put(root ? Math.sqrt(variance) : variance, to, column);
    }

    private double variance(int group, long count, long divisor) {
        if (!Double.isFinite(sums.high(group)) || !Double.isFinite(squares.high(group))) {
            return Double.NaN;
        }
        BigDecimal sum = exact(sums, group);
        BigDecimal square = exact(squares, group);
        BigDecimal scatter = square.multiply(BigDecimal.valueOf(count)).subtract(sum.multiply(sum));
        BigDecimal pairs = BigDecimal.valueOf(count).multiply(BigDecimal.valueOf(divisor));
        double variance = scatter.divide(pairs, java.math.MathContext.DECIMAL128).doubleValue();
        return Math.max(0, variance);
    }

    private static BigDecimal exact(DoubleSums from, int group) {
        return new BigDecimal(from.high(group)).add(new BigDecimal(from.low(group)));
    }
}
