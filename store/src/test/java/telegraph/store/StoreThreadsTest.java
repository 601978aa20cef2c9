package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;

/// Several threads on one container whose pages are split, merged and evicted under them.
class StoreThreadsTest {
    private static final int C = Store.FIRST_CONTAINER;
    private static final int BALANCE_BYTES = 700;
    private static final int SCANS = 20;
    private static final StoreOptions TIGHT =
            StoreOptions.DEFAULT
                    .withCacheBytes(64 * 8_192)
                    .withDurability(Durability.RELAXED)
                    .withLockTimeoutMillis(30_000);

    private static void all(List<Callable<Void>> tasks) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            List<Future<Void>> results = new ArrayList<>();
            for (Callable<Void> task : tasks) {
                results.add(threads.submit(task));
            }
            for (Future<Void> result : results) {
                result.get();
            }
        }
    }

    private static Bytes key(int owner, int number) {
        return StoreModelTest.number((long) number << 8 | owner, 8);
    }

    private static Bytes value(int owner, int number) {
        Bytes value = new Bytes();
        for (int i = 0; i < 20 + number % 150; i++) {
            value.append((byte) (owner + number));
        }
        return value;
    }

    /// Each thread adds and removes keys of its own, which lie between those of the others, and
    /// knows at any time which are there.
    @Test
    @org.junit.jupiter.api.Timeout(60)
    void eachThreadSeesItsOwnKeysAsItLeftThem() throws Exception {
        int count = 4;
        int numbers = 1_500;
        try (OpenedStore opened = new OpenedStore(TIGHT)) {
            boolean[][] there = new boolean[count][numbers];
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int owner = 0; owner < count; owner++) {
                int me = owner;
                tasks.add(() -> {
                    RandomGenerator random = Seeds.random(100 + me);
                    Bytes value = new Bytes();
                    try (Transaction t = opened.store().transaction()) {
                        for (int round = 0; round < 3_600; round++) {
                            t.begin(Isolation.READ_COMMITTED);
                            boolean[] before = there[me].clone();
                            // Grows, then shrinks, so that pages are split and merged.
                            boolean isGrowing = round / 300 % 2 == 0;
                            for (int i = 0; i < 8; i++) {
                                int number = random.nextInt(numbers);
                                Bytes key = key(me, number);
                                if (random.nextInt(4) == 0) {
                                    boolean found = t.get(C, key, ReadMode.PLAIN, value);
                                    assertEquals(there[me][number], found);
                                    if (found) {
                                        assertEquals(0, value.compareTo(value(me, number)));
                                    }
                                } else if (isGrowing) {
                                    boolean done = t.insert(C, key, value(me, number));
                                    assertEquals(!there[me][number], done);
                                    there[me][number] = true;
                                } else {
                                    assertEquals(there[me][number], t.delete(C, key));
                                    there[me][number] = false;
                                }
                            }
                            if (random.nextInt(5) == 0) {
                                t.rollback();
                                there[me] = before;
                            } else {
                                t.commit();
                            }
                        }
                    }
                    return null;
                });
            }
            all(tasks);
            assertEquals(List.of(), opened.store().check(C));
            long expected = 0;
            try (Transaction t = opened.store().transaction()) {
                t.begin(Isolation.READ_COMMITTED);
                for (int owner = 0; owner < count; owner++) {
                    for (int number = 0; number < numbers; number++) {
                        assertEquals(
                                there[owner][number],
                                t.get(C, key(owner, number), ReadMode.PLAIN, new Bytes()));
                        expected += there[owner][number] ? 1 : 0;
                    }
                }
            }
            assertEquals(expected, opened.store().entries(C));
        }
    }

    /// Writers move amounts between accounts, one of which is made anew at each transfer, so that
    /// the sum of all never changes; serializable readers add them up. Nearly every scan is in a
    /// deadlock, so what ends the test is the number of scans, not the work of the writers.
    @Test
    @org.junit.jupiter.api.Timeout(120)
    void aSerializableScanSeesEachTransferWholeOrNotAtAll() throws Exception {
        int accounts = 200;
        try (OpenedStore opened = new OpenedStore(TIGHT)) {
            try (Transaction t = opened.store().transaction()) {
                t.begin(Isolation.READ_COMMITTED);
                for (int i = 0; i < accounts; i++) {
                    t.insert(C, key(1, i * 10), balance(100));
                }
                t.commit();
            }
            AtomicBoolean done = new AtomicBoolean();
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int owner = 0; owner < 2; owner++) {
                int me = owner;
                tasks.add(() -> {
                    try {
                        transfers(opened.store(), Seeds.random(me), accounts, done);
                    } finally {
                        done.set(true);
                    }
                    return null;
                });
            }
            int[] scans = new int[2];
            for (int i = 0; i < 2; i++) {
                int me = i;
                tasks.add(() -> {
                    try (Transaction t = opened.store().transaction()) {
                        while (!done.get() || scans[me] == 0) {
                            scans[me] += sum(t, me == 0) ? 1 : 0;
                            if (scans[me] == SCANS) {
                                done.set(true);
                            }
                        }
                    }
                    return null;
                });
            }
            all(tasks);
            assertTrue(scans[0] > 0 && scans[1] > 0);
            assertEquals(List.of(), opened.store().check(C));
        }
    }

    /// An amount in a value so long that a leaf has few of them.
    private static Bytes balance(long amount) {
        Bytes balance = amount(amount);
        return balance.append(new byte[BALANCE_BYTES], 0, BALANCE_BYTES);
    }

    private static Bytes amount(long amount) {
        return StoreModelTest.number(amount, 8);
    }

    private static long amount(byte[] array, int offset) {
        long amount = 0;
        for (int i = 0; i < 8; i++) {
            amount = amount << 8 | array[offset + i] & 0xFF;
        }
        return amount;
    }

    private static void transfers(
            Store store, RandomGenerator random, int accounts, AtomicBoolean done) {
        Bytes value = new Bytes();
        try (Transaction t = store.transaction()) {
            for (int i = 0; i < 1_500 && !done.get(); i++) {
                t.begin(Isolation.READ_COMMITTED);
                try {
                    Bytes from = key(1, random.nextInt(accounts) * 10);
                    if (t.get(C, from, ReadMode.FOR_UPDATE, value)) {
                        long amount = amount(value.array(), 0);
                        t.delete(C, from);
                        Bytes to = key(1, random.nextInt(accounts * 10));
                        if (t.insert(C, to, balance(amount))) {
                            t.commit();
                            continue;
                        }
                    }
                    t.rollback();
                } catch (TelegraphException e) {
                    assertEquals(SqlState.DEADLOCK, e.state());
                    t.rollback();
                }
            }
        }
    }

    private static boolean sum(Transaction t, boolean isForward) {
        t.begin(Isolation.SERIALIZABLE);
        try (Cursor cursor = t.cursor(C, ReadMode.PLAIN)) {
            if (!isForward) {
                cursor.rangeDescending(null, null);
            }
            long sum = 0;
            while (cursor.next()) {
                sum += amount(cursor.array(), cursor.valueOffset());
            }
            assertEquals(200 * 100, sum);
            t.commit();
            return true;
        } catch (TelegraphException e) {
            assertEquals(SqlState.DEADLOCK, e.state());
            t.rollback();
            return false;
        }
    }

    /// A pair of keys is always changed together; whoever scans at READ_COMMITTED may see a pair
    /// half changed, but never what is not committed.
    @Test
    @org.junit.jupiter.api.Timeout(60)
    void aScanAtReadCommittedSeesNothingThatIsRolledBack() throws Exception {
        try (OpenedStore opened = new OpenedStore(TIGHT)) {
            try (Transaction t = opened.store().transaction()) {
                t.begin(Isolation.READ_COMMITTED);
                for (int i = 0; i < 1_000; i += 2) {
                    t.insert(C, key(0, i), amount(1));
                }
                t.commit();
            }
            AtomicBoolean done = new AtomicBoolean();
            Callable<Void> writer =
                    () -> {
                        RandomGenerator random = Seeds.random(5);
                        try (Transaction t = opened.store().transaction()) {
                            for (int i = 0; i < 6_000; i++) {
                                t.begin(Isolation.READ_COMMITTED);
                                t.insert(C, key(0, 2 * random.nextInt(500) + 1), amount(2));
                                t.update(C, key(0, 2 * random.nextInt(500)), amount(3));
                                t.delete(C, key(0, 2 * random.nextInt(500)));
                                t.rollback();
                            }
                        } finally {
                            done.set(true);
                        }
                        return null;
                    };
            int[] scans = new int[1];
            Callable<Void> reader =
                    () -> {
                        try (Transaction t = opened.store().transaction()) {
                            while (!done.get() || scans[0] == 0) {
                                t.begin(Isolation.READ_COMMITTED);
                                try (Cursor cursor = t.cursor(C, ReadMode.PLAIN)) {
                                    if (scans[0] % 2 == 1) {
                                        cursor.rangeDescending(null, null);
                                    }
                                    int rows = 0;
                                    while (cursor.next()) {
                                        assertEquals(
                                                1, amount(cursor.array(), cursor.valueOffset()));
                                        rows++;
                                    }
                                    assertFalse(cursor.next());
                                    assertEquals(500, rows);
                                }
                                t.commit();
                                scans[0]++;
                            }
                        }
                        return null;
                    };
            all(List.of(writer, reader));
            assertEquals(List.of(), opened.store().check(C));
            assertEquals(500, opened.store().entries(C));
        }
    }
}
