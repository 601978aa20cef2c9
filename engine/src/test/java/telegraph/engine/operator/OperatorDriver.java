package telegraph.engine.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import telegraph.engine.BatchStream;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.memory.SpillSpace;
import telegraph.memory.Type;
import telegraph.testkit.Leaks;

/// Makes an operator suffer: batches of 1, 7 and 4,096 rows, memory that does not suffice, memory
/// taken away between two batches and for a while, the end of the query at any point. Each run ends
/// with zero bytes held.
///
/// After the operator tests of Trino.
public final class OperatorDriver {
    public static final long PLENTY = 256L << 20;

    /// The operator under test over streams of the tables.
    @FunctionalInterface
    public interface Maker {
        BatchStream make(List<BatchStream> inputs, Region region);
    }

    /// How the operator's life is made hard.
    ///
    /// @param batchRows rows of the batches it is given
    /// @param limit bytes the query may have
    /// @param grant bytes the operator may have
    /// @param squeeze in how many of 100 pauses between batches all memory is asked back, and kept
    ///   for a while
    public record Ordeal(int batchRows, long limit, long grant, int squeeze) {
        static final Ordeal NONE = easy(Batch.ROWS_MAX);

        /// Only the batches are small.
        public static Ordeal easy(int batchRows) {
            return new Ordeal(batchRows, PLENTY, PLENTY, 0);
        }

        /// An operator that may have `grant` bytes in a query with eight times as many.
        public static Ordeal hard(RandomGenerator random, long grant) {
            int[] batchRows = {7, 100, 600};
            return new Ordeal(
                    batchRows[random.nextInt(3)], 8 * grant, grant, 1 + random.nextInt(30));
        }
    }

    private final List<Table> tables;
    private final Maker maker;

    /// Bytes that went to disk in the last run.
    private long spilled;

    public OperatorDriver(List<Table> tables, Maker maker) {
        this.tables = tables;
        this.maker = maker;
    }

    /// All rows that come out of an easy life.
    public List<List<Object>> rows() {
        return rows(Ordeal.NONE, new SplittableRandom(1));
    }

    /// All rows that come out.
    public List<List<Object>> rows(Ordeal ordeal, RandomGenerator random) {
        List<List<Object>> rows = new ArrayList<>();
        run(
                ordeal,
                random,
                stream -> {
                    for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
                        if (batch.rows() == 0) {
                            throw new AssertionError("a batch is never empty");
                        }
                        rows.addAll(Table.rows(batch));
                        batch.unpin();
                    }
                    assertEquals(null, stream.next(), "the end is the end");
                });
        return rows;
    }

    /// Bytes that went to disk in the last run.
    public long spilled() {
        return spilled;
    }

    /// Takes `batches` batches and closes; then nothing is held.
    public void closeAfter(int batches, Ordeal ordeal, RandomGenerator random) {
        run(
                ordeal,
                random,
                stream -> {
                    for (int i = 0; i < batches; i++) {
                        Batch batch = stream.next();
                        if (batch == null) {
                            return;
                        }
                        batch.unpin();
                    }
                });
    }

    /// Ends the query when the inputs have given `batches` batches; the operator passes it on.
    /// Returns whether it came to that.
    public boolean cancelAfter(int batches, Ordeal ordeal, RandomGenerator random) {
        int[] left = {batches};
        boolean[] cancelled = {false};
        run(
                ordeal,
                random,
                () -> {
                    if (left[0]-- == 0) {
                        cancelled[0] = true;
                        if (random.nextBoolean()) {
                            throw new InterruptedException();
                        }
                        throw TelegraphException.cancelled("the test ends here");
                    }
                },
                stream -> {
                    try {
                        for (Batch b = stream.next(); b != null; b = stream.next()) {
                            b.unpin();
                        }
                        if (cancelled[0]) {
                            throw new AssertionError("a failure below is passed on");
                        }
                    } catch (TelegraphException e) {
                        assertEquals(TelegraphException.Kind.CANCELLED, e.kind(), e.getMessage());
                    } catch (InterruptedException e) {
                        assertTrue(cancelled[0], "nobody else interrupts");
                    }
                });
        return cancelled[0];
    }

    /// What happens before an input gives a batch.
    @FunctionalInterface
    private interface Pause {
        void pause() throws InterruptedException;
    }

    @FunctionalInterface
    private interface Use {
        void with(BatchStream stream) throws InterruptedException;
    }

    private void run(Ordeal ordeal, RandomGenerator random, Use use) {
        run(ordeal, random, () -> {}, use);
    }

    private void run(Ordeal ordeal, RandomGenerator random, Pause before, Use use) {
        SpillSpace spills = SpillSpace.open(Disk.inMemory(), Path.of("/spill"), 1L << 32);
        try (MemoryManager memory = new MemoryManager(Long.MAX_VALUE / 4, spills)) {
            try (Region query = memory.query("test", ordeal.limit)) {
                List<BatchStream> inputs = new ArrayList<>();
                for (Table table : tables) {
                    RandomGenerator own = new SplittableRandom(random.nextLong());
                    inputs.add(new Input(table, ordeal, own, query, before));
                }
                try (BatchStream stream = maker.make(inputs, query.child("grant", ordeal.grant))) {
                    use.with(stream);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                spilled = spills.used();
                Leaks.none("bytes under a query whose streams are closed", query::used);
            }
            Leaks.none("bytes", memory::used);
        }
    }

    /// A table as a stream.
    private static final class Input implements BatchStream {
        private final Table table;
        private final Ordeal ordeal;
        private final RandomGenerator random;
        private final Region region;
        private final Pause before;
        private final BatchBuilder builder;
        private MemorySegment hog;
        private int row;

        private Input(
                Table table, Ordeal ordeal, RandomGenerator random, Region query, Pause before) {
            this.table = table;
            this.ordeal = ordeal;
            this.random = random;
            this.region = query.child("input");
            this.before = before;
            this.builder = new BatchBuilder(region, table.types());
        }

        @Override
        public List<Type> types() {
            return table.types();
        }

        @Override
        public Batch next() throws InterruptedException {
            before.pause();
            if (hog != null) {
                region.free(hog);
                hog = null;
            }
            if (random.nextInt(100) < ordeal.squeeze) {
                squeeze();
            }
            for (; row < table.rows().size() && builder.rows() < ordeal.batchRows; row++) {
                List<Object> values = table.rows().get(row);
                for (int c = 0; c < values.size(); c++) {
                    builder.set(c, values.get(c));
                }
                builder.endRow();
                if (builder.isFull()) {
                    row++;
                    break;
                }
            }
            Batch batch = builder.isEmpty() ? null : builder.build();
            if (random.nextInt(100) < ordeal.squeeze) {
                hog = taken(region.room() / 2);
            }
            return batch;
        }

        /// Asks for more and more until nobody gives any more back.
        ///
        /// What is pinned would be waited for between one asking and the next, but here nobody else
        /// ever unpins it. Whoever is interrupted asks as often and does not wait.
        private void squeeze() {
            Thread.currentThread().interrupt();
            try {
                for (long bytes = 4096; bytes <= ordeal.limit; bytes *= 2) {
                    MemorySegment piece = taken(Math.max(4096, region.room()) + bytes);
                    if (piece == null) {
                        return;
                    }
                    region.free(piece);
                }
            } finally {
                Thread.interrupted();
            }
        }

        private MemorySegment taken(long bytes) {
            try {
                return region.allocate(Math.max(1, bytes));
            } catch (TelegraphException e) {
                return null;
            }
        }

        @Override
        public void close() {
            builder.close();
            region.close();
        }
    }
}
