package telegraph.store.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.store.Bytes;
import telegraph.store.Durability;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;
import telegraph.store.log.Log;
import telegraph.store.log.LogReader;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// Between a checkpoint's record and the first change of a page after it the log has an image of
/// the page, also if the checkpoint begins while somebody is about to log the change.
class FirstChangeTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final Path BACKUP = Path.of("/backup");
    private static final int THREADS = 3;
    private static final int KEYS = 300;
    private static final int CHECKPOINTS = 150;
    private static final long LOG_BYTES_MAX = 30 << 20;

    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final Disk disk = Disk.inMemory();

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", memory::used);
    }

    @Test
    void noPageIsChangedAfterACheckpointWithoutAnImage() throws InterruptedException {
        StoreOptions options =
                StoreOptions.DEFAULT.withCacheBytes(2 << 20).withDurability(Durability.RELAXED);
        List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
        try (Store store = Stores.open(DIRECTORY, options, disk, memory, System::nanoTime);
                Transaction keeper = store.transaction()) {
            // As long as it is open, the log is kept from its first change on.
            keeper.begin(Isolation.READ_COMMITTED);
            keeper.insert(Store.FIRST_CONTAINER, Bytes.of((byte) -1), new Bytes());
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                threads.add(
                        Thread.ofPlatform()
                                .start(() -> {
                                    try {
                                        change(store, thread);
                                    } catch (RuntimeException e) {
                                        failures.add(e);
                                    }
                                }));
            }
            while (goesOn(store) && failures.isEmpty()) {
                store.checkpoint();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            store.backup(BACKUP);
        }
        assertEquals(List.of(), failures);
        assertTrue(changesWithImages() > 1_000);
    }

    private static boolean goesOn(Store store) {
        return store.counters().checkpoints() < CHECKPOINTS
                && store.counters().logBytes() < LOG_BYTES_MAX;
    }

    /// Changes values of its own keys, on pages shared with others, until there were enough
    /// checkpoints.
    private static void change(Store store, int thread) {
        RandomGenerator random = Seeds.random(thread);
        try (Transaction transaction = store.transaction()) {
            while (goesOn(store)) {
                transaction.begin(Isolation.READ_COMMITTED);
                for (int i = 0; i < 3; i++) {
                    Bytes key = Bytes.of((byte) random.nextInt(KEYS / THREADS), (byte) thread);
                    Bytes value = Bytes.of(new byte[random.nextInt(400)]);
                    if (!transaction.update(Store.FIRST_CONTAINER, key, value)) {
                        transaction.insert(Store.FIRST_CONTAINER, key, value);
                    }
                }
                transaction.commit();
            }
        }
    }

    /// Demands an image for each page changed, and returns how many changes there were.
    private int changesWithImages() {
        try (Region region = memory.query("log", 1 << 20)) {
            MemorySegment ring = region.allocate(1 << 16);
            Log.Place place = new Log.Place(disk, BACKUP.resolve("log"));
            long start = ControlFile.read(disk, BACKUP).start();
            try (Log log = Log.open(place, ring, start)) {
                return changesWithImages(log.reader(start));
            }
        }
    }

    private static int changesWithImages(LogReader reader) {
        Set<Long> imaged = new HashSet<>();
        LogRecord record = new LogRecord();
        int changes = 0;
        boolean unknown = true;
        while (reader.next()) {
            record.over(reader.array(), reader.offset(), reader.length());
            switch (record.kind()) {
                case CHECKPOINT -> {
                    imaged.clear();
                    unknown = false;
                }
                case IMAGES -> record.images((pageId, _, _) -> imaged.add(pageId));
                case INSERT, UPDATE, DELETE, PURGE -> {
                    long lsn = reader.lsn();
                    boolean has = unknown || imaged.contains(record.pageId());
                    assertTrue(has, () -> "no image: page=" + record.pageId() + " lsn=" + lsn);
                    changes++;
                }
                case CREATE, DROP, COMMIT, END, LOAD -> {}
            }
        }
        return changes;
    }
}
