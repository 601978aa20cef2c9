package telegraph.engine.aggregate;

import java.util.Arrays;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;

/// COUNT(*), or of values that are not NULL.
final class Count implements Accumulator {
    private final Account account;
    private long[] counts = new long[0];

    Count(Account account) {
        this.account = account;
    }

    @Override
    public void groups(int groups) {
        if (groups > counts.length) {
            int longer = Math.max(groups, counts.length * 2);
            account.grow(8L * (longer - counts.length));
            counts = Arrays.copyOf(counts, longer);
        }
    }

    @Override
    public void add(int[] groupOf, Vector values, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (values == null || !values.nulls[at]) {
                counts[groupOf[at]]++;
            }
        }
    }

    @Override
    public void merge(Accumulator other, int[] groupOf, int groups) {
        for (int g = 0; g < groups; g++) {
            counts[groupOf[g]] += ((Count) other).counts[g];
        }
    }

    long at(int group) {
        return counts[group];
    }

    @Override
    public void write(int group, BatchBuilder to, int column) {
        Numbers.put(counts[group], to, column);
    }
}
