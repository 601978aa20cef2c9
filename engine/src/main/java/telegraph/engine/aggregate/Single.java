package telegraph.engine.aggregate;

import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;
import telegraph.memory.TelegraphException;

/// The one value of a group: a scalar subquery's. A second row, even one of NULL, is an error.
final class Single implements Accumulator {
    private final Kept kept;
    private final Count rows;

    Single(Aggregate aggregate, Account account) {
        this.kept = new Kept(aggregate.argument().orElseThrow().type(), account);
        this.rows = new Count(account);
    }

    @Override
    public void groups(int groups) {
        kept.groups(groups);
        rows.groups(groups);
    }

    @Override
    public void add(int[] groupOf, Vector values, int[] selection, int count) {
        rows.add(groupOf, null, selection, count);
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            demandOne(groupOf[at]);
            if (!values.nulls[at]) {
                kept.set(groupOf[at], values, at);
            }
        }
    }

    @Override
    public void merge(Accumulator other, int[] groupOf, int groups) {
        Single from = (Single) other;
        rows.merge(from.rows, groupOf, groups);
        for (int g = 0; g < groups; g++) {
            demandOne(groupOf[g]);
            if (from.kept.has(g)) {
                kept.set(groupOf[g], from.kept, g);
            }
        }
    }

    private void demandOne(int group) {
        if (rows.at(group) > 1) {
            throw TelegraphException.input(
                    "a subquery used as a value returns at most one row: rows="
                            + rows.at(group)
                            + ". Use LIMIT 1, an aggregate, or IN.");
        }
    }

    @Override
    public void write(int group, BatchBuilder to, int column) {
        kept.write(group, to, column);
    }
}
