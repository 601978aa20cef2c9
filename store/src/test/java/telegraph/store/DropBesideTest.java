package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Seeds;

/// Containers that come and go are in nobody's way: not of checkpoints, backups, nor of who asks
/// for sizes or reads.
class DropBesideTest {
    private static final int ROUNDS = 250;
    private static final int DROPPERS = 2;

    private final Disk disk = Disk.inMemory();
    private final ConcurrentLinkedQueue<Integer> known = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean done = new AtomicBoolean();

    /// How often the others have done what they do, and whether one of them has ended.
    private final AtomicIntegerArray asked = new AtomicIntegerArray(3);

    private final AtomicBoolean ended = new AtomicBoolean();

    @Test
    @Timeout(300)
    void checkpointsBackupsAndListingsGoOnWhileContainersAreDropped() throws Exception {
        try (OpenedStore opened = new OpenedStore(CheckpointPaceTest.OPTIONS, disk)) {
            Store store = opened.store();
            List<Future<?>> others = new ArrayList<>();
            List<Future<?>> droppers = new ArrayList<>();
            try (ExecutorService threads = Executors.newCachedThreadPool()) {
                others.add(threads.submit(() -> again(0, store::checkpoint)));
                others.add(threads.submit(() -> again(1, () -> backup(store, asked.get(1)))));
                others.add(threads.submit(() -> again(2, () -> list(store))));
                for (int i = 0; i < DROPPERS; i++) {
                    int seed = i;
                    droppers.add(threads.submit(() -> comeAndGo(store, Seeds.random(seed))));
                }
                try {
                    for (Future<?> dropper : droppers) {
                        dropper.get();
                    }
                } finally {
                    done.set(true);
                }
            }
            for (Future<?> other : others) {
                other.get();
            }
            assertTrue(othersWereThere());
            assertEquals(List.of(), store.check(Store.FIRST_CONTAINER));
        }
    }

    private void again(int which, Runnable action) {
        try {
            while (!done.get()) {
                action.run();
                asked.incrementAndGet(which);
            }
        } finally {
            ended.set(true);
        }
    }

    private boolean othersWereThere() {
        return asked.get(0) > 2 && asked.get(1) > 2 && asked.get(2) > 2;
    }

    /// Makes a backup, which must open.
    private void backup(Store store, int number) {
        Path target = Path.of("/backup" + number);
        store.backup(target);
        try (MemoryManager memory = new MemoryManager(64 << 20);
                Store copy =
                        Stores.open(
                                target,
                                StoreOptions.DEFAULT.withCacheBytes(1 << 20),
                                disk,
                                memory,
                                System::nanoTime)) {
            assertEquals(List.of(), copy.check(Store.FIRST_CONTAINER));
        }
        try {
            delete(target);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void delete(Path path) throws IOException {
        for (Path entry : disk.list(path)) {
            if (!entry.toString().contains(".")
                    && !List.of("control", "pid", "lock").contains("" + entry.getFileName())) {
                delete(entry);
            }
            disk.delete(entry);
        }
    }

    /// What is not there any more is said to be missing, and nothing else.
    private void list(Store store) {
        try (Transaction reader = store.transaction()) {
            for (int container : known) {
                try {
                    assertTrue(store.pages(container) > 0);
                    assertTrue(store.entries(container) >= 0);
                    reader.begin(Isolation.READ_COMMITTED);
                    reader.get(container, StoreModelTest.number(1, 8), ReadMode.PLAIN, new Bytes());
                    try (Cursor cursor = reader.cursor(container, ReadMode.PLAIN)) {
                        cursor.next();
                    }
                } catch (TelegraphException e) {
                    assertEquals(SqlState.UNDEFINED_OBJECT, e.state(), e.getMessage());
                } finally {
                    if (reader.isOpen()) {
                        reader.commit();
                    }
                }
            }
        }
    }

    private void comeAndGo(Store store, RandomGenerator random) {
        try (Transaction transaction = store.transaction()) {
            // On a busy machine it may take more of them until the others had their turns.
            for (int round = 0; (round < ROUNDS || !othersWereThere()) && !ended.get(); round++) {
                transaction.begin(Isolation.READ_COMMITTED);
                int container = transaction.create();
                for (int i = 0; i < 50; i++) {
                    transaction.insert(
                            container, StoreModelTest.number(i, 8), Bytes.of(new byte[200]));
                }
                if (random.nextInt(4) == 0) {
                    known.add(container);
                    transaction.rollback();
                } else {
                    transaction.commit();
                    known.add(container);
                    transaction.begin(Isolation.READ_COMMITTED);
                    transaction.drop(container);
                    transaction.commit();
                }
                known.remove(container);
            }
        }
    }
}
