package telegraph.engine.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.BatchStream;
import telegraph.engine.Operators;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.ground.Disk;
import telegraph.memory.Batch;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// The rows with their sets' elements are those of two nested loops, in that order, and a stream
/// closed early holds nothing.
class ProjectSetTest {
    /// As many numbers as a column says, none where it is NULL, and each third of them NULL.
    private static final class UpTo implements SetFunction {
        private final int column;
        private final int rowsMost;
        private Vector sizes;
        private long size;
        private long given;

        UpTo(int column, int rowsMost) {
            this.column = column;
            this.rowsMost = rowsMost;
        }

        static Long element(long index) {
            return index % 3 == 2 ? null : index * 10;
        }

        @Override
        public Type type() {
            return Type.BIGINT;
        }

        @Override
        public List<ColumnRef> columns() {
            return List.of(new ColumnRef(0, column));
        }

        @Override
        public void evaluate(Rows rows, int[] selection, int count) {
            if (count > rowsMost) {
                throw Expression.TooManyRows.NOW;
            }
            sizes = rows.column(new ColumnRef(0, column), selection, count);
        }

        @Override
        public void begin(int position) {
            size = sizes.nulls[position] ? 0 : sizes.longs[position];
            given = 0;
        }

        @Override
        public int fill(Vector to, int at, int most) {
            int count = (int) Math.min(size - given, most);
            for (int i = 0; i < count; i++) {
                Long element = element(given++);
                to.nulls[at + i] = element == null;
                to.longs[at + i] = element == null ? 0 : element;
            }
            return count;
        }

        @Override
        public SetFunction fork() {
            return new UpTo(column, rowsMost);
        }
    }

    private static Long size(RandomGenerator random) {
        return switch (random.nextInt(12)) {
            case 0 -> null;
            case 1, 2 -> 0L;
            case 3 -> 4096L * random.nextInt(3);
            case 4 -> (long) random.nextInt(9000);
            default -> (long) random.nextInt(4);
        };
    }

    private static List<List<Object>> expected(
            List<Object[]> rows, int sets, boolean kept, boolean counted) {
        List<List<Object>> expected = new ArrayList<>();
        for (Object[] row : rows) {
            long longest = 0;
            for (int s = 0; s < sets; s++) {
                longest = Math.max(longest, row[s] == null ? 0 : (Long) row[s]);
            }
            boolean none = longest == 0;
            for (long i = 0; i < (none && kept ? 1 : longest); i++) {
                List<Object> out = new ArrayList<>(List.of(row[sets]));
                for (int s = 0; s < sets; s++) {
                    long size = row[s] == null ? 0 : (Long) row[s];
                    out.add(i < size ? UpTo.element(i) : null);
                }
                if (counted) {
                    out.add(none ? null : (Object) (i + 1));
                }
                expected.add(out);
            }
        }
        return expected;
    }

    @Test
    void eachRowStandsBesideEachElement() {
        Seeds.run(
                30,
                (seed, random) -> {
                    int sets = 1 + random.nextInt(3);
                    boolean kept = random.nextBoolean();
                    boolean counted = random.nextBoolean();
                    List<Object[]> rows = new ArrayList<>();
                    for (int r = random.nextInt(200); r > 0; r--) {
                        Object[] row = new Object[sets + 1];
                        for (int s = 0; s < sets; s++) {
                            row[s] = size(random);
                        }
                        row[sets] = "a text that has to lie in the heap, of row " + r;
                        rows.add(row);
                    }
                    List<Type> types = new ArrayList<>();
                    IntStream.range(0, sets).forEach(_ -> types.add(Type.BIGINT));
                    types.add(Type.TEXT);
                    int rowsMost = random.nextBoolean() ? 4096 : 1 + random.nextInt(50);
                    List<SetFunction> functions =
                            IntStream.range(0, sets)
                                    .<SetFunction>mapToObj(s -> new UpTo(s, rowsMost))
                                    .toList();
                    SpillSpace spills = SpillSpace.open(Disk.inMemory(), Path.of("s"), 1L << 30);
                    try (MemoryManager memory = new MemoryManager(1L << 30, spills)) {
                        try (Region region = memory.query("q", 1L << 28);
                                BatchStream stream =
                                        Operators.projectSet(
                                                Operators.values(types, rows, region),
                                                functions,
                                                kept,
                                                counted,
                                                region)) {
                            boolean whole = random.nextInt(4) > 0;
                            List<List<Object>> found = new ArrayList<>();
                            for (Batch b = stream.next(); b != null; b = stream.next()) {
                                read(b, sets, found);
                                b.unpin();
                                if (!whole) {
                                    break;
                                }
                            }
                            List<List<Object>> expected = expected(rows, sets, kept, counted);
                            assertEquals(
                                    whole ? expected : expected.subList(0, found.size()), found);
                        }
                        assertEquals(0, memory.used(), "bytes left");
                    }
                });
    }

    private static void read(Batch batch, int sets, List<List<Object>> found) {
        for (int r = 0; r < batch.rows(); r++) {
            List<Object> row = new ArrayList<>();
            for (int c = sets; c < batch.types().size(); c++) {
                row.add(batch.valueAt(c, r));
            }
            found.add(row);
        }
    }

    /// A set without end is given batch by batch.
    @Test
    void aSetMayBeLargerThanMemory() throws InterruptedException {
        SpillSpace spills = SpillSpace.open(Disk.inMemory(), Path.of("s"), 1L << 30);
        try (MemoryManager memory = new MemoryManager(1L << 30, spills);
                Region region = memory.query("q", 1 << 22);
                BatchStream stream =
                        Operators.projectSet(
                                Operators.values(
                                        List.of(Type.BIGINT),
                                        List.<Object[]>of(new Object[] {Long.MAX_VALUE}),
                                        region),
                                List.of(new UpTo(0, 4096)),
                                false,
                                true,
                                region)) {
            long rows = 0;
            while (rows < 2_000_000) {
                Batch batch = stream.next();
                rows += batch.rows();
                assertEquals(rows, batch.valueAt(2, batch.rows() - 1));
                batch.unpin();
            }
            assertTrue(region.used() < 1 << 22, "bytes held: " + region.used());
        }
    }
}
