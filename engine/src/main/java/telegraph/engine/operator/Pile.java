package telegraph.engine.operator;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Rows set aside, in batches that leave memory when it is short.
///
/// Large batches are kept as they are, rows of small ones are put together. [#end] comes between
/// the last row and the first read.
///
/// Threads: one; memory pressure of others may take batches at any time. Memory: keeps a pin of
/// each batch until [#close].
public final class Pile implements AutoCloseable {
    /// Batches of fewer rows are put together with others.
    public static final int LARGE_ROWS = 512;

    private final BatchStore store;
    private final Output output;
    private BatchRows small;
    private int[] all;
    private long rows;
    private long bytes;

    public Pile(Region region, List<Type> types) {
        this(region, types, Batch.ROWS_MAX);
    }

    /// @param rowsMax the most rows of a batch put together here
    public Pile(Region region, List<Type> types, int rowsMax) {
        this.store = new BatchStore(region);
        this.output = new Output(region, types, rowsMax);
    }

    /// Adds the rows of a batch, which stays the caller's to unpin.
    public void add(Batch batch) {
        if (batch.rows() >= LARGE_ROWS) {
            rows += batch.rows();
            bytes += batch.heldBytes();
            store.append(batch);
        } else {
            if (small == null) {
                small = new BatchRows(types());
                all = Positions.all();
            }
            small.start(batch);
            add(small.columns(), all, batch.rows());
        }
    }

    /// Adds the rows at the selected positions.
    public void add(Vector[] columns, int[] selection, int count) {
        rows += count;
        output.append(columns, selection, count);
        for (Batch batch = output.poll(); batch != null; batch = output.poll()) {
            keep(batch);
        }
    }

    private void keep(Batch batch) {
        try {
            bytes += batch.heldBytes();
            store.append(batch);
        } finally {
            batch.unpin();
        }
    }

    /// No more rows will come.
    public void end() {
        Batch batch = output.rest();
        if (batch != null) {
            keep(batch);
        }
        output.close();
    }

    /// Batches, of which [#pin] takes the number.
    public int batches() {
        return store.size();
    }

    public long rows() {
        return rows;
    }

    /// Bytes of all batches, whether or not they are in memory now.
    public long bytes() {
        return bytes;
    }

    public List<Type> types() {
        return output.types();
    }

    /// A batch, pinned for the caller, who unpins it.
    public Batch pin(int number) {
        return store.pin(number);
    }

    /// Some batches of a pile, one after the other.
    ///
    /// @param start the first
    /// @param end the one after the last
    public record Part(Pile pile, int start, int end) {
        /// At least as many rows as there are.
        public long rows() {
            return Math.min(pile.rows, (long) Batch.ROWS_MAX * (end - start));
        }
    }

    /// All batches.
    public Part whole() {
        return new Part(this, 0, batches());
    }

    /// How many bytes the rows would take with `more` for each row besides.
    public long bytesWith(int more) {
        return bytes + more * rows;
    }

    /// Parts that take at most `share` bytes each with `more` for each row besides, if a batch
    /// does; at least one.
    public List<Part> parts(long share, int more) {
        long perBatch = Math.max(1, bytesWith(more) / Math.max(1, batches()));
        int step = Math.clamp(share / perBatch, 1, Math.max(1, batches()));
        List<Part> parts = new ArrayList<>();
        int start = 0;
        do {
            int end = Math.min(batches(), start + step);
            parts.add(new Part(this, start, end));
            start = end;
        } while (start < batches());
        return parts;
    }

    @Override
    public void close() {
        output.close();
        store.close();
    }
}
