package telegraph.engine.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Decimals;

/// SUM and AVG of integers and decimals.
///
/// Sums have three words, so that no number of rows makes them overflow and only the result is
/// checked.
final class ExactSum implements Accumulator {
    private final Aggregate.Function function;
    private final int scale;
    private final Account account;
    private long[] counts = new long[0];
    private long[] lows = new long[0];
    private long[] mids = new long[0];
    private long[] highs = new long[0];

    ExactSum(Aggregate aggregate, Account account) {
        this.function = aggregate.function();
        this.scale = aggregate.argument().orElseThrow().type().scale();
        this.account = account;
    }

    @Override
    public void groups(int groups) {
        if (groups > counts.length) {
            int longer = Math.max(groups, counts.length * 2);
            account.grow(32L * (longer - counts.length));
            counts = Arrays.copyOf(counts, longer);
            lows = Arrays.copyOf(lows, longer);
            mids = Arrays.copyOf(mids, longer);
            highs = Arrays.copyOf(highs, longer);
        }
    }

    @Override
    public void add(int[] groupOf, Vector values, int[] selection, int count) {
        boolean wide = values.highs != null;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!values.nulls[at]) {
                long low = values.longs[at];
                int group = groupOf[at];
                counts[group]++;
                long mid = wide ? values.highs[at] : low >> 63;
                addWords(group, low, mid, mid >> 63);
            }
        }
    }

    private void addWords(int group, long low, long mid, long high) {
        long sumLow = lows[group] + low;
        long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
        long sumMid = mids[group] + mid;
        long carryHigh = Long.compareUnsigned(sumMid, mid) < 0 ? 1 : 0;
        sumMid += carry;
        if (carry == 1 && sumMid == 0) {
            carryHigh++;
        }
        lows[group] = sumLow;
        mids[group] = sumMid;
        highs[group] += high + carryHigh;
    }

    @Override
    public void merge(Accumulator other, int[] groupOf, int groups) {
        ExactSum from = (ExactSum) other;
        for (int g = 0; g < groups; g++) {
            counts[groupOf[g]] += from.counts[g];
            addWords(groupOf[g], from.lows[g], from.mids[g], from.highs[g]);
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
        BigDecimal sum = new BigDecimal(sum(group), scale);
        boolean mean = function == Aggregate.Function.AVG;
        Numbers.put(mean ? Numbers.ratio(sum, count) : sum, to, column);
    }

    private BigInteger sum(int group) {
        BigInteger upper = Decimals.unscaled(highs[group], mids[group]);
        BigInteger low = Decimals.unscaled(0, lows[group]);
        return upper.shiftLeft(64).add(low);
    }
}
