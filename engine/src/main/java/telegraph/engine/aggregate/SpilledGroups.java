package telegraph.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.fold.DistinctValues;
import telegraph.engine.fold.GroupTable;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.SpillFile;
import telegraph.memory.Type;

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

    /// A batch has about this part of the region's limit at most.
    private static final int BATCH_SHARE = 32;

    private final Region region;
    private final SpillFile file;

    /// By kind (groups, then the distinct values of one aggregate after another) and partition.
    private final int[][][] batches;

    private final int[][] counts;
    private final int[] positions = new int[Batch.ROWS_MAX];
    private int rowsAtOnce;

    /// @param kinds how many aggregates have distinct values of their own
    SpilledGroups(Region region, int kinds) {
        this.batches = new int[1 + kinds][PARTITIONS][4];
        this.counts = new int[1 + kinds][PARTITIONS];
        this.region = region;
        this.file = region.spill();
        Arrays.setAll(positions, i -> i);
    }

    static int partition(long hash, int depth) {
        return (int) (hash >>> Long.SIZE - BITS * (depth + 1)) & PARTITIONS - 1;
    }

    /// The numbers of groups, partition by partition.
    ///
    /// @param starts where each partition starts, and where the last ends
    record Order(int[] groups, int[] starts) {
        /// The partition of each group.
        private byte[] partitionOf() {
            byte[] of = new byte[groups.length];
            for (int p = 0; p < PARTITIONS; p++) {
                for (int i = starts[p]; i < starts[p + 1]; i++) {
                    of[groups[i]] = (byte) p;
                }
            }
            return of;
        }

        /// The numbers of pairs, by the partitions of their groups.
        private static Order of(DistinctValues pairs, byte[] partitionOf) {
            int size = pairs.pairs();
            int[] starts = new int[PARTITIONS + 1];
            int[] groups = new int[Batch.ROWS_MAX];
            for (int first = 0; first < size; first += Batch.ROWS_MAX) {
                int count = pairs.groups(first, groups);
                for (int i = 0; i < count; i++) {
                    starts[partitionOf[groups[i]] + 1]++;
                }
            }
            for (int p = 0; p < PARTITIONS; p++) {
                starts[p + 1] += starts[p];
            }
            int[] next = starts.clone();
            int[] listed = new int[size];
            for (int first = 0; first < size; first += Batch.ROWS_MAX) {
                int count = pairs.groups(first, groups);
                for (int i = 0; i < count; i++) {
                    listed[next[partitionOf[groups[i]]]++] = first + i;
                }
            }
            return new Order(listed, starts);
        }

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
        long bytes = 5L * from.size();
        for (int kind = 0; kind < from.kinds(); kind++) {
            bytes += 4L * from.distinct(kind).pairs();
        }
        region.charge(bytes);
        try {
            Order order = from.order(depth);
            write(0, from.carried(), order, (at, count) -> from.carry(order.groups, at, count));
            byte[] partitionOf = order.partitionOf();
            for (int kind = 0; kind < from.kinds(); kind++) {
                Order pairs = Order.of(from.distinct(kind), partitionOf);
                int of = kind;
                write(
                        1 + kind,
                        from.carriedPairs(kind),
                        pairs,
                        (at, count) -> from.carryPairs(of, pairs.groups, at, count));
            }
        } finally {
            region.discharge(bytes);
        }
    }

    /// Gives columns of what is listed from a place on.
    private interface Carrier {
        Vector[] carry(int first, int count);
    }

    private void write(int kind, List<Type> types, Order order, Carrier carrier) {
        long row = types.stream().mapToLong(t -> Math.max(8, t.bytes())).sum();
        rowsAtOnce = Math.clamp(region.limit() / BATCH_SHARE / row, ROWS_MIN, Batch.ROWS_MAX);
        try (BatchBuilder builder = new BatchBuilder(region, types)) {
            for (int p = 0; p < PARTITIONS; p++) {
                int end = order.starts[p + 1];
                for (int at = order.starts[p]; at < end; ) {
                    at += append(carrier, at, end, builder);
                    add(kind, p, builder);
                }
            }
        }
    }

    /// Puts as many as there is room for into the builder; returns how many.
    private int append(Carrier carrier, int at, int end, BatchBuilder builder) {
        while (true) {
            int count = Math.min(rowsAtOnce, end - at);
            Vector[] columns = carrier.carry(at, count);
            try {
                return Gather.append(columns, positions, 0, count, builder);
            } catch (TelegraphException e) {
                if (e.kind() != TelegraphException.Kind.RESOURCE || count <= ROWS_MIN) {
                    throw e;
                }
                builder.close();
                rowsAtOnce = Math.max(ROWS_MIN, count / 4);
            }
        }
    }

    private void add(int kind, int partition, BatchBuilder builder) {
        Batch batch = builder.build();
        try {
            int count = counts[kind][partition]++;
            int[] numbers = batches[kind][partition];
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
                batches[kind][partition] = numbers;
            }
            numbers[count] = file.append(batch);
        } finally {
            batch.unpin();
        }
    }

    /// Adds a partition's groups, and then their distinct values, to a table.
    ///
    /// @param reading where batches are read into
    void absorb(int partition, Grouping target, Region reading) {
        for (int kind = 0; kind < counts.length; kind++) {
            for (int b = 0; b < counts[kind][partition]; b++) {
                Batch batch = file.read(batches[kind][partition][b], reading);
                try {
                    if (kind == 0) {
                        target.absorb(batch);
                    } else {
                        target.absorbPairs(kind - 1, batch);
                    }
                } finally {
                    batch.unpin();
                }
            }
        }
    }
}
