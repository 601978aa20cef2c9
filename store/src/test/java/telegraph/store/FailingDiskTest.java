package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.TelegraphException.Kind;
import telegraph.memory.MemoryManager;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;

/// A disk that is full, fails, or has changed what was written: each is told with its place, and
/// nothing that was acknowledged is lost.
class FailingDiskTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final int CONTAINER = Store.FIRST_CONTAINER;

    private final MemoryManager memory = new MemoryManager(64 << 20);
    private final SimDisk disk = new SimDisk();

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", memory::used);
    }

    private Store open() {
        return open(disk);
    }

    private Store open(SimDisk of) {
        StoreOptions options = StoreOptions.DEFAULT.withCacheBytes(1 << 20);
        return Stores.open(DIRECTORY, options, of, memory, System::nanoTime);
    }

    private static Bytes key(int number) {
        return Bank.text(String.format("key %06d", number));
    }

    private static void insert(Store store, int first, int count) {
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            for (int i = first; i < first + count; i++) {
                assertTrue(transaction.insert(CONTAINER, key(i), Bank.text("value " + i)));
            }
            transaction.commit();
        }
    }

    private static boolean has(Store store, int number) {
        try (Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            boolean there = transaction.get(CONTAINER, key(number), ReadMode.PLAIN, new Bytes());
            transaction.commit();
            return there;
        }
    }

    private static void load(Transaction transaction, int container) {
        try (Load load = transaction.load(container).orElseThrow()) {
            for (int i = 0; i < 1_000; i++) {
                load.add(key(i), Bank.text("value " + i));
            }
            load.end();
        }
    }

    private static boolean isEmpty(Transaction transaction, int container) {
        transaction.begin(Isolation.READ_COMMITTED);
        try (Cursor cursor = transaction.cursor(container, ReadMode.PLAIN)) {
            return !cursor.next() && transaction.isEmpty(container);
        } finally {
            transaction.rollback();
        }
    }

    /// @param state what those are told who come after the one whose commit failed
    private void aFailingDisk(SimDisk.Fault fault, SqlState state) {
        try (Store store = open()) {
            insert(store, 0, 10);
            Transaction before = store.transaction();
            before.begin(Isolation.READ_COMMITTED);
            int loaded = before.create();
            before.commit();
            before.begin(Isolation.READ_COMMITTED);
            before.update(CONTAINER, key(3), Bank.text("never committed"));
            before.delete(CONTAINER, key(4));
            load(before, loaded);
            disk.fail(fault);
            TelegraphException told =
                    assertThrows(TelegraphException.class, () -> insert(store, 10, 1));
            assertEquals(SqlState.OUTCOME_UNKNOWN, told.state(), told.getMessage());
            assertTrue(told.getMessage().contains("file=/store/log/"), told.getMessage());
            disk.fail(null);

            // Whoever wants to change something hears the same; reading goes on.
            TelegraphException again =
                    assertThrows(TelegraphException.class, () -> insert(store, 11, 1));
            assertEquals(state, again.state());
            before.rollback();
            assertTrue(isEmpty(before, loaded), "what was loaded is gone from memory");
            before.close();
            for (int i = 0; i < 10; i++) {
                assertTrue(has(store, i), "key " + i);
            }
            assertFalse(has(store, 10), "a commit that failed shows nothing");
            assertThrows(TelegraphException.class, store::checkpoint);
        }
        try (Store store = open()) {
            for (int i = 0; i < 10; i++) {
                assertTrue(has(store, i), "key " + i);
            }
            assertEquals(List.of(), store.check(CONTAINER));
            insert(store, 20, 10);
        }
    }

    @Test
    void aFullDiskIsToldToWhoeverCommits() {
        aFailingDisk(SimDisk.Fault.full(0), SqlState.DISK_FULL);
    }

    @Test
    void aSyncThatFailsIsToldToWhoeverCommits() {
        aFailingDisk(SimDisk.Fault.sync(0), SqlState.IO_ERROR);
    }

    /// The checkpoint of a full disk cannot write pages; the log it would have cut stays.
    @Test
    void aCheckpointThatFailsLosesNothing() {
        Seeds.run(
                10,
                (_, random) -> {
                    int first = random.nextInt(1_000_000);
                    try (Store store = open()) {
                        insert(store, first, 200);
                        disk.fail(
                                random.nextBoolean()
                                        ? SimDisk.Fault.full(disk.steps() + random.nextInt(5))
                                        : SimDisk.Fault.sync(disk.steps() + random.nextInt(5)));
                        int failures = disk.failures();
                        try {
                            store.checkpoint();
                            assertEquals(failures, disk.failures());
                        } catch (TelegraphException e) {
                            assertEquals(Kind.RESOURCE, e.kind());
                        }
                        disk.fail(null);
                        assertTrue(has(store, first));
                    }
                    SimCrash crash = new SimCrash(disk);
                    crash.take(crash.steps());
                    SimDisk left = crash.crash(random);
                    try (Store store = open(left)) {
                        for (int i = first; i < first + 200; i++) {
                            assertTrue(has(store, i), "key " + i);
                        }
                        assertEquals(List.of(), store.check(CONTAINER));
                    }
                    try (Store store = open()) {
                        try (Transaction transaction = store.transaction()) {
                            transaction.begin(Isolation.READ_COMMITTED);
                            for (int i = first; i < first + 200; i++) {
                                assertTrue(transaction.delete(CONTAINER, key(i)));
                            }
                            transaction.commit();
                        }
                    }
                });
    }

    /// It goes when the disk lets it, be that at a checkpoint or when the store is opened again.
    @Test
    void aFileThatCannotBeDeletedIsNoReasonToRefuseAnything() {
        SimDisk.Fault fault =
                new SimDisk.Fault(0, SimDisk.Step.Delete.class, "Operation not permitted");
        for (boolean isReopened : new boolean[] {false, true}) {
            int container;
            Path file;
            try (Store store = open();
                    Transaction transaction = store.transaction()) {
                transaction.begin(Isolation.READ_COMMITTED);
                container = transaction.create();
                transaction.insert(container, key(1), key(2));
                transaction.commit();
                file = DIRECTORY.resolve("data").resolve(String.format("%08x.tg", container));
                disk.fail(fault);
                transaction.begin(Isolation.READ_COMMITTED);
                transaction.drop(container);
                transaction.commit();
                assertTrue(disk.exists(file));
                assertEquals(1, store.log().filesLeft());
                assertFalse(store.log().hasFailed());
                insert(store, container * 100, 10);
                store.checkpoint();
                insert(store, container * 100 + 10, 10);
                store.checkpoint();
                assertThrows(TelegraphException.class, () -> store.pages(container));
                if (!isReopened) {
                    disk.fail(null);
                    store.checkpoint();
                    assertEquals(0, store.log().filesLeft());
                    assertFalse(disk.exists(file));
                }
            }
            if (isReopened) {
                try (Store store = open()) {
                    assertEquals(1, store.log().filesLeft());
                    assertThrows(TelegraphException.class, () -> store.pages(container));
                    insert(store, container * 100 + 20, 10);
                }
                disk.fail(null);
                try (Store store = open()) {
                    assertFalse(disk.exists(file));
                    assertEquals(0, store.log().filesLeft());
                }
            }
            try (Store store = open()) {
                assertTrue(has(store, container * 100 + 19));
                assertEquals(List.of(), store.check(CONTAINER));
            }
        }
    }

    @Test
    void aFlippedBitInAnyFileIsFoundOrHarmless() throws IOException {
        try (Store store = open()) {
            insert(store, 0, 600);
        }
        RandomGenerator random = Seeds.random(11);
        int found = 0;
        for (int round = 0; round < 60; round++) {
            Path path =
                    switch (round % 3) {
                        case 0 -> DIRECTORY.resolve("control");
                        case 1 -> DIRECTORY.resolve("data").resolve("00000001.tg");
                        default -> disk.list(DIRECTORY.resolve("log")).getFirst();
                    };
            long at;
            try (Disk.DiskFile file = disk.open(path)) {
                at = random.nextLong(round % 3 == 2 ? 50_000 : file.size());
                flip(file, at);
            }
            try {
                readAll();
            } catch (TelegraphException e) {
                assertTrue(
                        e.kind() == Kind.CORRUPT || e.kind() == Kind.INPUT && round % 3 == 0,
                        e.getMessage());
                assertTrue(e.getMessage().contains("/store"), e.getMessage());
                found++;
                try (Disk.DiskFile file = disk.open(path)) {
                    flip(file, at);
                }
            }
        }
        assertTrue(found > 30, "found " + found);
        readAll();
    }

    private void readAll() {
        try (Store store = open()) {
            for (int i = 0; i < 600; i++) {
                assertTrue(has(store, i), "key " + i);
            }
            assertEquals(List.of(), store.check(CONTAINER));
        }
    }

    private static void flip(Disk.DiskFile file, long at) throws IOException {
        MemorySegment one = MemorySegment.ofArray(new byte[1]);
        file.read(one, at);
        one.set(ValueLayout.JAVA_BYTE, 0, (byte) (one.get(ValueLayout.JAVA_BYTE, 0) ^ 4));
        file.write(one, at);
    }

    @Test
    void aStoreOfALaterFormatIsNotOpened() throws IOException {
        open().close();
        try (Disk.DiskFile file = disk.open(DIRECTORY.resolve("control"))) {
            file.write(MemorySegment.ofArray(new byte[] {2}), 8);
        }
        TelegraphException e = assertThrows(TelegraphException.class, this::open);
        assertEquals(Kind.INPUT, e.kind());
        assertTrue(e.getMessage().contains("format=2 known=1"), e.getMessage());
    }

    @Test
    void aStoreWithoutItsControlFileIsNotTakenForANewOne() throws IOException {
        open().close();
        disk.delete(DIRECTORY.resolve("control"));
        TelegraphException e = assertThrows(TelegraphException.class, this::open);
        assertEquals(Kind.CORRUPT, e.kind());
    }

    @Test
    void aStoreIsOpenedOnceAtATime() {
        try (Store store = open()) {
            TelegraphException e = assertThrows(TelegraphException.class, this::open);
            assertEquals(Kind.RESOURCE, e.kind());
            assertTrue(e.getMessage().contains("pid="), e.getMessage());
            insert(store, 0, 1);
        }
        open().close();
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsTold() {
        disk.fail(new SimDisk.Fault(0, SimDisk.Step.Create.class, "Read-only file system"));
        TelegraphException e = assertThrows(TelegraphException.class, this::open);
        assertEquals(Kind.RESOURCE, e.kind());
        assertTrue(e.getMessage().contains("Read-only file system"), e.getMessage());
    }

    @Test
    void aBackupGoesToAnEmptyDirectory() {
        try (Store store = open()) {
            TelegraphException e =
                    assertThrows(TelegraphException.class, () -> store.backup(DIRECTORY));
            assertEquals(Kind.INPUT, e.kind());
            insert(store, 0, 1);
        }
    }

    /// Its record is larger than the ring of the log.
    @Test
    void aValueLargerThanTheLogsBufferSurvivesACrash() throws Exception {
        byte[] large = new byte[9 << 20];
        RandomGenerator random = Seeds.random(3);
        random.nextBytes(large);
        try (Store store = open();
                Transaction transaction = store.transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            transaction.insert(CONTAINER, key(1), Bytes.of(large));
            transaction.commit();
            SimCrash crash = new SimCrash(disk);
            crash.take(crash.steps());
            try (Store left = open(crash.crash(random));
                    Transaction reader = left.transaction()) {
                reader.begin(Isolation.READ_COMMITTED);
                Bytes value = new Bytes();
                assertTrue(reader.get(CONTAINER, key(1), ReadMode.PLAIN, value));
                assertArrayEquals(large, value.toArray());
            }
        }
    }
}
