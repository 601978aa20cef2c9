package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// Random rows of random types through builder, batch and spill file, against a list of lists; and
/// damaged bytes, which must open to something inside their bounds or be refused.
class BatchPropertyTest {
    private static final long MIB = 1 << 20;

    @TempDir Path directory;

    private static List<List<Object>> rows(List<Type> types, int count, RandomGenerator random) {
        List<List<Object>> rows = new ArrayList<>();
        for (int r = 0; r < count; r++) {
            rows.add(RandomBatches.row(types, random));
        }
        return rows;
    }

    private static int count(RandomGenerator random) {
        return random.nextInt(8) == 0 ? random.nextInt(Batch.ROWS_MAX + 1) : random.nextInt(300);
    }

    @Test
    void rowsComeBackAsTheyWereSet() {
        Seeds.run(150, this::roundTrip);
    }

    private void roundTrip(long seed, RandomGenerator random) {
        MemoryManager memory =
                new MemoryManager(64 * MIB, SpillSpace.open(Disk.FILES, directory, 64 * MIB));
        try (memory;
                Region query = memory.query("q", 64 * MIB)) {
            List<Type> types = RandomBatches.types(random);
            List<List<Object>> rows = rows(types, count(random), random);
            Batch batch = RandomBatches.batch(query, types, rows);
            assertEquals(rows, RandomBatches.rows(batch));
            int number = query.spill().append(batch);
            try (Region other = memory.query("other", 64 * MIB)) {
                Batch copy = batch.copy(other);
                batch.unpin();
                assertEquals(0, query.used());
                assertEquals(rows, RandomBatches.rows(copy));
                copy.unpin();
                assertEquals(0, other.used());
            }
            Batch back = query.spill().read(number, query);
            assertEquals(rows, RandomBatches.rows(back));
            back.unpin();
        }
        Leaks.none("bytes", memory::used);
    }

    /// Rows set, overwritten, cut off and ended in random order leave the same batch as a list that
    /// went through the same.
    @Test
    void aBuilderForgetsWhatIsCutOff() {
        Seeds.run(100, BatchPropertyTest::cut);
    }

    private static void cut(long seed, RandomGenerator random) {
        try (MemoryManager memory = new MemoryManager(64 * MIB);
                Region query = memory.query("q", 64 * MIB)) {
            List<Type> types = RandomBatches.types(random);
            List<List<Object>> model = new ArrayList<>();
            try (BatchBuilder builder = new BatchBuilder(query, types)) {
                for (int step = 0; step < 200; step++) {
                    switch (random.nextInt(12)) {
                        case 0 -> {
                            int kept = random.nextInt(model.size() + 1);
                            builder.truncate(kept);
                            model = new ArrayList<>(model.subList(0, kept));
                        }
                        case 1 -> {
                            // A row begun and not ended.
                            builder.set(0, RandomBatches.row(types, random).get(0));
                            builder.truncate(model.size());
                        }
                        case 2 -> {
                            Batch batch = builder.build();
                            assertEquals(model, RandomBatches.rows(batch));
                            batch.unpin();
                            assertEquals(0, query.used());
                            model.clear();
                        }
                        default -> {
                            List<Object> row = RandomBatches.row(types, random);
                            if (random.nextInt(4) == 0) {
                                builder.set(0, RandomBatches.row(types, random).get(0));
                            }
                            RandomBatches.append(builder, row);
                            model.add(row);
                        }
                    }
                }
            }
            assertEquals(0, query.used());
        }
    }

    @Test
    void damagedBytesAreRefusedOrStayWithinBounds() {
        int[] outcome = new int[2];
        Seeds.run(400, (seed, random) -> outcome[damage(random)]++);
        assertTrue(outcome[0] > 20, "opened=" + outcome[0] + " refused=" + outcome[1]);
        assertTrue(outcome[1] > 20, "opened=" + outcome[0] + " refused=" + outcome[1]);
    }

    /// Returns 0 if the damaged bytes opened and every value could be read, 1 if they were refused.
    private static int damage(RandomGenerator random) {
        try (MemoryManager memory = new MemoryManager(64 * MIB);
                Region query = memory.query("q", 64 * MIB)) {
            List<Type> types = RandomBatches.types(random);
            Batch batch = RandomBatches.batch(query, types, rows(types, 40, random));
            MemorySegment good = batch.bytes();
            long size =
                    random.nextInt(4) == 0 ? random.nextLong(good.byteSize() + 1) : good.byteSize();
            // Lies right before memory of others, which must not be read.
            MemorySegment piece = query.allocate(good.byteSize()).asSlice(0, size);
            MemorySegment.copy(good, 0, piece, 0, size);
            for (int flips = random.nextInt(1, 5); flips > 0 && size > 0; flips--) {
                long bound = random.nextBoolean() ? Math.min(size, 300) : size;
                long at = random.nextLong(bound);
                byte now = piece.get(ValueLayout.JAVA_BYTE, at);
                piece.set(ValueLayout.JAVA_BYTE, at, (byte) (now ^ 1 << random.nextInt(8)));
            }
            try {
                readAll(Batch.open(query, piece, types, "test"));
                return 0;
            } catch (TelegraphException e) {
                assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
                assertTrue(e.getMessage().contains("origin=test"), e.getMessage());
                return 1;
            }
        }
    }

    private static void readAll(Batch batch) {
        for (int c = 0; c < batch.columns(); c++) {
            for (int r = 0; r < batch.rows(); r++) {
                // A time of day beyond the day is a wrong value, not a wrong place.
                if (batch.type(c).kind() == Type.Kind.TIME) {
                    batch.intAt(c, r);
                } else {
                    batch.valueAt(c, r);
                }
            }
        }
    }

    @Test
    void aSpillFileThatChangedIsRefused() throws Exception {
        MemoryManager memory =
                new MemoryManager(64 * MIB, SpillSpace.open(Disk.FILES, directory, 64 * MIB));
        try (memory;
                Region query = memory.query("q", 64 * MIB)) {
            Batch batch = RandomBatches.numbers(query, 0, 1000);
            int number = query.spill().append(batch);
            batch.unpin();
            Path file = spillFile();
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 100] ^= 4;
            Files.write(file, bytes);
            refused(query, number, "differs from what was written");
            Files.write(file, Arrays.copyOf(bytes, 500));
            refused(query, number, "cannot be read");
            assertEquals(0, query.used());
        }
    }

    private static void refused(Region query, int number, String message) {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> query.spill().read(number, query));
        assertEquals(TelegraphException.Kind.CORRUPT, e.kind());
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    private Path spillFile() throws Exception {
        try (var files = Files.walk(directory)) {
            return files.filter(f -> f.toString().endsWith(".spill")).findFirst().orElseThrow();
        }
    }
}
