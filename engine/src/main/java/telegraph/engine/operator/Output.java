package telegraph.engine.operator;

import java.util.ArrayDeque;
import java.util.List;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Makes batches of rows that come as vectors.
///
/// Threads: one. Memory: owns the batches until [#poll] or [#rest] hands them out.
public final class Output implements AutoCloseable {
    /// A batch takes at most about this part of the region's limit.
    private static final int PART_OF_LIMIT = 32;

    private final BatchBuilder builder;
    private final int rowsMax;
    private final long bytesMax;
    private final int rowsAtOnce;
    private final ArrayDeque<Batch> full = new ArrayDeque<>();

    Output(Region region, List<Type> types) {
        this(region, types, Batch.ROWS_MAX);
    }

    /// @param rowsMax the most rows a batch gets
    Output(Region region, List<Type> types, int rowsMax) {
        this.builder = new BatchBuilder(region, types);
        this.rowsMax = rowsMax;
        this.bytesMax = region.limit() / PART_OF_LIMIT;
        this.rowsAtOnce = MemoryShare.rows(bytesMax / 4, MemoryShare.rowBytes(types));
    }

    public List<Type> types() {
        return builder.types();
    }

    /// Adds the values at the selected positions, a vector for each column.
    public void append(Vector[] columns, int[] selection, int count) {
        for (int done = 0; done < count; ) {
            int room = Math.min(Math.min(count - done, rowsAtOnce), rowsMax - builder.rows());
            done += Gather.append(columns, selection, done, room, builder);
            if (builder.isFull()
                    || builder.rows() == rowsMax
                    || rowsAtOnce < Batch.ROWS_MAX && builder.bytes() >= bytesMax) {
                full.add(builder.build());
            }
        }
    }

    /// Takes a batch as it is, with its pin.
    public void pass(Batch batch) {
        full.add(batch);
    }

    boolean hasRows() {
        return !full.isEmpty() || !builder.isEmpty();
    }

    /// A full batch, or null if there is none.
    Batch poll() {
        return full.poll();
    }

    /// The next batch, full or not, or null if there are no rows.
    Batch rest() {
        Batch batch = full.poll();
        return batch != null || builder.isEmpty() ? batch : builder.build();
    }

    @Override
    public void close() {
        full.forEach(Batch::unpin);
        full.clear();
        builder.close();
    }
}
