package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import telegraph.ground.Isolation;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// A transaction that changed many rows and stays open is in the way of nobody who wants others.
class ManyRowsTest {
    private static final int C = Store.FIRST_CONTAINER;
    private static final int ROWS = 22_000;
    private static final int CHANGED = 20_000;

    private static Bytes key(int number) {
        return StoreModelTest.number(number, 8);
    }

    @Test
    void othersReadAndChangeOtherRowsWithoutWaiting() {
        StoreOptions impatient =
                StoreOptions.DEFAULT.withCacheBytes(32 << 20).withLockTimeoutMillis(0);
        try (OpenedStore opened = new OpenedStore(impatient);
                Transaction one = opened.store().transaction();
                Transaction two = opened.store().transaction()) {
            one.begin(Isolation.READ_COMMITTED);
            for (int i = 0; i < ROWS; i++) {
                one.insert(C, key(i), Bytes.of((byte) 1));
            }
            one.commit();
            one.begin(Isolation.READ_COMMITTED);
            for (int i = 0; i < CHANGED; i++) {
                assertTrue(one.update(C, key(i), Bytes.of((byte) 2)));
            }
            long waits = opened.store().counters().lockWaits();
            for (Isolation level : Isolation.values()) {
                two.begin(level);
                Bytes value = new Bytes();
                assertTrue(two.get(C, key(CHANGED + 7), ReadMode.PLAIN, value));
                assertTrue(two.get(C, key(CHANGED + 8), ReadMode.FOR_UPDATE, value));
                assertTrue(two.update(C, key(CHANGED + 8), Bytes.of((byte) 3)));
                assertTrue(two.insert(C, key(ROWS + level.ordinal()), Bytes.of((byte) 3)));
                two.commit();
            }
            assertEquals(waits, opened.store().counters().lockWaits());
            two.begin(Isolation.READ_COMMITTED);
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> two.update(C, key(5), Bytes.of((byte) 4)));
            assertEquals(SqlState.LOCK_NOT_AVAILABLE, e.state());
            two.rollback();
            one.rollback();
        }
    }
}
