package telegraph.engine.aggregate;

import java.util.Arrays;
import telegraph.engine.Vector;
import telegraph.engine.stem.Gather;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.SpillFile;
import telegraph.memory.TelegraphException;

/// Groups that left memory, dealt out by five bits of the hash of their keys: which batches of the
/// query's spill file each partition has. The same group may be in several batches of one.
///
/// At each depth other bits count, so that a partition too large for memory is dealt out again.
///
/// Threads: one at a time. Memory: what a batch takes while it is written.
final class SpilledGroups {
    static final int PARTITIONS = 32;

    /// Depths from 0 on; so deep there are no more than a few groups of many millions.
    static final int DEPTHS = 5;

    private static final int BITS = 5;
    private static final int ROWS_MIN = 16;

    private final Region region;
    private final SpillFile file;
    private final int[][] batches = new int[PARTITIONS][4];
    private final int[] counts = new int[PARTITIONS];
    private int rowsAtOnce = Batch.ROWS_MAX;

    SpilledGroups(Region region) {
        this.region = region;
        this.file = region.spill();
    }

    static int partition(long hash, int depth) {
        return (int) (hash >>> Long.SIZE - BITS * (depth + 1)) & PARTITIONS - 1;
    }

    /// The numbers of groups, partition by partition.
    ///
    /// @param starts where each partition starts, and where the last ends
    record Order(int[] groups, int[] starts) {
        static Order of(GroupTable table, int depth) {
            int size = table.size();
            int[] starts = new int[PARTITIONS + 1];
            long[] hashes = new long[Batch.ROWS_MAX];
            for (int first = 0; first < size; first += Batch.ROWS_MAX) {
                int count = Math.min(Batch.ROWS_MAX, size - first);
                table.hashes(first, count, hashes);
                for (int i = 0; i < count; i++) {
                    starts[partition(hashes[i], depth) + 1]++;
                }
            }
            for (int p = 0; p < PARTITIONS; p++) {
                starts[p + 1] += starts[p];
            }
            int[] next = starts.clone();
            int[] groups = new int[size];
            for (int first = 0; first < size; first += Batch.ROWS_MAX) {
                int count = Math.min(Batch.ROWS_MAX, size - first);
                table.hashes(first, count, hashes);
                for (int i = 0; i < count; i++) {
                    groups[next[partition(hashes[i], depth)]++] = first + i;
                }
            }
            return new Order(groups, starts);
        }
    }

    /// Writes all groups, whose table needs no look-up any more.
    void write(Grouping from, int depth) {
        long bytes = 4L * from.size();
        region.charge(bytes);
        try (BatchBuilder builder = new BatchBuilder(region, from.carried())) {
            Order order = from.order(depth);
            for (int p = 0; p < PARTITIONS; p++) {
                int end = order.starts[p + 1];
                for (int at = order.starts[p]; at < end; ) {
                    at += write(from, order.groups, at, end, builder);
                    add(p, builder);
                }
            }
        } finally {
            region.discharge(bytes);
        }
    }

    /// Puts as many groups as there is room for into the builder; returns how many.
    private int write(Grouping from, int[] groups, int at, int end, BatchBuilder builder) {
        while (true) {
            int count = Math.min(rowsAtOnce, end - at);
            Vector[] columns = from.carry(groups, at, count);
            try {
                return Gather.append(columns, from.firstPositions(), 0, count, builder);
            } catch (TelegraphException e) {
                if (e.kind() != TelegraphException.Kind.RESOURCE || count <= ROWS_MIN) {
                    throw e;
                }
                builder.close();
                rowsAtOnce = Math.max(ROWS_MIN, count / 4);
            }
        }
    }

    private void add(int partition, BatchBuilder builder) {
        Batch batch = builder.build();
        try {
            if (counts[partition] == batches[partition].length) {
                batches[partition] = Arrays.copyOf(batches[partition], 2 * counts[partition]);
            }
            batches[partition][counts[partition]++] = file.append(batch);
        } finally {
            batch.unpin();
        }
    }

    /// How many batches a partition has.
    int batches(int partition) {
        return counts[partition];
    }

    /// A batch of a partition, read back into a region and pinned for the caller.
    Batch read(int partition, int number, Region to) {
        return file.read(batches[partition][number], to);
    }
}
