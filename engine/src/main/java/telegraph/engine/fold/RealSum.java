package telegraph.engine.fold;

import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;

/// SUM and AVG of floating-point numbers.
final class RealSum extends Fold {
    private static final int SUM = 8;

    RealSum(boolean tallied) {
        super(tallied, 3);
    }

    @Override
    void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        count(rows, groupOf, values, selection, count);
        int width = rows.width();
        double[] reals = values.doubles;
        boolean[] nulls = values.nulls;
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            if (!nulls[position]) {
                long at = (long) groupOf[position] * width + at() + SUM;
                DoubleSums.add(rows.segment(), at, reals[position], 0);
            }
        }
    }

    @Override
    void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        mergeCounts(rows, groupOf, from[first], count);
        DoubleSums.merge(rows, groupOf, at() + SUM, from, first + 1, count);
    }

    @Override
    void write(Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to) {
        if (function == Aggregate.Function.COUNT) {
            Count.write(this, rows, groups, count, to);
            return;
        }
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            long values = values(rows, groups[i]);
            to.nulls[i] = values == 0 && function != Aggregate.Function.SUM0;
            if (!to.nulls[i]) {
                double sum = values == 0 ? 0 : DoubleSums.high(rows, groups[i], at() + SUM);
                boolean mean = function == Aggregate.Function.AVG;
                Numbers.set(mean ? sum / values : sum, to, i);
            }
        }
    }
}
