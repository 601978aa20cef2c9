package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static telegraph.store.OpenedStore.bytes;
import static telegraph.store.OpenedStore.text;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

class StoreTest {
    private static final int C = Store.FIRST_CONTAINER;

    private static List<String> all(Transaction transaction, int container) {
        List<String> all = new ArrayList<>();
        try (Cursor cursor = transaction.cursor(container, ReadMode.PLAIN)) {
            while (cursor.next()) {
                all.add(OpenedStore.key(cursor) + "=" + OpenedStore.value(cursor));
            }
        }
        return all;
    }

    @Test
    void whatWasCommittedIsThereAndWhatWasRolledBackIsNot() {
        try (OpenedStore opened = new OpenedStore();
                Transaction t = opened.store().transaction()) {
            t.begin(Isolation.READ_COMMITTED);
            assertTrue(t.insert(C, bytes("a"), bytes("1")));
            assertTrue(t.insert(C, bytes("b"), bytes("2")));
            assertFalse(t.insert(C, bytes("a"), bytes("3")));
            t.commit();
            t.begin(Isolation.READ_COMMITTED);
            assertTrue(t.update(C, bytes("a"), bytes("longer")));
            assertTrue(t.delete(C, bytes("b")));
            assertTrue(t.insert(C, bytes("c"), bytes("4")));
            assertEquals(List.of("a=longer", "c=4"), all(t, C));
            t.rollback();
            t.begin(Isolation.READ_COMMITTED);
            assertEquals(List.of("a=1", "b=2"), all(t, C));
            t.commit();
            assertEquals(List.of(), opened.store().check(C));
            assertEquals(2, opened.store().entries(C));
        }
    }

    @Test
    void aStoreThatIsOpenedAgainHasWhatItHad() {
        try (OpenedStore opened = new OpenedStore()) {
            int container;
            try (Transaction t = opened.store().transaction()) {
                t.begin(Isolation.READ_COMMITTED);
                container = t.create();
                for (int i = 0; i < 10_000; i++) {
                    assertTrue(
                            t.insert(container, bytes(String.format("%08d", i)), bytes("v" + i)));
                }
                t.commit();
            }
            opened.reopen();
            try (Transaction t = opened.store().transaction()) {
                t.begin(Isolation.SERIALIZABLE);
                assertEquals(10_000, all(t, container).size());
                Bytes value = new Bytes();
                assertTrue(t.get(container, bytes("00004711"), ReadMode.PLAIN, value));
                assertEquals("v4711", text(value));
                t.commit();
            }
            assertEquals(10_000, opened.store().entries(container));
            assertEquals(List.of(), opened.store().check(container));
        }
    }

    @Test
    void aRollbackToASavepointKeepsWhatWasBefore() {
        try (OpenedStore opened = new OpenedStore();
                Transaction t = opened.store().transaction()) {
            t.begin(Isolation.READ_COMMITTED);
            long start = t.savepoint();
            t.insert(C, bytes("a"), bytes("1"));
            long mark = t.savepoint();
            t.delete(C, bytes("a"));
            t.insert(C, bytes("a"), bytes("2"));
            t.insert(C, bytes("b"), bytes("3"));
            t.rollbackTo(mark);
            assertEquals(List.of("a=1"), all(t, C));
            t.rollbackTo(start);
            assertEquals(List.of(), all(t, C));
            t.insert(C, bytes("z"), bytes("9"));
            t.commit();
            t.begin(Isolation.READ_COMMITTED);
            assertEquals(List.of("z=9"), all(t, C));
        }
    }

    @Test
    void aContainerThatWasRolledBackOrDroppedIsNotThere() {
        try (OpenedStore opened = new OpenedStore();
                Transaction t = opened.store().transaction()) {
            t.begin(Isolation.READ_COMMITTED);
            int first = t.create();
            t.insert(first, bytes("a"), bytes("1"));
            t.rollback();
            t.begin(Isolation.READ_COMMITTED);
            assertEquals(
                    SqlState.UNDEFINED_OBJECT,
                    assertThrows(TelegraphException.class, () -> all(t, first)).state());
            int second = t.create();
            assertTrue(second > first);
            t.insert(second, bytes("a"), bytes("1"));
            t.commit();
            t.begin(Isolation.READ_COMMITTED);
            t.drop(second);
            t.rollback();
            t.begin(Isolation.READ_COMMITTED);
            assertEquals(List.of("a=1"), all(t, second));
            t.drop(second);
            t.commit();
            t.begin(Isolation.READ_COMMITTED);
            assertThrows(TelegraphException.class, () -> all(t, second));
        }
    }

    /// Inserts fill the leaf until it is purged of ghosts, while one of them is not committed.
    @Test
    void aDeletionThatIsNotCommittedIsNotSeenEvenIfItsLeafIsFull() {
        StoreOptions options = StoreOptions.DEFAULT.withLockTimeoutMillis(50);
        try (OpenedStore opened = new OpenedStore(options);
                Transaction deleter = opened.store().transaction();
                Transaction inserter = opened.store().transaction();
                Transaction reader = opened.store().transaction()) {
            inserter.begin(Isolation.READ_COMMITTED);
            inserter.insert(C, bytes("m"), bytes("1"));
            inserter.commit();
            deleter.begin(Isolation.READ_COMMITTED);
            assertTrue(deleter.delete(C, bytes("m")));
            inserter.begin(Isolation.READ_COMMITTED);
            for (int i = 0; i < 2_000; i++) {
                inserter.insert(C, bytes("l" + i), bytes("2"));
            }
            inserter.commit();
            reader.begin(Isolation.READ_COMMITTED);
            assertEquals(
                    SqlState.LOCK_NOT_AVAILABLE,
                    assertThrows(TelegraphException.class, () -> all(reader, C)).state());
            deleter.rollback();
            assertEquals(2_001, all(reader, C).size());
        }
    }

    @Test
    void aCursorGoesBothWaysWithinItsBounds() {
        for (Isolation isolation : Isolation.values()) {
            try (OpenedStore opened = new OpenedStore();
                    Transaction t = opened.store().transaction()) {
                t.begin(isolation);
                for (int i = 0; i < 3_000; i++) {
                    t.insert(C, bytes(String.format("%05d", 2 * i)), bytes("v" + i));
                }
                try (Cursor cursor = t.cursor(C, ReadMode.PLAIN)) {
                    cursor.range(bytes("00999"), bytes("03000"));
                    for (int i = 500; i < 1_500; i++) {
                        assertTrue(cursor.next());
                        assertEquals(String.format("%05d", 2 * i), OpenedStore.key(cursor));
                    }
                    assertFalse(cursor.next());
                    assertFalse(cursor.next());
                    cursor.rangeDescending(bytes("01000"), bytes("03000"));
                    for (int i = 1_499; i >= 500; i--) {
                        assertTrue(cursor.next());
                        assertEquals("v" + i, OpenedStore.value(cursor));
                    }
                    assertFalse(cursor.next());
                    cursor.rangeDescending(null, null);
                    assertTrue(cursor.next());
                    assertEquals("05998", OpenedStore.key(cursor));
                    cursor.range(bytes("1"), null);
                    assertFalse(cursor.next());
                }
            }
        }
    }
}
