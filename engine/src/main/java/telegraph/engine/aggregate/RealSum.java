package telegraph.engine.aggregate;

import java.util.Arrays;
import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;

/// SUM and AVG of floating-point numbers.
final class RealSum implements Accumulator {
    private final Aggregate.Function function;
    private final Account account;
    private final DoubleSums sums = new DoubleSums();
    private long[] counts = new long[0];

    RealSum(Aggregate aggregate, Account account) {
        this.function = aggregate.function();
        this.account = account;
    }

    @Override
    public void groups(int groups) {
        if (groups > counts.length) {
            int longer = Math.max(groups, counts.length * 2);
            account.grow(24L * (longer - counts.length));
            counts = Arrays.copyOf(counts, longer);
            sums.groups(longer);
        }
    }

    @Override
    public void add(int[] groupOf, Vector values, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!values.nulls[at]) {
                counts[groupOf[at]]++;
                sums.add(groupOf[at], values.doubles[at]);
            }
        }
    }

    @Override
    public void merge(Accumulator other, int[] groupOf, int groups) {
        RealSum from = (RealSum) other;
        for (int g = 0; g < groups; g++) {
            counts[groupOf[g]] += from.counts[g];
            sums.add(groupOf[g], from.sums, g);
        }
    }

    @Override
    public void write(int group, BatchBuilder to, int column) {
        long count = counts[group];
        if (count == 0) {
            if (function == Aggregate.Function.SUM0) {
                Numbers.put(0L, to, column);
            }
            return;
        }
        double sum = sums.high(group);
        boolean mean = function == Aggregate.Function.AVG;
        Numbers.put(mean ? sum / count : sum, to, column);
    }
}
