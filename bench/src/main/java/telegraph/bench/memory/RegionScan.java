package telegraph.bench.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// Makes batches of tuples in a region, filters each into a selection and adds up a field.
///
/// Threads: one.
final class RegionScan implements Contender {
    static final int BATCH = 4_096;
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long LIMIT = 1L << 28;
    private static final int FIELD = 2;

    private final Tuples tuples;
    private final MemoryManager memory = new MemoryManager(LIMIT);
    private final long[][] columns = new long[Tuples.NUMBERS + 2][BATCH];
    private final int[] selection = new int[BATCH];

    RegionScan(Tuples tuples) {
        this.tuples = tuples;
    }

    /// About half of all pass.
    static boolean passes(long number) {
        return (number & 1L << 40) != 0;
    }

    @Override
    public long partition(int number) {
        long sum = 0;
        try (Region region = memory.query("scan", LIMIT);
                BatchBuilder builder = new BatchBuilder(region, RegionJoin.types())) {
            for (int first = 0; first < tuples.count(); first += BATCH) {
                Batch batch = made(builder, number, first, Math.min(BATCH, tuples.count() - first));
                sum += filtered(batch);
                batch.unpin();
            }
        }
        return sum;
    }

    private Batch made(BatchBuilder builder, int number, int first, int rows) {
        long[] keys = columns[0];
        for (int row = 0; row < rows; row++) {
            keys[row] = Tuples.key(number, first + row);
        }
        for (int f = 0; f < Tuples.NUMBERS; f++) {
            long[] numbers = columns[1 + f];
            for (int row = 0; row < rows; row++) {
                numbers[row] = Tuples.number(keys[row], f);
            }
        }
        long[] last = columns[1 + Tuples.NUMBERS];
        for (int row = 0; row < rows; row++) {
            last[row] = (int) keys[row];
        }
        builder.startRows(null, 0, rows);
        for (int c = 0; c < columns.length; c++) {
            builder.putLongs(c, columns[c], null);
        }
        builder.endRows();
        return builder.build();
    }

    private long filtered(Batch batch) {
        MemorySegment segment = batch.segment();
        long values = batch.valuesOffset(FIELD);
        int count = 0;
        int rows = batch.rows();
        for (int row = 0; row < rows; row++) {
            if (passes(segment.get(LONG, values + 8L * row))) {
                selection[count++] = row;
            }
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += segment.get(LONG, values + 8L * selection[i]);
        }
        return sum;
    }

    @Override
    public void close() {
        memory.close();
    }
}
