package telegraph.engine.aggregate;

import telegraph.engine.Aggregate;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// An aggregate over the distinct values of each group: keeps the values, and counts them when the
/// result is read.
final class DistinctValues implements Accumulator {
    private final Aggregate aggregate;
    private final Account account;
    private final Type type;
    private final KeyTable values;
    private final KeyCodec codec = new KeyCodec();
    private int groups;
    private Accumulator counted;
    private int countedValues = -1;
    private int countedGroups;

    DistinctValues(Aggregate aggregate, Account account) {
        this.aggregate = aggregate;
        this.account = account;
        this.type = aggregate.argument().orElseThrow().type();
        this.values = new KeyTable(account);
    }

    @Override
    public void groups(int count) {
        groups = Math.max(groups, count);
    }

    @Override
    public void add(int[] groupOf, Vector from, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (!from.nulls[at]) {
                codec.clear();
                codec.putInt(groupOf[at]);
                codec.put(from, at);
                values.number(codec.buffer(), 0, codec.length());
            }
        }
    }

    @Override
    public void merge(Accumulator other, int[] groupOf, int otherGroups) {
        KeyTable from = ((DistinctValues) other).values;
        for (int v = 0; v < from.size(); v++) {
            int start = from.start(v);
            codec.clear();
            codec.putInt(groupOf[KeyCodec.intAt(from.bytes(), start)]);
            codec.putBytes(from.bytes(), start + 4, from.end(v));
            values.number(codec.buffer(), 0, codec.length());
        }
    }

    @Override
    public void write(int group, BatchBuilder to, int column) {
        if (countedValues != values.size() || countedGroups != groups) {
            count();
        }
        counted.write(group, to, column);
    }

    private void count() {
        counted = Accumulator.plain(aggregate, account);
        counted.groups(groups);
        Vector chunk = new Vector(type);
        int[] groupOf = new int[Batch.ROWS_MAX];
        int[] selection = new int[Batch.ROWS_MAX];
        int filled = 0;
        for (int v = 0; v < values.size(); v++) {
            int start = values.start(v);
            groupOf[filled] = KeyCodec.intAt(values.bytes(), start);
            KeyCodec.read(values.bytes(), start + 4, chunk, filled);
            selection[filled] = filled;
            filled++;
            if (filled == Batch.ROWS_MAX) {
                counted.add(groupOf, chunk, selection, filled);
                filled = 0;
            }
        }
        counted.add(groupOf, chunk, selection, filled);
        countedValues = values.size();
        countedGroups = groups;
    }
}
