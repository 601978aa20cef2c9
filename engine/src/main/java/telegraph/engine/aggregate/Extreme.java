package telegraph.engine.aggregate;

import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;

/// MIN or MAX. NaN is the greatest number; text orders by its bytes.
final class Extreme implements Accumulator {
    private final boolean least;
    private final Kept kept;

    Extreme(Aggregate aggregate, Account account, boolean least) {
        this.least = least;
        this.kept = new Kept(aggregate.argument().orElseThrow().type(), account);
    }

    @Override
    public void groups(int groups) {
        kept.groups(groups);
    }

    @Override
    public void add(int[] groupOf, Vector values, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int group = groupOf[at];
            if (!values.nulls[at]
                    && (!kept.has(group) || better(kept.compare(values, at, group)))) {
                kept.set(group, values, at);
            }
        }
    }

    private boolean better(int compared) {
        return least ? compared < 0 : compared > 0;
    }

    @Override
    public void merge(Accumulator other, int[] groupOf, int groups) {
        Kept from = ((Extreme) other).kept;
        for (int g = 0; g < groups; g++) {
            int group = groupOf[g];
            if (from.has(g) && (!kept.has(group) || better(from.compare(g, kept, group)))) {
                kept.set(group, from, g);
            }
        }
    }

    @Override
    public void write(int group, BatchBuilder to, int column) {
        kept.write(group, to, column);
    }
}
