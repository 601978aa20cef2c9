package telegraph.engine.sort;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.BatchStream;
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

/// Puts all rows in order; peers come in any.
///
/// ```
/// rows ─► pile ─(share full)─► sorted run ┐
///         pile ─(share full)─► sorted run ├─► merge ─► rows
///         pile ──────────────► sorted run ┘
/// ```
///
/// What fits in the operator's share of memory is sorted and read where it lies. More than that
/// becomes runs, whose batches leave memory when it is short; at most [#FAN_IN] are merged at once.
public final class Sort extends Operator {
    private static final int FAN_IN = 16;

    /// Whoever cancels waits until the run under way is in order.
    private static final int RUN_ROWS_MAX = 1 << 20;

    /// A small batch takes two pages.
    private static final int BATCH_BYTES_MIN = 8192;

    private final BatchStream in;
    private final RowOrder order;
    private final KeyPrefix prefix;
    private final BatchRows rows;
    private final Vector[] values;
    private final int[] all = Positions.all();
    private long share;
    private int rowsAtOnce;
    private int fanIn;
    private final List<Pile> runs = new ArrayList<>();
    private Pile pile;
    private SortedRun last;
    private Merge merge;
    private boolean collected;

    public Sort(BatchStream in, List<SortKey> keys, Region parent) {
        super("sort", List.of(in), in.types(), parent);
        this.in = in;
        this.order = new RowOrder(keys, in.types());
        this.prefix = new KeyPrefix(keys, in.types());
        this.rows = new BatchRows(in.types());
        this.values = Pinned.vectors(in.types());
        this.pile = new Pile(region, in.types());
    }

    @Override
    public boolean step() throws InterruptedException {
        if (!collected) {
            collect();
            collected = true;
        }
        int count = last != null ? last.read(values, rowsAtOnce) : merge.read(values, rowsAtOnce);
        output.append(values, all, count);
        if (last != null) {
            last.confirm();
        } else {
            merge.confirm();
        }
        return count > 0;
    }

    private void collect() throws InterruptedException {
        share = MemoryShare.of(region);
        fanIn = Math.clamp(share / BATCH_BYTES_MIN, 2, FAN_IN);
        rowsAtOnce = MemoryShare.rows(share / 8, MemoryShare.rowBytes(in.types()));
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
            try {
                rows.start(batch);
                prefix.see(rows, batch.rows());
                pile.add(batch);
            } finally {
                batch.unpin();
            }
            if (pile.rows() >= RUN_ROWS_MAX
                    || pile.bytes() + RowNumbers.BYTES_PER_ROW * pile.rows() > share) {
                runs.add(run());
                pile = new Pile(region, in.types());
            }
        }
        if (runs.isEmpty()) {
            pile.end();
            last = new SortedRun(pile, prefix, order, region);
            return;
        }
        if (pile.rows() > 0) {
            runs.add(run());
        }
        while (runs.size() > fanIn) {
            List<Pile> first = runs.subList(0, fanIn);
            Pile merged = merged(first);
            first.forEach(Pile::close);
            first.clear();
            // The last, so that all are read equally often.
            runs.add(merged);
        }
        merge = new Merge(runs, prefix, order);
    }

    /// The pile in order, as a pile of small batches; the pile is closed.
    private Pile run() {
        pile.end();
        Pile run = new Pile(region, in.types(), runRows());
        try (SortedRun sorted = new SortedRun(pile, prefix, order, region)) {
            for (int count = sorted.read(values, rowsAtOnce);
                    count > 0;
                    count = sorted.read(values, rowsAtOnce)) {
                run.add(values, all, count);
            }
            run.end();
        } catch (RuntimeException e) {
            run.close();
            throw e;
        }
        pile.close();
        return run;
    }

    /// So few that a batch of each run merged at once fits in the share.
    private int runRows() {
        return MemoryShare.rows(share / (2 * fanIn), pile.bytes() / Math.max(1, pile.rows()));
    }

    private Pile merged(List<Pile> piles) {
        Pile to = new Pile(region, in.types(), runRows());
        try (Merge merging = new Merge(piles, prefix, order)) {
            for (int count = merging.read(values, rowsAtOnce);
                    count > 0;
                    count = merging.read(values, rowsAtOnce)) {
                to.add(values, all, count);
            }
            to.end();
        } catch (RuntimeException e) {
            to.close();
            throw e;
        }
        return to;
    }

    @Override
    public void release() {
        if (last != null) {
            last.close();
        }
        if (merge != null) {
            merge.close();
        }
        runs.forEach(Pile::close);
        pile.close();
    }
}
