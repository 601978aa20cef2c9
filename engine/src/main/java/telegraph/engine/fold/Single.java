package telegraph.engine.fold;

import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The one value of a group: a scalar subquery's. A second row, even one of NULL, is an error.
///
/// It counts rows; the value is kept by another fold.
final class Single extends Fold {
    private final Fold kept;

    /// @param kept some value of each group
    Single(Fold kept) {
        super(false, 1);
        this.kept = kept;
    }

    @Override
    void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            count(rows, groupOf[selection[i]], 1);
        }
        for (int i = 0; i < count; i++) {
            demandOne(rows, groupOf[selection[i]]);
        }
    }

    private void count(GroupRows rows, int group, long more) {
        rows.set(group, at(), rows.get(group, at()) + more);
    }

    private void demandOne(GroupRows rows, int group) {
        long count = rows.get(group, at());
        if (count > 1) {
            throw TelegraphException.of(
                    SqlState.CARDINALITY_VIOLATION,
                    "a subquery used as a value returns at most one row: rows="
                            + count
                            + ". Use LIMIT 1, an aggregate, or IN.");
        }
    }

    @Override
    void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        for (int i = 0; i < count; i++) {
            count(rows, groupOf[i], from[first].longs[i]);
        }
        for (int i = 0; i < count; i++) {
            demandOne(rows, groupOf[i]);
        }
    }

    @Override
    void write(Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to) {
        kept.write(function, rows, groups, count, to);
    }
}
