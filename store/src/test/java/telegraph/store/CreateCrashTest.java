package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import telegraph.ground.Isolation;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// Containers are made while checkpoints are, and the world stops: what is left has the files of
/// the containers that were committed, and no other.
class CreateCrashTest {
    private static final int CONTAINERS = 300;
    private static final int CHECKPOINTS_LEAST = 20;
    private static final int CRASHES = 80;

    private final MemoryManager memory = new MemoryManager(64 << 20);

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", memory::used);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void noFileIsLeftOfAContainerThatWasLost(Durability durability) throws Exception {
        SimDisk disk = new SimDisk();
        create(disk, durability);
        RandomGenerator random = Seeds.random(1);
        SimCrash crash = new SimCrash(disk);
        int stride = Math.max(1, crash.steps() / CRASHES);
        for (int step = random.nextInt(stride); step <= crash.steps(); step += stride) {
            crash.take(step);
            SimDisk left = crash.crash(random);
            try (Store store = CrashWorkload.open(left, memory)) {
                Set<String> expected = committed(store);
                Set<String> found = CrashWorkload.files(left);
                assertTrue(found.containsAll(expected), "step=" + step);
                found.removeAll(expected);
                assertEquals(Set.of(), found, "step=" + step);
            }
        }
    }

    private void create(SimDisk disk, Durability durability) throws Exception {
        StoreOptions options = CrashWorkload.options().withDurability(durability);
        try (Store store =
                Stores.open(CrashWorkload.DIRECTORY, options, disk, memory, System::nanoTime)) {
            FutureTask<Void> creator =
                    new FutureTask<>(() -> {
                        create(store);
                        return null;
                    });
            Thread.ofPlatform().start(creator);
            while (!creator.isDone()) {
                store.checkpoint();
            }
            creator.get();
        }
    }

    private static void create(Store store) {
        try (Transaction transaction = store.transaction()) {
            for (int i = 0; i < CONTAINERS || checkpoints(store) < CHECKPOINTS_LEAST; i++) {
                transaction.begin(Isolation.READ_COMMITTED);
                int container = transaction.create();
                transaction.insert(
                        Store.FIRST_CONTAINER,
                        StoreModelTest.number(container, 8),
                        Bytes.of(CrashWorkload.file(container).getBytes()));
                if (i % 2 == 0) {
                    transaction.commit();
                } else {
                    transaction.rollback();
                }
            }
        }
    }

    private static long checkpoints(Store store) {
        return store.counters().checkpoints();
    }

    private static Set<String> committed(Store store) {
        Set<String> names = new TreeSet<>(List.of(CrashWorkload.file(Store.FIRST_CONTAINER)));
        try (Transaction reader = store.transaction()) {
            reader.begin(Isolation.READ_COMMITTED);
            try (Cursor cursor = reader.cursor(Store.FIRST_CONTAINER, ReadMode.PLAIN)) {
                cursor.range(null, null);
                while (cursor.next()) {
                    names.add(
                            new String(cursor.array(), cursor.valueOffset(), cursor.valueLength()));
                }
            }
        }
        return names;
    }
}
