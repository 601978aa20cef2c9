package telegraph.engine.operator;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Rows dealt out by four bits of the hash of their keys, other bits at each depth.
///
/// Threads: one. Memory: that of the piles, until [#close].
public final class Partitions implements AutoCloseable {
    public static final int COUNT = 16;
    private static final int BITS = 4;

    /// Depths from 0 on; deeper there are no more bits.
    public static final int DEPTHS = 5;

    private final int[] keyColumns;
    private final Vector[] keys;
    private final int shift;
    private final BatchRows rows;
    private final List<Pile> piles = new ArrayList<>();
    private final long[] words = new long[Batch.ROWS_MAX];
    private final int[] all = Positions.all();
    private final int[][] selections = new int[COUNT][Batch.ROWS_MAX];
    private final int[] counts = new int[COUNT];

    /// @param rowsMax the most rows a batch of a partition gets
    public Partitions(Region region, List<Type> types, int[] keyColumns, int depth, int rowsMax) {
        this.keyColumns = keyColumns;
        this.keys = new Vector[keyColumns.length];
        this.shift = Long.SIZE - BITS * (depth + 1);
        this.rows = new BatchRows(types);
        for (int p = 0; p < COUNT; p++) {
            piles.add(new Pile(region, types, rowsMax));
        }
    }

    /// Finds out where the rows of a batch belong, for [#selection] and [#count].
    public void deal(Batch batch) {
        rows.start(batch);
        for (int k = 0; k < keys.length; k++) {
            keys[k] = rows.column(keyColumns[k]);
        }
        RowWords.hash(keys, all, batch.rows(), words);
        java.util.Arrays.fill(counts, 0);
        for (int at = 0; at < batch.rows(); at++) {
            int p = (int) (words[at] >>> shift) & COUNT - 1;
            selections[p][counts[p]++] = at;
        }
    }

    /// The rows of the batch dealt out last that belong to a partition.
    public int[] selection(int partition) {
        return selections[partition];
    }

    public int count(int partition) {
        return counts[partition];
    }

    /// Keeps the rows of the batch dealt out last that belong to a partition.
    public void keep(int partition) {
        if (counts[partition] > 0) {
            piles.get(partition).add(rows.columns(), selections[partition], counts[partition]);
        }
    }

    /// Keeps all rows of a batch.
    public void add(Batch batch) {
        deal(batch);
        for (int p = 0; p < COUNT; p++) {
            keep(p);
        }
    }

    /// Keeps all rows of a pile, which is closed.
    public void add(Pile pile) {
        for (int b = 0; b < pile.batches(); b++) {
            Batch batch = pile.pin(b);
            try {
                add(batch);
            } finally {
                batch.unpin();
            }
        }
        pile.close();
    }

    /// No more rows will come.
    public void end() {
        piles.forEach(Pile::end);
    }

    public Pile pile(int partition) {
        return piles.get(partition);
    }

    @Override
    public void close() {
        piles.forEach(Pile::close);
    }
}
