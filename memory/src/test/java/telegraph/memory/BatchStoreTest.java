package telegraph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;

class BatchStoreTest {
    private static final int ROWS = 4096;
    private static final long MIB = 1 << 20;

    @TempDir Path directory;

    private MemoryManager manager(long spillLimit) {
        return new MemoryManager(64 * MIB, SpillSpace.open(Disk.FILES, directory, spillLimit));
    }

    private static int fill(BatchStore store, Region region, int batches) {
        for (int i = 0; i < batches; i++) {
            Batch batch = RandomBatches.numbers(region, (long) i * ROWS, ROWS);
            assertEquals(i, store.append(batch));
            batch.unpin();
        }
        return batches;
    }

    private static void check(BatchStore store, int id) {
        Batch batch = store.pin(id);
        assertEquals(ROWS, batch.rows());
        for (int r = 0; r < ROWS; r += 511) {
            assertEquals((long) id * ROWS + r, batch.longAt(0, r));
        }
        store.unpin(id);
    }

    @Test
    void moreBatchesThanMemoryHoldsComeBackFromDisk() throws Exception {
        try (MemoryManager memory = manager(64 * MIB)) {
            try (Region query = memory.query("q", MIB)) {
                BatchStore store = new BatchStore(query.child("stem"));
                int count = fill(store, query.child("source"), 200);
                for (int id = count - 1; id >= 0; id--) {
                    check(store, id);
                }
                assertTrue(query.peak() <= MIB);
                assertTrue(query.nativeBytes() <= MIB * 5 / 4, "native=" + query.nativeBytes());
                assertTrue(query.spill().size() > 150);
                int written = query.spill().size();
                for (int id = 0; id < written; id++) {
                    check(store, id);
                }
                // The last few in memory may go now; what was written is not written again.
                assertTrue(query.spill().size() <= count);
                try (Stream<Path> files = Files.walk(directory)) {
                    assertEquals(1, files.filter(f -> f.toString().endsWith(".spill")).count());
                }
                store.close();
            }
            assertEquals(0, memory.used());
            try (Stream<Path> files = Files.walk(directory)) {
                assertEquals(0, files.filter(f -> f.toString().endsWith(".spill")).count());
            }
        }
    }

    @Test
    void aPinnedBatchStaysInMemory() {
        try (MemoryManager memory = manager(64 * MIB);
                Region query = memory.query("q", MIB)) {
            BatchStore store = new BatchStore(query);
            fill(store, query, 2);
            Batch first = store.pin(0);
            for (int i = 0; i < 100; i++) {
                Batch batch = RandomBatches.numbers(query, 0, ROWS);
                store.append(batch);
                batch.unpin();
            }
            assertEquals(2, first.pins());
            assertEquals(4095, first.longAt(0, 4095));
            store.unpin(0);
            store.close();
        }
    }

    @Test
    void whenAllIsPinnedTheQueryFailsAndCanEnd() {
        try (MemoryManager memory = manager(64 * MIB);
                Region query = memory.query("q", MIB)) {
            BatchStore store = new BatchStore(query.child("stem"));
            TelegraphException failure =
                    assertThrows(
                            TelegraphException.class,
                            () -> {
                                for (int i = 0; i < 100; i++) {
                                    fillOne(store, query);
                                    store.pin(i);
                                }
                            });
            assertEquals(TelegraphException.Kind.RESOURCE, failure.kind());
            assertTrue(failure.getMessage().contains("limit=1048576"), failure.getMessage());
            assertTrue(failure.getMessage().contains("module=process/q"), failure.getMessage());
        }
    }

    private static void fillOne(BatchStore store, Region region) {
        Batch batch = RandomBatches.numbers(region, 0, ROWS);
        store.append(batch);
        batch.unpin();
    }

    @Test
    void theSpillLimitIsNamedWhenItIsReached() {
        try (MemoryManager memory = manager(MIB)) {
            try (Region query = memory.query("q", MIB)) {
                BatchStore store = new BatchStore(query);
                TelegraphException failure =
                        assertThrows(TelegraphException.class, () -> fill(store, query, 200));
                assertTrue(failure.getMessage().startsWith("spill limit reached"));
                assertTrue(failure.getMessage().contains("limit=1048576"));
            }
            assertEquals(0, memory.used());
        }
    }

    @Test
    void withoutASpillFileTheLimitIsTheEnd() {
        try (MemoryManager memory = new MemoryManager(64 * MIB);
                Region query = memory.query("q", MIB)) {
            BatchStore store = new BatchStore(query);
            assertThrows(TelegraphException.class, () -> fill(store, query, 200));
            assertTrue(store.size() > 20);
            for (int id = 0; id < store.size(); id++) {
                check(store, id);
            }
            store.close();
            assertEquals(0, memory.used());
        }
    }

    @Test
    void aClosedStoreTakesAndGivesNothing() {
        try (MemoryManager memory = manager(MIB);
                Region query = memory.query("q", MIB)) {
            BatchStore store = new BatchStore(query);
            fill(store, query, 2);
            store.close();
            store.close();
            assertThrows(IllegalStateException.class, () -> store.pin(0));
            assertThrows(IllegalStateException.class, () -> store.pin(2));
            assertThrows(IllegalStateException.class, () -> fillOne(store, query));
        }
    }

    /// One query after the other ends while another one, short of the process's memory, makes them
    /// write: neither may see the other's end.
    @Test
    void aQueryMayEndWhileAnotherMakesItSpill() throws Exception {
        SpillSpace space = SpillSpace.open(Disk.FILES, directory, 512 * MIB);
        try (MemoryManager memory = new MemoryManager(4 * MIB, space);
                ExecutorService pool = Executors.newFixedThreadPool(2)) {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
                all.add(pool.submit(() -> queriesInTurn(memory)));
            }
            for (Future<?> one : all) {
                one.get();
            }
            assertEquals(0, memory.used());
            assertEquals(0, space.used());
        }
    }

    private static void queriesInTurn(MemoryManager memory) {
        for (int q = 0; q < 60; q++) {
            try (Region query = memory.query("q", 3 * MIB)) {
                BatchStore store = new BatchStore(query.child("stem"));
                int count = fill(store, query, 85);
                check(store, count / 2);
            }
        }
    }

    /// Several threads append, pin and check at random under a budget of a few batches each; every
    /// batch must read as it was written, and nothing may be left.
    @Test
    void manyThreadsSeeTheirRowsUnderPressure() {
        Seeds.run(3, this::stress);
    }

    private void stress(long seed, RandomGenerator seeds) throws Exception {
        int threads = 6;
        try (MemoryManager memory = manager(256 * MIB);
                ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            try (Region query = memory.query("q", 2 * MIB)) {
                BatchStore left = new BatchStore(query.child("left"));
                BatchStore right = new BatchStore(query.child("right"));
                List<Future<?>> all = new ArrayList<>();
                for (int t = 0; t < threads; t++) {
                    RandomGenerator random = Seeds.random(seeds.nextLong());
                    all.add(pool.submit(() -> work(random, query, left, right)));
                }
                for (Future<?> one : all) {
                    one.get();
                }
                assertTrue(query.spill().size() > 0);
                left.close();
                right.close();
                assertEquals(0, query.used());
            }
            assertEquals(0, memory.used());
        }
        assertFalse(Thread.interrupted());
    }

    private static void work(
            RandomGenerator random, Region query, BatchStore left, BatchStore right) {
        for (int i = 0; i < 300; i++) {
            BatchStore store = random.nextBoolean() ? left : right;
            if (random.nextInt(4) == 0 || store.size() == 0) {
                long first = random.nextLong();
                Batch batch = RandomBatches.numbers(query, first, ROWS);
                store.append(batch);
                batch.unpin();
            } else {
                int id = random.nextInt(store.size());
                Batch batch = store.pin(id);
                long first = batch.longAt(0, 0);
                for (int r = 0; r < ROWS; r += 101) {
                    assertEquals(first + r, batch.longAt(0, r));
                }
                store.unpin(id);
            }
        }
    }
}
