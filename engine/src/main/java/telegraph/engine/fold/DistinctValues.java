package telegraph.engine.fold;

import java.util.List;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// An aggregate over the distinct values of each group: keeps pairs of group and value as the keys
/// of a table, and adds them up when the result is read.
///
/// Values that come again do nothing, so what was added in part may be added again.
///
/// Memory: off the heap, until [#close].
public final class DistinctValues implements Collected {
    private final Aggregate aggregate;
    private final Region region;
    private final Account account;
    private final GroupTable pairs;
    private final Vector groupKeys = new Vector(Type.BIGINT);
    private final Vector values;
    private final int[] numbers = new int[Batch.ROWS_MAX];
    private final int[] chosen = new int[Batch.ROWS_MAX];
    private int groups;
    private Counted counted;
    private int countedPairs;
    private int countedGroups;

    /// The distinct values added up: in rows of their own, or as an order.
    private record Counted(Fold fold, GroupRows rows, OrderStatistic order) {}

    DistinctValues(Aggregate aggregate, Region region, Account account) {
        Type type = aggregate.argument().orElseThrow().type();
        this.aggregate = aggregate;
        this.region = region;
        this.account = account;
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

    public Type type() {
        return values.type;
    }

    /// How many pairs there are.
    public int pairs() {
        return pairs.size();
    }

    /// The groups of pairs from number `first` on; returns how many.
    public int groups(int first, int[] to) {
        int count = Math.min(Batch.ROWS_MAX, pairs.size() - first);
        for (int i = 0; i < count; i++) {
            chosen[i] = first + i;
        }
        pairs.read(0, chosen, count, groupKeys);
        for (int i = 0; i < count; i++) {
            to[i] = (int) groupKeys.longs[i];
        }
        return count;
    }

    /// Reads pairs by their numbers: the group of the i-th one into place i, its value to position
    /// i.
    public void read(int[] wanted, int count, int[] toGroups, Vector toValues) {
        pairs.read(0, wanted, count, groupKeys);
        pairs.read(1, wanted, count, toValues);
        for (int i = 0; i < count; i++) {
            toGroups[i] = (int) groupKeys.longs[i];
        }
    }

    @Override
    public void write(int[] wanted, int count, Vector to) {
        if (counted == null || countedPairs != pairs.size() || countedGroups < groups) {
            count();
        }
        if (counted.order != null) {
            counted.order.write(wanted, count, to);
        } else {
            counted.fold.write(aggregate.function(), counted.rows, wanted, count, to);
        }
    }

    private void count() {
        forget();
        if (aggregate.place().isPresent()) {
            counted = new Counted(null, null, new OrderStatistic(aggregate, account, false));
            counted.order.groups(groups);
        } else {
            Fold fold = Fold.of(aggregate, false);
            counted = new Counted(fold, new GroupRows(region, 0, fold.words()), null);
            fold.place(counted.rows.state(0));
            counted.rows.atLeast(groups);
        }
        countedPairs = pairs.size();
        countedGroups = groups;
        for (int first = 0; first < countedPairs; first += Batch.ROWS_MAX) {
            int count = read(pairs, first);
            for (int i = 0; i < count; i++) {
                numbers[i] = (int) groupKeys.longs[i];
                chosen[i] = i;
            }
            if (counted.order != null) {
                counted.order.add(numbers, values, chosen, count);
            } else {
                counted.fold.add(counted.rows, numbers, values, chosen, count);
            }
        }
    }

    private void forget() {
        if (counted != null && counted.rows != null) {
            counted.rows.close();
        }
        counted = null;
    }

    /// Gives back what only adding needs, until [#clear].
    public void seal() {
        pairs.seal();
    }

    /// Forgets all pairs and gives back their memory.
    public void clear() {
        forget();
        pairs.clear();
        groups = 0;
    }

    @Override
    public void close() {
        clear();
    }
}
