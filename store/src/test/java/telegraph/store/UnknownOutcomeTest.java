package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// What is said of a commit on a disk that is full or fails is so when the store is opened again:
/// what was acknowledged is there, what was refused is not, and of nothing else is it unknown than
/// of commits that were told so.
class UnknownOutcomeTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final int CONTAINER = Store.FIRST_CONTAINER;
    private static final int THREADS = 3;
    private static final int COMMITS_MAX = 4_000;

    private final MemoryManager memory = new MemoryManager(64 << 20);

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", memory::used);
    }

    private Store open(SimDisk disk, Durability durability) {
        StoreOptions options =
                StoreOptions.DEFAULT
                        .withCacheBytes(1 << 20)
                        .withDurability(durability)
                        .withCheckpointBytes(1 << 20);
        return Stores.open(DIRECTORY, options, disk, memory, System::nanoTime);
    }

    /// Inserts a key, and says how that ended: empty if well, else the code.
    private static String insert(Transaction transaction, Bytes key, int bytes) {
        try {
            transaction.begin(Isolation.READ_COMMITTED);
            transaction.insert(CONTAINER, key, Bytes.of(new byte[bytes]));
            transaction.commit();
            return "";
        } catch (TelegraphException e) {
            if (transaction.isOpen()) {
                transaction.rollback();
            }
            return e.state().code();
        }
    }

    private static boolean has(Store store, Bytes key) {
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            boolean there = transaction.get(CONTAINER, key, ReadMode.PLAIN, new Bytes());
            transaction.commit();
            return there;
        }
    }

    private static void demand(Store store, int key, String code) {
        boolean there = has(store, number(key));
        String facts = "key=" + key + " code=" + code;
        switch (code) {
            case "" -> assertTrue(there, facts);
            case "08007" -> {}
            default -> assertFalse(there, facts);
        }
    }

    private static Bytes number(int key) {
        return StoreModelTest.number(key, 8);
    }

    /// The log has no room to grow ahead, but enough for what is written now.
    @Test
    void aDiskWithoutRoomForTheZerosAheadOfTheLogTakesCommits() {
        SimDisk disk = new SimDisk();
        int done = 0;
        String code;
        try (Store store = open(disk, Durability.SYNC);
                Transaction transaction = store.transaction()) {
            disk.room(300 << 10);
            for (code = ""; code.isEmpty(); done += code.isEmpty() ? 1 : 0) {
                code = insert(transaction, number(done), 100);
            }
            assertTrue(disk.failures() > 1, "zeros failed before a commit did");
        }
        assertEquals("08007", code);
        assertTrue(done > 1_000, "commits=" + done);
        disk.room(Long.MAX_VALUE);
        try (Store store = open(disk, Durability.SYNC)) {
            for (int i = 0; i < done; i++) {
                assertTrue(has(store, number(i)), "key " + i);
            }
            assertEquals(List.of(), store.check(CONTAINER));
        }
    }

    @Test
    void whatIsSaidOfACommitIsSoWhenTheStoreIsOpenedAgain() {
        int[] failed = new int[1];
        int[] unknown = new int[1];
        Seeds.run(
                60,
                (_, random) -> {
                    SimDisk disk = new SimDisk();
                    Map<Integer, String> said = run(disk, random);
                    failed[0] += (int) said.values().stream().filter(c -> !c.isEmpty()).count();
                    unknown[0] += (int) said.values().stream().filter("08007"::equals).count();
                    disk.fail(null);
                    disk.room(Long.MAX_VALUE);
                    SimCrash crash = new SimCrash(disk);
                    crash.take(crash.steps());
                    for (SimDisk left : List.of(disk, crash.crash(random))) {
                        try (Store store = open(left, Durability.SYNC)) {
                            said.forEach((key, code) -> demand(store, key, code));
                            assertEquals(List.of(), store.check(CONTAINER));
                        }
                    }
                });
        assertTrue(unknown[0] > 0 && failed[0] > unknown[0], failed[0] + ", " + unknown[0]);
    }

    /// Several threads commit until the disk fails, and each once more.
    private Map<Integer, String> run(SimDisk disk, RandomGenerator random) {
        Map<Integer, String> said = new ConcurrentHashMap<>();
        try (Store store = open(disk, Durability.SYNC)) {
            int from = disk.steps() + random.nextInt(200);
            switch (random.nextInt(3)) {
                case 0 -> disk.fail(SimDisk.Fault.full(from));
                case 1 -> disk.fail(SimDisk.Fault.sync(from));
                default -> disk.room(random.nextInt(1_000_000));
            }
            int bytes = random.nextInt(2_000);
            try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
                for (int thread = 0; thread < THREADS; thread++) {
                    int me = thread;
                    threads.execute(() -> {
                        try (Transaction transaction = store.transaction()) {
                            int failures = 0;
                            for (int i = 0; failures < 2 && i < COMMITS_MAX; i++) {
                                int key = i * THREADS + me;
                                String code = insert(transaction, number(key), bytes);
                                said.put(key, code);
                                failures += code.isEmpty() ? 0 : 1;
                            }
                        }
                    });
                }
            }
        }
        return said;
    }
}
