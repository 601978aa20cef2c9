package telegraph.bench;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// A column in a batch's segment against the same column in a primitive array, for the ways the
/// engine reads one: in order, by index, and comparing strings.
///
/// Nanoseconds per value. The batches are more than the caches hold when read by index across
/// batches, as a SteM probe does, and fit when read in order, as a filter does.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(BatchLayoutBenchmark.ROWS)
public class BatchLayoutBenchmark {
    static final int ROWS = Batch.ROWS_MAX;
    private static final int BATCHES = 512;
    private static final byte[] WANTED = "N12345 of a longer kind".getBytes(StandardCharsets.UTF_8);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private MemoryManager memory;
    private Region region;
    private final Batch[] batches = new Batch[BATCHES];
    private final long[][] arrays = new long[BATCHES][ROWS];
    private byte[] heap;
    private final int[] offsets = new int[ROWS];
    private final int[] lengths = new int[ROWS];
    private final int[] selection = new int[ROWS];
    private final int[] batchOf = new int[ROWS];
    private final int[] all = new int[ROWS];
    private final long[] pooled = new long[ROWS];
    private MemorySegment wanted;
    private int turn;

    @Setup(Level.Trial)
    public void fill() {
        memory = new MemoryManager(1L << 30);
        region = memory.query("bench", 1L << 30);
        wanted = region.allocate(WANTED.length).asSlice(0, WANTED.length);
        MemorySegment.copy(WANTED, 0, wanted, ValueLayout.JAVA_BYTE, 0, WANTED.length);
        Random random = new Random(1);
        heap = new byte[ROWS * 24];
        for (int b = 0; b < BATCHES; b++) {
            try (BatchBuilder builder = new BatchBuilder(region, List.of(Type.BIGINT, Type.TEXT))) {
                for (int r = 0; r < ROWS; r++) {
                    long value = random.nextLong();
                    arrays[b][r] = value;
                    builder.setLong(0, value);
                    if (b == 0) {
                        text(builder, r, random);
                    }
                    builder.endRow();
                }
                batches[b] = builder.build();
            }
        }
        for (int r = 0; r < ROWS; r++) {
            batchOf[r] = random.nextInt(BATCHES);
            all[r] = r;
        }
    }

    private void text(BatchBuilder builder, int row, Random random) {
        byte[] text = WANTED.clone();
        if (random.nextInt(10) != 0) {
            text[random.nextInt(text.length)] = 'x';
        }
        builder.setText(1, text, 0, text.length);
        offsets[row] = row * 24;
        lengths[row] = text.length;
        System.arraycopy(text, 0, heap, row * 24, text.length);
    }

    @TearDown(Level.Trial)
    public void free() {
        region.close();
        memory.close();
    }

    @Benchmark
    public long scanSegment() {
        Batch batch = batches[turn++ & 7];
        MemorySegment segment = batch.segment();
        long at = batch.valuesOffset(0);
        long sum = 0;
        for (int r = 0; r < ROWS; r++) {
            sum += segment.get(LONG, at + 8L * r);
        }
        return sum;
    }

    @Benchmark
    public long scanBatchAccessor() {
        Batch batch = batches[turn++ & 7];
        long sum = 0;
        for (int r = 0; r < ROWS; r++) {
            sum += batch.longAt(0, r);
        }
        return sum;
    }

    @Benchmark
    public long scanArray() {
        long[] values = arrays[turn++ & 7];
        long sum = 0;
        for (int r = 0; r < ROWS; r++) {
            sum += values[r];
        }
        return sum;
    }

    @Benchmark
    public long filterSegment() {
        Batch batch = batches[turn++ & 7];
        MemorySegment segment = batch.segment();
        long at = batch.valuesOffset(0);
        int kept = 0;
        for (int r = 0; r < ROWS; r++) {
            selection[kept] = r;
            kept += segment.get(LONG, at + 8L * r) > 0 ? 1 : 0;
        }
        return kept;
    }

    @Benchmark
    public long filterArray() {
        long[] values = arrays[turn++ & 7];
        int kept = 0;
        for (int r = 0; r < ROWS; r++) {
            selection[kept] = r;
            kept += values[r] > 0 ? 1 : 0;
        }
        return kept;
    }

    /// Values of one batch into a worker's vector, then summed: the price of the copy.
    @Benchmark
    public long copySegmentToPooledArray() {
        Batch batch = batches[turn++ & 7];
        MemorySegment.copy(batch.segment(), LONG, batch.valuesOffset(0), pooled, 0, ROWS);
        long sum = 0;
        for (int r = 0; r < ROWS; r++) {
            sum += pooled[r];
        }
        return sum;
    }

    /// The same by the batch, which looks once whether its memory is still its own.
    @Benchmark
    public long readRun() {
        batches[turn++ & 7].readLongs(0, null, all, ROWS, pooled);
        return pooled[0];
    }

    /// Rows of one batch in any order.
    @Benchmark
    public long readRows() {
        batches[turn++ & 7].readLongs(0, batchOf, all, ROWS, pooled);
        return pooled[0];
    }

    @Benchmark
    public long readTexts() {
        batches[0].readTexts(1, null, all, ROWS, pooled, lengths);
        return pooled[0];
    }

    /// Rows of many batches at random, as a probe's matches are.
    @Benchmark
    public long gatherSegments() {
        int shift = turn++ * 31;
        for (int r = 0; r < ROWS; r++) {
            Batch batch = batches[(batchOf[r] + shift) & BATCHES - 1];
            pooled[r] = batch.segment().get(LONG, batch.valuesOffset(0) + 8L * (r * 37 & ROWS - 1));
        }
        return pooled[0];
    }

    @Benchmark
    public long gatherArrays() {
        int shift = turn++ * 31;
        for (int r = 0; r < ROWS; r++) {
            pooled[r] = arrays[(batchOf[r] + shift) & BATCHES - 1][r * 37 & ROWS - 1];
        }
        return pooled[0];
    }

    @Benchmark
    public int textEqualsSegment() {
        Batch batch = batches[0];
        MemorySegment segment = batch.segment();
        int equal = 0;
        for (int r = 0; r < ROWS; r++) {
            int length = batch.textLengthAt(1, r);
            long at = batch.textOffsetAt(1, r);
            if (length == WANTED.length
                    && MemorySegment.mismatch(segment, at, at + length, wanted, 0, length) < 0) {
                equal++;
            }
        }
        return equal;
    }

    @Benchmark
    public int textEqualsBytes() {
        int equal = 0;
        for (int r = 0; r < ROWS; r++) {
            int from = offsets[r];
            if (lengths[r] == WANTED.length
                    && Arrays.equals(heap, from, from + lengths[r], WANTED, 0, WANTED.length)) {
                equal++;
            }
        }
        return equal;
    }

    /// A batch's memory taken and given back, per value.
    @Benchmark
    public long allocateFromRegion() {
        MemorySegment piece = region.allocate(8L * ROWS);
        long address = piece.address();
        region.free(piece);
        return address;
    }

    @Benchmark
    public long[] allocateArray() {
        return new long[ROWS];
    }
}
