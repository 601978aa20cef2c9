package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.testkit.Seeds;

/// Random transactions of one thread against sorted maps, on a cache smaller than the data.
///
/// A transaction inserts, updates, deletes, reads and scans both ways in two containers, makes
/// savepoints and rolls back to them, and commits or rolls back; now and then the store makes a
/// checkpoint, or is closed and opened again. After each transaction the containers have the
/// entries of the maps; at the end all invariants of the trees hold.
class StoreModelTest {
    private static final int CONTAINERS = 2;

    /// What keys look like.
    private enum Keys {
        SHORT {
            @Override
            Bytes of(RandomGenerator random) {
                return number(random.nextInt(500), 4);
            }
        },
        ALIKE {
            @Override
            Bytes of(RandomGenerator random) {
                Bytes key = Bytes.of(new byte[900]);
                return key.append(number(random.nextInt(300), 4).array(), 0, 4);
            }
        },
        ANY_LENGTH {
            @Override
            Bytes of(RandomGenerator random) {
                int length = random.nextInt(3) == 0 ? Store.KEY_BYTES_MAX : 1;
                byte[] bytes = new byte[length];
                Arrays.fill(bytes, (byte) random.nextInt(256));
                bytes[length - 1] = (byte) random.nextInt(256);
                return Bytes.of(bytes);
            }
        };

        abstract Bytes of(RandomGenerator random);
    }

    static Bytes number(long value, int bytes) {
        Bytes number = new Bytes();
        for (int shift = Byte.SIZE * (bytes - 1); shift >= 0; shift -= Byte.SIZE) {
            number.append((byte) (value >>> shift));
        }
        return number;
    }

    private static Bytes value(RandomGenerator random) {
        int length =
                switch (random.nextInt(20)) {
                    case 0 -> random.nextInt(40_000);
                    case 1, 2 -> random.nextInt(4_000);
                    default -> random.nextInt(100);
                };
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Bytes.of(bytes);
    }

    private static final class Run {
        final RandomGenerator random;
        final Keys keys;
        final OpenedStore opened;
        final Isolation isolation;
        final List<TreeMap<Bytes, Bytes>> committed = new ArrayList<>();
        final int[] containers = new int[CONTAINERS];
        List<TreeMap<Bytes, Bytes>> now;
        Transaction transaction;

        Run(long seed, RandomGenerator random, OpenedStore opened) {
            this.random = random;
            this.opened = opened;
            this.keys = Keys.values()[(int) (seed % Keys.values().length)];
            this.isolation = Isolation.values()[(int) (seed / 3 % Isolation.values().length)];
            containers[0] = Store.FIRST_CONTAINER;
            try (Transaction t = opened.store().transaction()) {
                t.begin(isolation);
                containers[1] = t.create();
                t.commit();
            }
            for (int i = 0; i < CONTAINERS; i++) {
                committed.add(new TreeMap<>(Bytes::compareTo));
            }
        }

        private static List<TreeMap<Bytes, Bytes>> copy(List<TreeMap<Bytes, Bytes>> maps) {
            List<TreeMap<Bytes, Bytes>> copies = new ArrayList<>();
            maps.forEach(map -> copies.add(new TreeMap<>(map)));
            return copies;
        }

        void transactions(int count) {
            transaction = opened.store().transaction();
            for (int i = 0; i < count; i++) {
                transaction.begin(isolation);
                now = copy(committed);
                steps();
                if (random.nextInt(4) == 0) {
                    transaction.rollback();
                } else {
                    transaction.commit();
                    committed.clear();
                    committed.addAll(now);
                }
                between();
            }
            transaction.close();
        }

        private void steps() {
            List<List<TreeMap<Bytes, Bytes>>> saved = new ArrayList<>();
            List<Long> marks = new ArrayList<>();
            int steps = random.nextInt(60);
            boolean isDeleting = random.nextInt(3) == 0;
            for (int step = 0; step < steps; step++) {
                int choice = random.nextInt(100);
                if (choice < 5) {
                    saved.add(copy(now));
                    marks.add(transaction.savepoint());
                } else if (choice < 10 && !marks.isEmpty()) {
                    int to = random.nextInt(marks.size());
                    transaction.rollbackTo(marks.get(to));
                    now = copy(saved.get(to));
                    saved.subList(to, saved.size()).clear();
                    marks.subList(to, marks.size()).clear();
                } else {
                    int index = random.nextInt(CONTAINERS);
                    change(containers[index], now.get(index), isDeleting);
                }
            }
        }

        private void change(int container, TreeMap<Bytes, Bytes> map, boolean isDeleting) {
            Bytes key = keys.of(random);
            if (isDeleting && !map.isEmpty() && random.nextInt(2) == 0) {
                Bytes near = map.ceilingKey(key);
                key = near == null ? map.firstKey() : near;
                assertTrue(transaction.delete(container, key));
                map.remove(key);
                return;
            }
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> {
                    Bytes value = value(random);
                    assertEquals(!map.containsKey(key), transaction.insert(container, key, value));
                    map.putIfAbsent(key, value);
                }
                case 4 -> {
                    Bytes value = value(random);
                    assertEquals(map.containsKey(key), transaction.update(container, key, value));
                    map.replace(key, value);
                }
                case 5 -> assertEquals(map.remove(key) != null, transaction.delete(container, key));
                case 6 -> {
                    Bytes value = new Bytes();
                    ReadMode reading = ReadMode.values()[random.nextInt(3)];
                    boolean isThere = transaction.get(container, key, reading, value);
                    assertEquals(map.containsKey(key), isThere);
                    assertTrue(!isThere || value.compareTo(map.get(key)) == 0);
                }
                default -> scan(container, map);
            }
        }

        private void scan(int container, TreeMap<Bytes, Bytes> map) {
            Bytes low = random.nextBoolean() ? keys.of(random) : null;
            Bytes high = random.nextBoolean() ? keys.of(random) : null;
            if (low != null && high != null && low.compareTo(high) > 0) {
                Bytes swap = low;
                low = high;
                high = swap;
            }
            NavigableMap<Bytes, Bytes> range = map;
            if (low != null) {
                range = range.tailMap(low, true);
            }
            if (high != null) {
                range = range.headMap(high, false);
            }
            boolean isDown = random.nextBoolean();
            try (Cursor cursor =
                    transaction.cursor(container, ReadMode.values()[random.nextInt(3)])) {
                if (isDown) {
                    cursor.rangeDescending(low, high);
                } else {
                    cursor.range(low, high);
                }
                assertSame(isDown ? range.descendingMap() : range, cursor);
            }
        }

        private static void assertSame(NavigableMap<Bytes, Bytes> map, Cursor cursor) {
            Bytes key = new Bytes();
            Bytes value = new Bytes();
            for (var expected : map.entrySet()) {
                assertTrue(cursor.next(), "there is one more");
                key.clear().append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                assertEquals(0, key.compareTo(expected.getKey()), "the next key is the next");
                value.clear().append(cursor.array(), cursor.valueOffset(), cursor.valueLength());
                assertEquals(0, value.compareTo(expected.getValue()), "a key has its value");
            }
            assertEquals(false, cursor.next(), "there is no more");
        }

        private void between() {
            switch (random.nextInt(30)) {
                case 0 -> opened.store().checkpoint();
                case 1 -> {
                    transaction.close();
                    opened.reopen();
                    transaction = opened.store().transaction();
                }
                default -> {}
            }
        }

        void check() {
            try (Transaction t = opened.store().transaction()) {
                t.begin(isolation);
                for (int i = 0; i < CONTAINERS; i++) {
                    assertEquals(List.of(), opened.store().check(containers[i]));
                    assertEquals(committed.get(i).size(), opened.store().entries(containers[i]));
                    try (Cursor cursor = t.cursor(containers[i], ReadMode.PLAIN)) {
                        assertSame(committed.get(i), cursor);
                    }
                }
            }
        }
    }

    @Test
    void containersHaveWhatWasCommitted() {
        Seeds.run(
                24,
                (seed, random) -> {
                    StoreOptions options =
                            StoreOptions.DEFAULT
                                    .withCacheBytes(40 * 8_192)
                                    .withDurability(Durability.RELAXED)
                                    .withCheckpointBytes(2 << 20);
                    try (OpenedStore opened = new OpenedStore(options)) {
                        Run run = new Run(seed, random, opened);
                        for (int round = 0; round < 4; round++) {
                            run.transactions(20);
                            run.check();
                        }
                    }
                });
    }
}
