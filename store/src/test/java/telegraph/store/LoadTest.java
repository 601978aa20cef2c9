package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Seeds;

/// A container that was loaded is as one into which the same was inserted: to whoever reads it,
/// changes it, closes it and opens it again, or loses it in a crash.
class LoadTest {
    private static final int SEEDS = 12;
    private static final int CONTAINERS = 12;
    private static final int CRASHES = 60;
    private static final int LOADS_BESIDE_READS = 40;

    private static TreeMap<byte[], byte[]> entries(RandomGenerator random, int most) {
        TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        int count = random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(most);
        int keyMost = random.nextInt(4) == 0 ? Store.KEY_BYTES_MAX : 1 + random.nextInt(24);
        int common = random.nextInt(3) == 0 ? random.nextInt(keyMost) : 0;
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[1 + random.nextInt(keyMost)];
            random.nextBytes(key);
            Arrays.fill(key, 0, Math.min(common, key.length - 1), (byte) 7);
            int kind = random.nextInt(40);
            byte[] value = new byte[kind == 0 ? random.nextInt(9_000) : random.nextInt(30)];
            random.nextBytes(value);
            entries.put(key, value);
        }
        return entries;
    }

    private static void load(Transaction transaction, int container, Map<byte[], byte[]> entries) {
        load(transaction.load(container).orElseThrow(), entries);
    }

    private static void load(Load loading, Map<byte[], byte[]> entries) {
        try (loading) {
            entries.forEach((key, value) -> loading.add(Bytes.of(key), Bytes.of(value)));
            loading.end();
        }
    }

    private static List<String> shown(Map<byte[], byte[]> entries) {
        List<String> all = new ArrayList<>();
        entries.forEach((key, value) -> all.add(shown(key) + "=" + shown(value)));
        return all;
    }

    private static String shown(byte[] bytes) {
        return Arrays.hashCode(bytes) + "/" + bytes.length;
    }

    private static List<String> found(Store store, int container) {
        List<String> all = new ArrayList<>();
        try (Transaction reader = store.transaction()) {
            reader.begin(Isolation.READ_COMMITTED);
            try (Cursor cursor = reader.cursor(container, ReadMode.PLAIN)) {
                while (cursor.next()) {
                    all.add(
                            shown(cursor.array(), cursor.keyOffset(), cursor.keyLength())
                                    + "="
                                    + shown(
                                            cursor.array(),
                                            cursor.valueOffset(),
                                            cursor.valueLength()));
                }
            }
        }
        return all;
    }

    private static String shown(byte[] array, int from, int length) {
        return shown(Arrays.copyOfRange(array, from, from + length));
    }

    private static void assertHas(Store store, int container, TreeMap<byte[], byte[]> entries) {
        assertEquals(List.of(), store.check(container));
        assertEquals(shown(entries), found(store, container));
    }

    @Test
    void whatIsLoadedIsThereAndCanBeChanged() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    TreeMap<byte[], byte[]> entries = entries(random, 4_000);
                    try (OpenedStore opened = new OpenedStore()) {
                        int container;
                        try (Transaction transaction = opened.store().transaction()) {
                            transaction.begin(Isolation.READ_COMMITTED);
                            container = transaction.create();
                            load(transaction, container, entries);
                            change(transaction, container, entries, random);
                            transaction.commit();
                        }
                        assertHas(opened.store(), container, entries);
                        assertEquals(entries.size(), opened.store().entries(container));
                        opened.reopen();
                        assertHas(opened.store(), container, entries);
                        try (Transaction transaction = opened.store().transaction()) {
                            transaction.begin(Isolation.READ_COMMITTED);
                            change(transaction, container, entries, random);
                            transaction.commit();
                        }
                        assertHas(opened.store(), container, entries);
                    }
                });
    }

    /// Some keys go and some come.
    private static void change(
            Transaction transaction,
            int container,
            TreeMap<byte[], byte[]> entries,
            RandomGenerator random) {
        for (byte[] key : List.copyOf(entries.keySet())) {
            if (random.nextInt(5) == 0) {
                assertTrue(transaction.delete(container, Bytes.of(key)));
                entries.remove(key);
            }
        }
        entries(random, 1_000)
                .forEach((key, value) -> {
                    boolean isNew = !entries.containsKey(key);
                    assertEquals(
                            isNew, transaction.insert(container, Bytes.of(key), Bytes.of(value)));
                    entries.putIfAbsent(key, value);
                });
    }

    @Test
    void onlyWhatIsEmptyIsLoadedAndInOrder() {
        try (OpenedStore opened = new OpenedStore();
                Transaction transaction = opened.store().transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            int full = transaction.create();
            transaction.insert(full, OpenedStore.bytes("a"), OpenedStore.bytes("1"));
            assertTrue(transaction.load(full).isEmpty());
            transaction.delete(full, OpenedStore.bytes("a"));
            assertTrue(transaction.load(full).isEmpty());
            int limited = transaction.create();
            try (Load load = transaction.load(limited).orElseThrow()) {
                Bytes key = Bytes.of(new byte[Store.KEY_BYTES_MAX + 1]);
                Bytes value = Bytes.of(new byte[Store.VALUE_BYTES_MAX + 1]);
                assertThrows(TelegraphException.class, () -> load.add(key, new Bytes()));
                assertThrows(
                        TelegraphException.class, () -> load.add(OpenedStore.bytes("a"), value));
            }
            int ordered = transaction.create();
            try (Load load = transaction.load(ordered).orElseThrow()) {
                load.add(OpenedStore.bytes("b"), OpenedStore.bytes("1"));
                assertThrows(
                        IllegalStateException.class,
                        () -> load.add(OpenedStore.bytes("b"), OpenedStore.bytes("2")));
                assertThrows(
                        IllegalStateException.class,
                        () -> load.add(OpenedStore.bytes("a"), OpenedStore.bytes("2")));
            }
            transaction.commit();
            transaction.begin(Isolation.READ_COMMITTED);
            assertTrue(transaction.load(full).isPresent(), "the ghost is gone");
        }
    }

    @Test
    void whatIsRolledBackIsGone() {
        TreeMap<byte[], byte[]> entries = entries(Seeds.random(3), 5_000);
        try (OpenedStore opened = new OpenedStore();
                Transaction transaction = opened.store().transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            long before = transaction.savepoint();
            int container = transaction.create();
            load(transaction, container, entries);
            transaction.rollbackTo(before);
            transaction.commit();
            assertThrows(TelegraphException.class, () -> opened.store().check(container));
            transaction.begin(Isolation.READ_COMMITTED);
            int second = transaction.create();
            load(transaction, second, entries);
            transaction.rollback();
            assertThrows(TelegraphException.class, () -> opened.store().check(second));
            opened.reopen();
            assertThrows(TelegraphException.class, () -> opened.store().check(second));
        }
    }

    @Test
    void whenTheWorldStopsWhatWasCommittedIsWhole() throws Exception {
        SimDisk disk = new SimDisk();
        try (MemoryManager memory = new MemoryManager(64 << 20)) {
            try (Store store =
                            Stores.open(
                                    CrashWorkload.DIRECTORY,
                                    CrashWorkload.options(),
                                    disk,
                                    memory,
                                    System::nanoTime);
                    Transaction transaction = store.transaction()) {
                for (int i = 0; i < CONTAINERS; i++) {
                    transaction.begin(Isolation.READ_COMMITTED);
                    int container = transaction.create();
                    load(transaction, container, entriesOf(container));
                    transaction.insert(
                            Store.FIRST_CONTAINER,
                            StoreModelTest.number(container, 8),
                            Bytes.of((byte) 1));
                    if (i % 3 == 2) {
                        transaction.rollback();
                    } else {
                        transaction.commit();
                    }
                    if (i % 4 == 1) {
                        store.checkpoint();
                    }
                }
            }
            RandomGenerator random = Seeds.random(1);
            SimCrash crash = new SimCrash(disk);
            int stride = Math.max(1, crash.steps() / CRASHES);
            boolean any = false;
            for (int step = random.nextInt(stride); step <= crash.steps(); step += stride) {
                crash.take(step);
                try (Store store = CrashWorkload.open(crash.crash(random), memory)) {
                    for (int container = Store.FIRST_CONTAINER + 1;
                            container <= Store.FIRST_CONTAINER + CONTAINERS;
                            container++) {
                        if (isCommitted(store, container)) {
                            assertHas(store, container, entriesOf(container));
                            any = true;
                        } else {
                            int lost = container;
                            assertThrows(TelegraphException.class, () -> store.check(lost));
                        }
                    }
                }
            }
            assertTrue(any);
        }
    }

    private static TreeMap<byte[], byte[]> entriesOf(int container) {
        return entries(Seeds.random(container), 1_500);
    }

    private static boolean isCommitted(Store store, int container) {
        try (Transaction reader = store.transaction()) {
            reader.begin(Isolation.READ_COMMITTED);
            Bytes value = new Bytes();
            return reader.get(
                    Store.FIRST_CONTAINER,
                    StoreModelTest.number(container, 8),
                    ReadMode.PLAIN,
                    value);
        }
    }

    @Test
    void aLoadThatIsNotEndedGoesWithItsTransaction() {
        try (OpenedStore opened = new OpenedStore();
                Transaction transaction = opened.store().transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            int container = transaction.create();
            try (Load load = transaction.load(container).orElseThrow()) {
                for (int i = 0; i < 5_000; i++) {
                    load.add(StoreModelTest.number(i, 8), Bytes.of((byte) 1));
                }
            }
            transaction.rollback();
            assertThrows(TelegraphException.class, () -> opened.store().check(container));
            assertFalse(transaction.isOpen());
        }
    }

    /// Makes an empty container that is there for good.
    private static int empty(Store store) {
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            int container = transaction.create();
            transaction.commit();
            return container;
        }
    }

    @Test
    void aContainerOfOthersIsEmptyAgainAfterARollback() {
        Seeds.run(
                SEEDS,
                (seed, random) -> {
                    TreeMap<byte[], byte[]> entries = entries(random, 3_000);
                    try (OpenedStore opened = new OpenedStore();
                            Transaction transaction = opened.store().transaction()) {
                        Store store = opened.store();
                        int container = empty(store);
                        long pages = store.pages(container);
                        for (int time = 0; time < 3; time++) {
                            transaction.begin(Isolation.READ_COMMITTED);
                            long before = transaction.savepoint();
                            load(transaction, container, entries);
                            TreeMap<byte[], byte[]> changed = new TreeMap<>(entries);
                            change(transaction, container, changed, random);
                            if (random.nextBoolean()) {
                                transaction.rollbackTo(before);
                                assertTrue(transaction.isEmpty(container));
                                transaction.insert(
                                        container, OpenedStore.bytes("a"), OpenedStore.bytes("1"));
                            }
                            transaction.rollback();
                            assertEquals(List.of(), store.check(container));
                            assertEquals(List.of(), found(store, container));
                            assertEquals(pages, store.pages(container), "no page is lost");
                            assertEquals(0, store.entries(container));
                        }
                        transaction.begin(Isolation.READ_COMMITTED);
                        load(transaction, container, entries);
                        transaction.commit();
                        assertHas(store, container, entries);
                        opened.reopen();
                        assertHas(opened.store(), container, entries);
                    }
                });
    }

    @Test
    void aValueThatWasReplacedBeforeTheLoadWasTakenBackIsFreedOnce() {
        try (OpenedStore opened = new OpenedStore();
                Transaction transaction = opened.store().transaction()) {
            Store store = opened.store();
            int container = empty(store);
            transaction.begin(Isolation.READ_COMMITTED);
            load(transaction, container, entries(Seeds.random(5), 500));
            Bytes key = OpenedStore.bytes("x");
            Bytes large = Bytes.of(new byte[9_000]);
            long before = transaction.savepoint();
            assertTrue(transaction.insert(container, key, large));
            transaction.rollbackTo(before);
            assertTrue(transaction.insert(container, key, large));
            transaction.rollback();
            assertEquals(List.of(), store.check(container));
            assertEquals(2, store.pages(container));
        }
    }

    @Test
    void nobodyElseHasAnythingToDoWithWhatIsLoaded() {
        try (OpenedStore opened = new OpenedStore();
                Transaction transaction = opened.store().transaction();
                Transaction other = opened.store().transaction()) {
            Store store = opened.store();
            int container = empty(store);
            other.begin(Isolation.READ_COMMITTED);
            transaction.begin(Isolation.READ_COMMITTED);
            assertTrue(other.insert(container, OpenedStore.bytes("a"), OpenedStore.bytes("1")));
            assertTrue(transaction.load(container).isEmpty(), "somebody is changing it");
            other.rollback();
            other.begin(Isolation.SERIALIZABLE);
            assertFalse(other.get(container, OpenedStore.bytes("a"), ReadMode.PLAIN, new Bytes()));
            assertTrue(transaction.load(container).isEmpty(), "somebody read that it is not there");
            other.commit();
            load(transaction, container, entries(Seeds.random(6), 500));
            other.begin(Isolation.READ_COMMITTED);
            assertThrows(
                    TelegraphException.class,
                    () ->
                            other.get(
                                    container,
                                    OpenedStore.bytes("a"),
                                    ReadMode.AT_ONCE,
                                    new Bytes()));
            other.rollback();
            transaction.rollback();
            assertEquals(List.of(), found(store, container));
        }
    }

    @Test
    void whenTheWorldStopsAContainerOfOthersIsWholeOrEmpty() throws Exception {
        SimDisk disk = new SimDisk();
        try (MemoryManager memory = new MemoryManager(64 << 20)) {
            try (Store store =
                            Stores.open(
                                    CrashWorkload.DIRECTORY,
                                    CrashWorkload.options(),
                                    disk,
                                    memory,
                                    System::nanoTime);
                    Transaction transaction = store.transaction()) {
                for (int i = 0; i < CONTAINERS; i++) {
                    int container = empty(store);
                    for (int time = 0; time < 3; time++) {
                        transaction.begin(Isolation.READ_COMMITTED);
                        long before = transaction.savepoint();
                        load(transaction, container, entriesOf(container));
                        if (time == 1) {
                            transaction.rollbackTo(before);
                        }
                        if (time == 2) {
                            transaction.insert(
                                    Store.FIRST_CONTAINER,
                                    StoreModelTest.number(container, 8),
                                    Bytes.of((byte) 1));
                            transaction.commit();
                        } else {
                            transaction.rollback();
                        }
                    }
                    if (i % 4 == 1) {
                        store.checkpoint();
                    }
                }
            }
            RandomGenerator random = Seeds.random(1);
            SimCrash crash = new SimCrash(disk);
            int stride = Math.max(1, crash.steps() / CRASHES);
            int whole = 0;
            int empty = 0;
            for (int step = random.nextInt(stride); step <= crash.steps(); step += stride) {
                crash.take(step);
                try (Store store = CrashWorkload.open(crash.crash(random), memory)) {
                    for (int container = Store.FIRST_CONTAINER + 1;
                            container <= Store.FIRST_CONTAINER + CONTAINERS;
                            container++) {
                        if (isCommitted(store, container)) {
                            assertHas(store, container, entriesOf(container));
                            whole++;
                        } else if (isThere(store, container)) {
                            assertHas(store, container, new TreeMap<>());
                            assertEquals(2, store.pages(container), "no page is lost");
                            empty++;
                        }
                    }
                }
            }
            assertTrue(whole > 0 && empty > 0, whole + " " + empty);
        }
    }

    private static boolean isThere(Store store, int container) {
        try {
            store.entries(container);
            return true;
        } catch (TelegraphException e) {
            return false;
        }
    }

    @Test
    void whoReadsMeanwhileNeverSeesWhatIsTakenBack() throws Exception {
        TreeMap<byte[], byte[]> entries = entries(Seeds.random(8), 3_000);
        List<byte[]> keys = List.copyOf(entries.keySet());
        try (OpenedStore opened = new OpenedStore()) {
            Store store = opened.store();
            int container = empty(store);
            AtomicBoolean over = new AtomicBoolean();
            FutureTask<Integer> reading =
                    new FutureTask<>(() -> {
                        RandomGenerator random = Seeds.random(9);
                        int reads = 0;
                        while (!over.get()) {
                            byte[] key = keys.get(random.nextInt(keys.size()));
                            assertEquals(List.of(), read(store, container, key), "read " + reads);
                            reads++;
                        }
                        return reads;
                    });
            Thread reader = Thread.ofPlatform().start(reading);
            try (Transaction transaction = store.transaction()) {
                for (int time = 0; time < LOADS_BESIDE_READS; ) {
                    transaction.begin(Isolation.READ_COMMITTED);
                    Optional<Load> loading = transaction.load(container);
                    if (loading.isPresent()) { // the reader is not just waiting
                        load(loading.get(), entries);
                        time++;
                    }
                    transaction.rollback();
                    Thread.yield();
                }
            } finally {
                over.set(true);
                reader.join();
            }
            assertTrue(reading.get() > 0);
            assertEquals(List.of(), store.check(container));
        }
    }

    /// What a search and a scan find.
    private static List<String> read(Store store, int container, byte[] key) {
        List<String> all = found(store, container);
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            if (transaction.get(container, Bytes.of(key), ReadMode.PLAIN, new Bytes())) {
                all.add("a key");
            }
        }
        return all;
    }
}
