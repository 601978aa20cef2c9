package telegraph.engine.fold;

import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;

/// COUNT(*), or of values that are not NULL.
final class Count extends Fold {
    Count(boolean tallied) {
        super(tallied, 1);
    }

    @Override
    void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        count(rows, groupOf, values, selection, count);
    }

    @Override
    void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        mergeCounts(rows, groupOf, from[first], count);
    }

    @Override
    void write(Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to) {
        write(this, rows, groups, count, to);
    }

    /// Writes how many values there are.
    static void write(Fold of, GroupRows rows, int[] groups, int count, Vector to) {
        to.hasNoNulls();
        for (int i = 0; i < count; i++) {
            Numbers.set(of.values(rows, groups[i]), to, i);
        }
    }
}
