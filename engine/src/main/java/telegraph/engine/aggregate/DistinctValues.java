package telegraph.engine.aggregate;

import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// An aggregate over the distinct values of each group: keeps pairs of group and value as the keys
/// of a table, and adds them up when the result is read.
///
/// Values that come again do nothing, so what was added in part may be added again.
///
/// Memory: off the heap, until [#close].
final class DistinctValues implements Collected {
    private final Aggregate aggregate;
    private final Region region;
    private final GroupTable pairs;
    private final Vector groupKeys = new Vector(Type.BIGINT);
    private final Vector values;
    private final int[] numbers = new int[Batch.ROWS_MAX];
    private final int[] chosen = new int[Batch.ROWS_MAX];
    private int groups;
    private Fold fold;
    private GroupRows folded;
    private int foldedPairs;

    DistinctValues(Aggregate aggregate, Region region) {
        Type type = aggregate.argument().orElseThrow().type();
        this.aggregate = aggregate;
        this.region = region;
        this.pairs = new GroupTable(region, List.of(Type.BIGINT, type), 0);
        this.values = new Vector(type);
        groupKeys.hasNoNulls();
    }

    @Override
    public void groups(int count) {
        groups = Math.max(groups, count);
    }

    @Override
    public void add(int[] groupOf, Vector from, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!from.nulls[at]) {
                groupKeys.longs[at] = groupOf[at];
                chosen[kept++] = at;
            }
        }
        pairs.number(new Vector[] {groupKeys, from}, 0, chosen, kept, numbers);
    }

    @Override
    public void merge(Collected other, int[] groupOf, int otherGroups) {
        DistinctValues from = (DistinctValues) other;
        for (int first = 0; first < from.pairs.size(); first += Batch.ROWS_MAX) {
            int count = read(from.pairs, first);
            for (int i = 0; i < count; i++) {
                groupKeys.longs[i] = groupOf[(int) groupKeys.longs[i]];
            }
            for (int i = 0; i < count; i++) {
                chosen[i] = i;
            }
            pairs.number(new Vector[] {groupKeys, values}, 0, chosen, count, numbers);
        }
    }

    /// Reads pairs from number `first` on into the vectors; returns how many.
    private int read(GroupTable from, int first) {
        int count = Math.min(Batch.ROWS_MAX, from.size() - first);
        for (int i = 0; i < count; i++) {
            chosen[i] = first + i;
        }
        from.read(0, chosen, count, groupKeys);
        from.read(1, chosen, count, values);
        return count;
    }

    @Override
    public void write(int[] wanted, int count, Vector to) {
        if (folded == null || foldedPairs != pairs.size() || folded.size() < groups) {
            fold();
        }
        fold.write(aggregate.function(), folded, wanted, count, to);
    }

    private void fold() {
        unfold();
        fold = Fold.of(aggregate, false);
        folded = new GroupRows(region, 0, fold.words());
        fold.place(folded.state(0));
        folded.atLeast(groups);
        foldedPairs = pairs.size();
        for (int first = 0; first < foldedPairs; first += Batch.ROWS_MAX) {
            int count = read(pairs, first);
            for (int i = 0; i < count; i++) {
                numbers[i] = (int) groupKeys.longs[i];
                chosen[i] = i;
            }
            fold.add(folded, numbers, values, chosen, count);
        }
    }

    private void unfold() {
        if (folded != null) {
            folded.close();
            folded = null;
        }
    }

    @Override
    public void close() {
        unfold();
        pairs.close();
    }
}
