package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;

/// Histories of real threads, checked afterwards.
///
/// By its graph: each value is written once, and whoever overwrites one has read it for update, so
/// the order of the values of a key is known; see [SerializationGraph]. By running it again: a
/// transaction draws a number before it commits, while it still has all its locks, so the order of
/// the numbers must be an order in which they could have run one after the other, keys that come
/// and go and ranges included.
class HistoryTest {
    private static final int C = Store.FIRST_CONTAINER;
    private static final int THREADS = 4;
    private static final int TRANSACTIONS = 400;
    private static final int KEYS = 6;
    private static final StoreOptions OPTIONS =
            new StoreOptions(1 << 20, Durability.RELAXED, 20_000, 1, 1_000, 64 << 20, 16);

    /// One transaction of one thread.
    private interface Script {
        void run(Transaction transaction, RandomGenerator random);
    }

    private static void play(OpenedStore opened, long seed, Isolation level, Script script)
            throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                RandomGenerator random = Seeds.random(seed * THREADS + i);
                all.add(
                        threads.submit(() -> {
                            start.await();
                            try (Transaction mine = opened.store().transaction()) {
                                for (int n = 0; n < TRANSACTIONS; n++) {
                                    one(mine, level, script, random);
                                }
                            }
                            return null;
                        }));
            }
            for (Future<?> thread : all) {
                thread.get();
            }
        }
    }

    private static void one(
            Transaction mine, Isolation level, Script script, RandomGenerator random) {
        mine.begin(level);
        try {
            script.run(mine, random);
        } catch (TelegraphException e) {
            assertEquals(SqlState.DEADLOCK, e.state(), e.getMessage());
            mine.rollback();
        }
    }

    private static Bytes key(int key) {
        return Bytes.of((byte) 'k', (byte) key);
    }

    private static Bytes number(long value) {
        return OpenedStore.bytes(String.valueOf(value));
    }

    private static long number(Bytes value) {
        return Long.parseLong(OpenedStore.text(value));
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void theGraphOfAHistoryIsAsItsLevelPromises(Isolation level) {
        Seeds.run(
                3,
                (seed, random) -> {
                    SerializationGraph graph = new SerializationGraph();
                    try (OpenedStore opened = new OpenedStore(OPTIONS)) {
                        try (Transaction setup = opened.store().transaction()) {
                            setup.begin(level);
                            for (int key = 0; key < KEYS; key++) {
                                setup.insert(C, key(key), number(0));
                            }
                            setup.commit();
                        }
                        play(opened, seed, level, (mine, r) -> readsAndWrites(graph, mine, r));
                    }
                    graph.check(level);
                    assertTrue(graph.committed() > THREADS * TRANSACTIONS / 4);
                });
    }

    /// Reads some keys, changes some, one of them perhaps twice, and sometimes thinks better of it.
    private static void readsAndWrites(
            SerializationGraph graph, Transaction mine, RandomGenerator random) {
        SerializationGraph.Node node = graph.begin();
        Bytes value = new Bytes();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            int key = random.nextInt(KEYS);
            if (random.nextBoolean()) {
                mine.get(C, key(key), ReadMode.PLAIN, value);
                node.reads(key, number(value));
            } else {
                mine.get(C, key(key), ReadMode.FOR_UPDATE, value);
                long version = node.overwrites(key, number(value));
                mine.update(C, key(key), number(version));
            }
            if (random.nextInt(4) == 0) {
                Thread.yield();
            }
        }
        if (random.nextInt(8) == 0) {
            mine.rollback();
        } else {
            mine.commit();
            node.committed();
        }
    }

    /// What a transaction did, to be done again.
    ///
    /// @param changes what keys hold since, or -1 if they are gone
    /// @param seen what it saw before, of keys it asked for: -1 if they were not there
    /// @param ranges what it saw of all keys
    private record Done(
            long number,
            Map<Integer, Long> changes,
            Map<Integer, Long> seen,
            List<Map<Integer, Long>> ranges) {}

    @Test
    void serializableTransactionsCouldHaveRunOneAfterTheOther() {
        Seeds.run(
                4,
                (seed, random) -> {
                    AtomicLong order = new AtomicLong();
                    ConcurrentLinkedQueue<Done> done = new ConcurrentLinkedQueue<>();
                    try (OpenedStore opened = new OpenedStore(OPTIONS)) {
                        play(
                                opened,
                                seed,
                                Isolation.SERIALIZABLE,
                                (mine, r) -> comesAndGoes(order, done, mine, r));
                        assertEquals(List.of(), opened.store().check(C));
                    }
                    again(done);
                });
    }

    private static void comesAndGoes(
            AtomicLong order,
            ConcurrentLinkedQueue<Done> done,
            Transaction mine,
            RandomGenerator random) {
        Map<Integer, Long> changes = new TreeMap<>();
        Map<Integer, Long> seen = new TreeMap<>();
        List<Map<Integer, Long>> ranges = new ArrayList<>();
        Bytes value = new Bytes();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int key = random.nextInt(2 * KEYS);
            if (changes.containsKey(key)) {
                continue;
            }
            long version = random.nextLong(1 << 30);
            switch (random.nextInt(5)) {
                case 0 -> {
                    boolean found = mine.get(C, key(key), ReadMode.PLAIN, value);
                    seen.put(key, found ? number(value) : -1);
                }
                case 1 -> {
                    if (mine.insert(C, key(key), number(version))) {
                        seen.put(key, -1L);
                        changes.put(key, version);
                    }
                }
                case 2 -> {
                    if (mine.update(C, key(key), number(version))) {
                        changes.put(key, version);
                    } else {
                        seen.put(key, -1L);
                    }
                }
                case 3 -> {
                    if (mine.delete(C, key(key))) {
                        changes.put(key, -1L);
                    } else {
                        seen.put(key, -1L);
                    }
                }
                default -> {
                    if (changes.isEmpty()) {
                        ranges.add(all(mine, random.nextBoolean()));
                    }
                }
            }
        }
        long number = order.incrementAndGet();
        mine.commit();
        done.add(new Done(number, changes, seen, ranges));
    }

    private static Map<Integer, Long> all(Transaction mine, boolean descending) {
        Map<Integer, Long> all = new TreeMap<>();
        try (Cursor cursor = mine.cursor(C, ReadMode.PLAIN)) {
            if (descending) {
                cursor.rangeDescending(null, null);
            }
            while (cursor.next()) {
                int key = cursor.array()[cursor.keyOffset() + 1];
                all.put(key, Long.parseLong(OpenedStore.value(cursor)));
            }
        }
        return all;
    }

    private static void again(ConcurrentLinkedQueue<Done> done) {
        Map<Integer, Long> rows = new TreeMap<>();
        List<Done> inOrder =
                done.stream().sorted((a, b) -> Long.compare(a.number, b.number)).toList();
        assertTrue(inOrder.size() > THREADS * TRANSACTIONS / 4);
        for (Done one : inOrder) {
            for (Map<Integer, Long> range : one.ranges) {
                assertEquals(rows, range, "a range was seen as it never was: " + one);
            }
            one.seen.forEach(
                    (key, value) -> assertEquals(rows.getOrDefault(key, -1L), value, "key=" + key));
            one.changes.forEach((key, value) -> {
                if (value < 0) {
                    rows.remove(key);
                } else {
                    rows.put(key, value);
                }
            });
        }
    }
}
