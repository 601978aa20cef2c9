package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// Columns read from batches as a whole and put into builders as a whole, against lists of rows.
class BulkTest {
    private static final long MIB = 1 << 20;

    /// A column at the positions of a vector.
    private static final class Arrayed {
        final boolean[] nulls = new boolean[Batch.ROWS_MAX];
        final long[] longs = new long[Batch.ROWS_MAX];
        final long[] highs = new long[Batch.ROWS_MAX];
        final double[] doubles = new double[Batch.ROWS_MAX];
        final MemorySegment[] segments = new MemorySegment[Batch.ROWS_MAX];
        final long[] offsets = new long[Batch.ROWS_MAX];
        final int[] lengths = new int[Batch.ROWS_MAX];

        void read(Batch batch, int column, int[] rows, int[] selection, int count) {
            if (!batch.isNullFree(column)) {
                batch.readNulls(column, rows, selection, count, nulls);
            }
            switch (batch.type(column).kind()) {
                case DOUBLE -> batch.readDoubles(column, rows, selection, count, doubles);
                case DECIMAL -> {
                    batch.readLongs(column, rows, selection, count, longs);
                    if (batch.type(column).isShortDecimal()) {
                        for (int i = 0; i < count; i++) {
                            highs[selection[i]] = longs[selection[i]] >> 63;
                        }
                    } else {
                        batch.readHighs(column, rows, selection, count, highs);
                    }
                }
                case TEXT -> {
                    batch.readTexts(column, rows, selection, count, offsets, lengths);
                    Arrays.fill(segments, batch.segment());
                }
                default -> batch.readLongs(column, rows, selection, count, longs);
            }
        }

        void put(BatchBuilder to, int column, boolean[] nulls) {
            switch (to.types().get(column).kind()) {
                case DOUBLE -> to.putDoubles(column, doubles, nulls);
                case DECIMAL -> to.putDecimals(column, highs, longs, nulls);
                case TEXT -> to.putTexts(column, segments, offsets, lengths, nulls);
                default -> to.putLongs(column, longs, nulls);
            }
        }
    }

    @Test
    void columnsReadAndPutAsAWholeAreTheRows() {
        Seeds.run(150, BulkTest::throughArrays);
    }

    private static void throughArrays(long seed, RandomGenerator random) {
        try (MemoryManager memory = new MemoryManager(256 * MIB)) {
            try (Region query = memory.query("q", 256 * MIB)) {
                List<Type> types = RandomBatches.types(random);
                int size = random.nextInt(4) == 0 ? 2000 : random.nextInt(1, 200);
                List<List<Object>> rows = rows(types, size, random);
                Batch batch = RandomBatches.batch(query, types, rows);
                boolean direct = random.nextBoolean();
                int[] selection = ascending(size, random);
                int[] rowOf = direct ? null : anyOf(size, Batch.ROWS_MAX, random);
                List<List<Object>> model = new ArrayList<>();
                try (BatchBuilder builder = new BatchBuilder(query, types)) {
                    for (int single = random.nextInt(70); single > 0; single--) {
                        List<Object> row = RandomBatches.row(types, random);
                        RandomBatches.append(builder, row);
                        model.add(row);
                    }
                    int from = random.nextInt(selection.length);
                    boolean run = isRun(selection) && random.nextBoolean();
                    int[] picks = run || random.nextBoolean() ? selection : repeated(selection);
                    int count = random.nextInt(picks.length - from + 1);
                    builder.startRows(run ? null : picks, run ? selection[from] : from, count);
                    for (int c = 0; c < types.size(); c++) {
                        Arrayed column = new Arrayed();
                        column.read(batch, c, rowOf, selection, selection.length);
                        boolean[] nulls = batch.isNullFree(c) ? null : column.nulls;
                        if (random.nextInt(4) == 0) {
                            column.put(builder, c, null); // put twice, the last one counts
                        }
                        column.put(builder, c, nulls);
                    }
                    builder.endRows();
                    for (int i = 0; i < count; i++) {
                        int position = picks[from + i];
                        model.add(rows.get(direct ? position : rowOf[position]));
                    }
                    Batch copy = builder.build();
                    assertEquals(model, RandomBatches.rows(copy));
                    copy.unpin();
                }
                batch.unpin();
            }
            Leaks.none("bytes", memory::used);
        }
    }

    @Test
    void rowsOfABatchAreAppendedAsAWhole() {
        Seeds.run(150, BulkTest::fromBatch);
    }

    private static void fromBatch(long seed, RandomGenerator random) {
        try (MemoryManager memory = new MemoryManager(256 * MIB)) {
            try (Region query = memory.query("q", 256 * MIB)) {
                List<Type> types = RandomBatches.types(random);
                List<List<Object>> rows = rows(types, random.nextInt(1, 500), random);
                Batch batch = RandomBatches.batch(query, types, rows);
                List<List<Object>> model = new ArrayList<>();
                try (BatchBuilder builder = new BatchBuilder(query, types)) {
                    for (int step = 0; step < 8; step++) {
                        int from = random.nextInt(rows.size());
                        int count = random.nextInt(rows.size() - from + 1);
                        int[] picks = random.nextBoolean() ? null : anyOf(rows.size(), 500, random);
                        builder.append(batch, picks, from, count);
                        for (int i = from; i < from + count; i++) {
                            model.add(rows.get(picks == null ? i : picks[i]));
                        }
                        if (random.nextInt(3) == 0) {
                            int kept = random.nextInt(model.size() + 1);
                            builder.truncate(kept);
                            model = new ArrayList<>(model.subList(0, kept));
                        }
                    }
                    Batch copy = builder.build();
                    assertEquals(model, RandomBatches.rows(copy));
                    copy.unpin();
                }
                batch.unpin();
            }
            Leaks.none("bytes", memory::used);
        }
    }

    @Test
    void rowsBegunAndCutOffLeaveNothingBehind() {
        try (MemoryManager memory = new MemoryManager(MIB);
                Region query = memory.query("q", MIB);
                BatchBuilder builder = new BatchBuilder(query, List.of(Type.BIGINT))) {
            builder.startRows(null, 0, 100);
            builder.putLongs(0, new long[100], null);
            builder.truncate(0);
            for (int i = 0; i < 100; i++) {
                builder.endRow();
            }
            Batch batch = builder.build();
            for (int row = 0; row < 100; row++) {
                assertEquals(null, batch.valueAt(0, row));
            }
            batch.unpin();
        }
    }

    @Test
    void noMoreRowsAreBegunThanABatchHolds() {
        try (MemoryManager memory = new MemoryManager(MIB);
                Region query = memory.query("q", MIB);
                BatchBuilder builder = new BatchBuilder(query, List.of(Type.BIGINT))) {
            builder.startRows(null, 0, Batch.ROWS_MAX);
            builder.endRows();
            assertThrows(IllegalStateException.class, () -> builder.startRows(null, 0, 1));
        }
    }

    /// Rows that are NULL now and then, often, or never.
    private static List<List<Object>> rows(List<Type> types, int count, RandomGenerator random) {
        boolean nullFree = random.nextInt(3) == 0;
        List<List<Object>> rows = new ArrayList<>();
        while (rows.size() < count) {
            List<Object> row = RandomBatches.row(types, random);
            if (!nullFree || !row.contains(null)) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static int[] ascending(int size, RandomGenerator random) {
        int first = random.nextInt(size);
        if (random.nextBoolean()) {
            int count = random.nextInt(1, size - first + 1);
            return java.util.stream.IntStream.range(first, first + count).toArray();
        }
        int[] some =
                java.util.stream.IntStream.range(0, size)
                        .filter(i -> random.nextBoolean())
                        .toArray();
        return some.length == 0 ? new int[] {first} : some;
    }

    private static boolean isRun(int[] selection) {
        return selection[selection.length - 1] - selection[0] == selection.length - 1;
    }

    private static int[] repeated(int[] selection) {
        int[] picks = selection.clone();
        for (int i = 0; i < picks.length; i += 3) {
            picks[i] = selection[selection.length - 1 - i];
        }
        return picks;
    }

    private static int[] anyOf(int rows, int count, RandomGenerator random) {
        return random.ints(count, 0, rows).toArray();
    }
}
