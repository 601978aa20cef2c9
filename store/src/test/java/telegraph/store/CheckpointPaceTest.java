package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.Isolation;
import telegraph.store.page.HookedDisk;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// Checkpoints that nobody asks for come as often as they should, whatever the others do meanwhile,
/// and what is said of the log is so.
class CheckpointPaceTest {
    private static final int C = Store.FIRST_CONTAINER;
    private static final int THREADS = 4;
    private static final long SYNC_NANOS = 300_000;
    private static final int KEYS = 4_000;
    private static final long CHECKPOINT_BYTES = 256 << 10;
    private static final long LOG_BYTES = 100 * CHECKPOINT_BYTES;
    static final StoreOptions OPTIONS =
            StoreOptions.DEFAULT.withCacheBytes(8 << 20).withCheckpointBytes(CHECKPOINT_BYTES);

    /// Syncs take a while, so that a checkpoint often waits for one, and threads ask for the next
    /// checkpoint meanwhile. Who changes something waits when a checkpoint is late, and then nobody
    /// asks for it any more: one that was forgotten never comes.
    @Test
    @Timeout(300)
    void aCheckpointComesForEachTwoSizesOfLogAtLeast() throws Exception {
        HookedDisk disk = new HookedDisk();
        disk.onSync = _ -> LockSupport.parkNanos(SYNC_NANOS);
        try (OpenedStore opened = new OpenedStore(OPTIONS, disk)) {
            Store store = opened.store();
            List<Future<?>> results = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
                for (int i = 0; i < THREADS; i++) {
                    int seed = i;
                    results.add(threads.submit(() -> change(store, Seeds.random(seed))));
                }
            }
            for (Future<?> result : results) {
                result.get();
            }
            StoreCounters counters = store.counters();
            assertTrue(counters.logBytes() >= LOG_BYTES, counters.toString());
            assertTrue(
                    counters.checkpoints() >= counters.logBytes() / CHECKPOINT_BYTES / 2,
                    counters.toString());
        }
    }

    @Test
    void aCheckpointThatDoesNotEndIsOverdueAndOneThatDidIsNot() throws Exception {
        HookedDisk disk = new HookedDisk();
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (OpenedStore opened = new OpenedStore(OPTIONS, disk)) {
            Store store = opened.store();
            store.checkpoint();
            assertEquals(CHECKPOINT_BYTES, store.log().checkpointBytes());
            disk.onMove =
                    _ -> {
                        stalled.countDown();
                        await(goOn);
                    };
            try {
                fill(store, () -> store.log().isOverdue());
                assertTrue(stalled.await(Threads.PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
                LogState late = store.log();
                assertTrue(late.bytesSinceCheckpoint() > 4 * CHECKPOINT_BYTES, late.toString());
                assertFalse(late.isHeld());
            } finally {
                goOn.countDown();
            }
            Threads.await("a checkpoint", () -> !store.log().isOverdue());
            store.checkpoint();
            LogState now = store.log();
            assertTrue(now.bytesKept() < CHECKPOINT_BYTES, now.toString());
        }
    }

    @Test
    void whatAnOpenTransactionKeepsOfTheLogIsHeldAndNotOverdue() {
        try (OpenedStore opened = new OpenedStore(OPTIONS);
                Transaction keeper = opened.store().transaction()) {
            Store store = opened.store();
            keeper.begin(Isolation.READ_COMMITTED);
            keeper.insert(C, Bytes.of((byte) 1), new Bytes());
            fill(store, () -> store.log().bytesKept() > 5 * CHECKPOINT_BYTES);
            store.checkpoint();
            assertTrue(store.log().isHeld(), store.log().toString());
            assertFalse(store.log().isOverdue(), store.log().toString());
            keeper.commit();
            store.checkpoint();
            fill(store, () -> store.log().bytesSinceCheckpoint() > 1_000);
            store.checkpoint();
            assertFalse(store.log().isHeld(), store.log().toString());
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void fill(Store store, BooleanSupplier enough) {
        try (Transaction transaction = store.transaction()) {
            for (int i = 0; !enough.getAsBoolean(); i++) {
                transaction.begin(Isolation.READ_COMMITTED);
                transaction.insert(C, StoreModelTest.number(i, 9), Bytes.of(new byte[1_000]));
                transaction.commit();
            }
        }
    }

    private static void change(Store store, RandomGenerator random) {
        try (Transaction transaction = store.transaction()) {
            while (store.counters().logBytes() < LOG_BYTES) {
                transaction.begin(Isolation.READ_COMMITTED);
                Bytes key = StoreModelTest.number(random.nextInt(KEYS), 8);
                Bytes value = Bytes.of(new byte[300]);
                if (!transaction.update(C, key, value)) {
                    transaction.insert(C, key, value);
                }
                transaction.commit();
                if (isLate(store)) {
                    Threads.await("a checkpoint", () -> !isLate(store));
                }
            }
        }
    }

    private static boolean isLate(Store store) {
        return store.log().bytesSinceCheckpoint() > CHECKPOINT_BYTES * 3 / 2;
    }
}
