package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static telegraph.store.StoreModelTest.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Seeds;

/// What containers take and give back: pages by loads in several orders, large values, limits.
class StoreLoadsTest {
    private static final int C = Store.FIRST_CONTAINER;
    private static final int ROWS = 20_000;
    private static final int ROW_BYTES = 60;
    private static final int PAGE_BYTES = 8_192;
    private static final StoreOptions OPTIONS =
            StoreOptions.DEFAULT.withCacheBytes(4 << 20).withDurability(Durability.RELAXED);

    private static void load(Store store, IntToLongFunction order) {
        Bytes value = Bytes.of(new byte[ROW_BYTES - 10 - 8]);
        try (Transaction t = store.transaction()) {
            t.begin(Isolation.READ_COMMITTED);
            for (int i = 0; i < ROWS; i++) {
                assertTrue(t.insert(C, number(order.applyAsLong(i), 8), value));
            }
            t.commit();
        }
    }

    private static long pagesOf(IntToLongFunction order) {
        try (OpenedStore opened = new OpenedStore(OPTIONS)) {
            load(opened.store(), order);
            assertEquals(List.of(), opened.store().check(C));
            assertEquals(ROWS, opened.store().entries(C));
            return opened.store().pages(C);
        }
    }

    private static long scattered(int i) {
        return i * 0x9E37_79B9_7F4A_7C15L;
    }

    @Test
    void loadsInOrderFillTheirPages() {
        long least = (long) ROWS * ROW_BYTES / PAGE_BYTES;
        assertTrue(pagesOf(i -> i) < least * 1.1, "ascending: " + pagesOf(i -> i));
        assertTrue(pagesOf(i -> -i - 1L) < least * 1.1, "descending: " + pagesOf(i -> -i - 1L));
        long random = pagesOf(StoreLoadsTest::scattered);
        assertTrue(random < least * 2, "random: " + random);
    }

    @Test
    void deletingEverythingGivesThePagesBack() {
        for (int way = 0; way < 3; way++) {
            try (OpenedStore opened = new OpenedStore(OPTIONS)) {
                Store store = opened.store();
                load(store, StoreLoadsTest::scattered);
                List<Bytes> keys = new ArrayList<>();
                for (int i = 0; i < ROWS; i++) {
                    keys.add(number(scattered(i), 8));
                }
                if (way < 2) {
                    keys.sort(Bytes::compareTo);
                }
                if (way == 1) {
                    keys = keys.reversed();
                }
                try (Transaction t = store.transaction()) {
                    for (int i = 0; i < ROWS; ) {
                        t.begin(Isolation.READ_COMMITTED);
                        for (int end = Math.min(ROWS, i + 700); i < end; i++) {
                            assertTrue(t.delete(C, keys.get(i)));
                        }
                        t.commit();
                    }
                }
                assertEquals(List.of(), store.check(C));
                assertEquals(0, store.entries(C));
                assertTrue(store.pages(C) < 10, "way=" + way + " pages=" + store.pages(C));
                load(store, StoreLoadsTest::scattered);
                assertEquals(List.of(), store.check(C));
            }
        }
    }

    @Test
    void moreGhostsThanATransactionRemembersAreFoundByASearch() {
        int rows = 6_000;
        assertTrue((long) rows * Store.KEY_BYTES_MAX > Ghosts.BYTES_MAX);
        try (OpenedStore opened = new OpenedStore(OPTIONS.withEscalationLocks(100));
                Transaction t = opened.store().transaction()) {
            Bytes key = new Bytes();
            Bytes rest = Bytes.of(new byte[Store.KEY_BYTES_MAX - 8]);
            for (boolean isInsert : new boolean[] {true, false}) {
                t.begin(Isolation.READ_COMMITTED);
                for (int i = 0; i < rows; i++) {
                    key.set(number(scattered(i), 8)).append(rest.array(), 0, rest.length());
                    assertTrue(isInsert ? t.insert(C, key, key) : t.delete(C, key));
                }
                t.commit();
            }
            assertEquals(0, opened.store().entries(C));
            assertEquals(List.of(), opened.store().check(C));
            assertTrue(opened.store().pages(C) < 10, "pages=" + opened.store().pages(C));
        }
    }

    @Test
    void aTreeOfLongKeysIsDeep() {
        try (OpenedStore opened = new OpenedStore(OPTIONS);
                Transaction t = opened.store().transaction()) {
            Bytes common = Bytes.of(new byte[Store.KEY_BYTES_MAX - 4]);
            t.begin(Isolation.READ_COMMITTED);
            List<Bytes> keys = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                Bytes key = new Bytes();
                key.set(common).append(number(scattered(i), 8).array(), 0, 4);
                keys.add(key);
                assertTrue(t.insert(C, key, Bytes.of()));
            }
            t.commit();
            assertEquals(List.of(), opened.store().check(C));
            t.begin(Isolation.READ_COMMITTED);
            for (Bytes key : keys) {
                assertTrue(t.get(C, key, ReadMode.PLAIN, new Bytes()));
                assertTrue(t.delete(C, key));
            }
            t.commit();
            assertEquals(List.of(), opened.store().check(C));
            assertTrue(opened.store().pages(C) < 20, "pages=" + opened.store().pages(C));
        }
    }

    @Test
    void thePagesOfLargeValuesAreGivenBack() {
        try (OpenedStore opened = new OpenedStore(OPTIONS);
                Transaction t = opened.store().transaction()) {
            Bytes key = Bytes.of((byte) 1);
            Bytes got = new Bytes();
            long before = opened.store().pages(C);
            byte[] bytes = new byte[5 << 20];
            Seeds.random(1).nextBytes(bytes);
            Bytes large = Bytes.of(bytes);
            t.begin(Isolation.READ_COMMITTED);
            assertTrue(t.insert(C, key, large));
            t.commit();
            assertTrue(opened.store().pages(C) > 640);
            t.begin(Isolation.READ_COMMITTED);
            assertTrue(t.get(C, key, ReadMode.PLAIN, got));
            assertEquals(0, got.compareTo(large));
            long mark = t.savepoint();
            Arrays.fill(bytes, (byte) 7);
            assertTrue(t.update(C, key, Bytes.of(bytes)));
            t.rollbackTo(mark);
            assertTrue(t.get(C, key, ReadMode.PLAIN, got));
            assertEquals(0, got.compareTo(large));
            assertTrue(t.update(C, key, Bytes.of((byte) 5)));
            t.commit();
            assertEquals(before, opened.store().pages(C));
            t.begin(Isolation.READ_COMMITTED);
            assertTrue(t.delete(C, key));
            assertTrue(t.insert(C, key, large));
            assertTrue(t.delete(C, key));
            t.rollback();
            t.begin(Isolation.READ_COMMITTED);
            assertTrue(t.get(C, key, ReadMode.PLAIN, got));
            assertEquals(1, got.length());
            assertFalse(t.insert(C, key, large));
            t.commit();
            assertEquals(before, opened.store().pages(C));
            assertEquals(List.of(), opened.store().check(C));
        }
    }

    @Test
    void cutsGiveEveryKeyOnePart() {
        try (OpenedStore opened = new OpenedStore(OPTIONS);
                Transaction t = opened.store().transaction()) {
            t.begin(Isolation.READ_COMMITTED);
            assertEquals(List.of(), t.cuts(C, 16));
            t.commit();
            load(opened.store(), StoreLoadsTest::scattered);
            t.begin(Isolation.READ_COMMITTED);
            for (int parts : new int[] {1, 2, 7, 64, 100_000}) {
                List<Bytes> cuts = new ArrayList<>(t.cuts(C, parts));
                assertTrue(cuts.size() < parts);
                assertTrue(parts > 64 || cuts.size() >= parts / 2);
                cuts.add(null);
                Bytes low = null;
                int rows = 0;
                int most = 0;
                try (Cursor cursor = t.cursor(C, ReadMode.PLAIN)) {
                    for (Bytes high : cuts) {
                        cursor.range(low, high);
                        int part = 0;
                        while (cursor.next()) {
                            part++;
                        }
                        rows += part;
                        most = Math.max(most, part);
                        low = high;
                    }
                }
                assertEquals(ROWS, rows);
                assertTrue(parts > 64 || most <= 4 * ROWS / cuts.size(), parts + ": " + most);
            }
        }
    }

    @Test
    void keysAndValuesHaveLimits() {
        try (OpenedStore opened = new OpenedStore(OPTIONS);
                Transaction t = opened.store().transaction()) {
            assertEquals(
                    SqlState.NO_ACTIVE_TRANSACTION,
                    assertThrows(TelegraphException.class, t::commit).state());
            t.begin(Isolation.READ_COMMITTED);
            assertThrows(IllegalStateException.class, () -> t.begin(Isolation.SERIALIZABLE));
            for (Bytes key : List.of(new Bytes(), Bytes.of(new byte[1_025]))) {
                assertEquals(
                        SqlState.PROGRAM_LIMIT,
                        assertThrows(TelegraphException.class, () -> t.insert(C, key, key))
                                .state());
            }
            assertEquals(
                    SqlState.UNDEFINED_OBJECT,
                    assertThrows(TelegraphException.class, () -> t.delete(99, Bytes.of((byte) 1)))
                            .state());
            Bytes longest = new Bytes().length(Store.VALUE_BYTES_MAX + 1);
            assertEquals(
                    SqlState.TEXT_TOO_LONG,
                    assertThrows(
                                    TelegraphException.class,
                                    () -> t.insert(C, Bytes.of((byte) 1), longest))
                            .state());
        }
    }

    @Test
    void transactionsAtOnceAreLimited() {
        try (OpenedStore opened = new OpenedStore(OPTIONS.withTransactionsMax(3))) {
            List<Transaction> lent = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                lent.add(opened.store().transaction());
            }
            assertEquals(
                    SqlState.TOO_MANY_CONNECTIONS,
                    assertThrows(TelegraphException.class, opened.store()::transaction).state());
            lent.removeFirst().close();
            lent.add(opened.store().transaction());
            lent.forEach(Transaction::close);
        }
    }
}
