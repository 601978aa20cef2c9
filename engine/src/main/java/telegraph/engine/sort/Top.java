package telegraph.engine.sort;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.engine.Slice;
import telegraph.engine.SortKey;
import telegraph.engine.operator.BatchRows;
import telegraph.engine.operator.MemoryShare;
import telegraph.engine.operator.Operator;
import telegraph.engine.operator.Pile;
import telegraph.engine.operator.Pinned;
import telegraph.engine.operator.Positions;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// The first rows in order, without putting all of them in order.
///
/// Rows are collected until there are a few times as many as wanted; then only the first are kept,
/// and from there on a row must come before the last of these to be looked at further.
public final class Top extends Operator {
    /// So many rows are collected at least, since to cut them costs something.
    private static final int ROWS_MIN = 4096;

    private final BatchStream in;
    private final List<SortKey> keys;
    private final Slice slice;
    private final RowOrder order;
    private final BatchRows rows;
    private final Vector[] values;
    private final int[] all = Positions.all();
    private final int[] selection = new int[Batch.ROWS_MAX];
    private Pile pile;

    /// The batch and row of the last that is wanted of those seen so far; null if there are fewer.
    private Batch last;

    private int lastRow;
    private SortedRun sorted;
    private long skip;
    private long left;

    /// Whether so few rows are wanted that a few times as many fit in the share of `region`.
    public static boolean fits(BatchStream in, Slice slice, Region region) {
        long bytes = MemoryShare.rowBytes(in.types()) + RowNumbers.BYTES_PER_ROW;
        return slice.end() <= MemoryShare.of(region) / (8 * bytes);
    }

    public Top(BatchStream in, List<SortKey> keys, Slice slice, Region parent) {
        super("top", List.of(in), in.types(), parent);
        this.in = in;
        this.keys = keys;
        this.slice = slice;
        this.order = new RowOrder(keys, in.types());
        this.rows = new BatchRows(in.types());
        this.values = Pinned.vectors(in.types());
        this.pile = new Pile(region, in.types());
        this.skip = slice.offset();
        this.left = slice.fetch();
    }

    @Override
    public boolean step() throws InterruptedException {
        if (left == 0) {
            return false;
        }
        if (sorted == null) {
            collect();
            return true;
        }
        int count = sorted.read(values, all.length);
        int start = (int) Math.min(skip, count);
        int wanted = (int) Math.min(left, count - start);
        System.arraycopy(all, start, selection, 0, wanted);
        output.append(values, selection, wanted);
        sorted.confirm();
        skip -= start;
        left -= wanted;
        return count > 0;
    }

    private void collect() throws InterruptedException {
        long rowsMax = Math.max(ROWS_MIN, 4 * slice.end());
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
            try {
                add(batch);
            } finally {
                batch.unpin();
            }
            if (pile.rows() >= rowsMax) {
                cut();
            }
        }
        sorted = sorted();
    }

    private void add(Batch batch) {
        int count = 0;
        for (int row = 0; row < batch.rows(); row++) {
            selection[count] = row;
            count += last == null || order.compareInBulk(batch, row, last, lastRow) < 0 ? 1 : 0;
        }
        if (last != null) {
            last.confirm();
        }
        batch.confirm();
        if (count > 0) {
            rows.start(batch);
            rows.select(selection, count);
            pile.add(rows.columns(), selection, count);
        }
    }

    /// Keeps only the rows that are wanted of those collected.
    private void cut() {
        Pile kept = new Pile(region, in.types());
        try (SortedRun first = sorted()) {
            int count = 1;
            while (kept.rows() < slice.end() && count > 0) {
                count = first.read(values, all.length);
                kept.add(values, all, (int) Math.min(count, slice.end() - kept.rows()));
            }
            kept.end();
        } catch (RuntimeException e) {
            kept.close();
            throw e;
        }
        pile.close();
        pile = new Pile(region, in.types());
        try {
            for (int b = 0; b < kept.batches(); b++) {
                Batch batch = kept.pin(b);
                pile.add(batch);
                forgetLast();
                last = batch;
                lastRow = batch.rows() - 1;
            }
        } finally {
            kept.close();
        }
    }

    private SortedRun sorted() {
        pile.end();
        KeyPrefix prefix = new KeyPrefix(keys, in.types());
        for (int b = 0; b < pile.batches(); b++) {
            Batch batch = pile.pin(b);
            try {
                rows.start(batch);
                prefix.see(rows, batch.rows());
            } finally {
                batch.unpin();
            }
        }
        return new SortedRun(pile, prefix, order, region);
    }

    private void forgetLast() {
        if (last != null) {
            last.unpin();
            last = null;
        }
    }

    @Override
    public void release() {
        forgetLast();
        if (sorted != null) {
            sorted.close();
        }
        pile.close();
    }
}
