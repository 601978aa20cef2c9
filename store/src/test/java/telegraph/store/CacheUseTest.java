package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;

/// What a store keeps in a cache that is a fifth of its data.
class CacheUseTest {
    private static final int ROWS = 40_000;
    private static final int CACHE_PAGES = 128;

    private OpenedStore opened;
    private int container;
    private Transaction transaction;

    @BeforeEach
    void fill() {
        opened = new OpenedStore(StoreOptions.DEFAULT.withCacheBytes(CACHE_PAGES * 8_192L));
        transaction = opened.store().transaction();
        transaction.begin(Isolation.READ_COMMITTED);
        container = transaction.create();
        Bytes value = Bytes.of(new byte[110]);
        for (int i = 0; i < ROWS; i++) {
            transaction.insert(container, key(i), value);
        }
        transaction.commit();
        opened.store().checkpoint();
        assertTrue(opened.store().pages(container) > 4 * CACHE_PAGES);
        transaction.begin(Isolation.READ_COMMITTED);
    }

    @AfterEach
    void close() {
        transaction.close();
        opened.close();
    }

    private static Bytes key(int row) {
        return Bytes.of((byte) (row >>> 16), (byte) (row >>> 8), (byte) row);
    }

    private long pagesRead() {
        return opened.store().counters().pagesRead();
    }

    private void readRange(Cursor cursor, int row) {
        cursor.range(key(row), key(row + 3));
        for (int i = 0; i < 3; i++) {
            assertTrue(cursor.next());
        }
    }

    /// Pages read from disk for ranges that are read again and again between others.
    private long readsOfHotRanges(ReadMode reading) {
        long reads = 0;
        try (Cursor cursor = transaction.cursor(container, reading)) {
            for (int i = 0; i < 4_000; i++) {
                long before = pagesRead();
                readRange(cursor, i % 40 * 1_000);
                reads += i >= 400 ? pagesRead() - before : 0;
                readRange(cursor, 500 + i * 7_919 % (ROWS - 1_000));
            }
        }
        return reads;
    }

    @Test
    void shortRangesReadOftenStay() {
        long reads = readsOfHotRanges(ReadMode.PLAIN);
        assertTrue(reads < 200, "reads=" + reads);
    }

    @Test
    void shortRangesLockedOftenStay() {
        long reads = readsOfHotRanges(ReadMode.FOR_SHARE);
        assertTrue(reads < 200, "reads=" + reads);
    }

    @Test
    void aScanOfEverythingLeavesKeysReadOften() {
        Bytes value = new Bytes();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 40; i++) {
                assertTrue(transaction.get(container, key(i * 1_000), ReadMode.PLAIN, value));
            }
        }
        int rows = 0;
        try (Cursor cursor = transaction.cursor(container, ReadMode.PLAIN)) {
            cursor.range(null, null);
            while (cursor.next()) {
                rows++;
            }
        }
        assertEquals(ROWS, rows);
        long before = pagesRead();
        for (int i = 0; i < 40; i++) {
            assertTrue(transaction.get(container, key(i * 1_000), ReadMode.PLAIN, value));
        }
        assertTrue(pagesRead() - before <= 8, "reads=" + (pagesRead() - before));
    }
}
