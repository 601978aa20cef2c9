package telegraph.sql.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.query.session.AdvisoryLocks.Key;
import telegraph.testkit.Seeds;

@Timeout(60)
class AdvisoryTableTest {
    private static final Key KEY = Key.of(7);

    private final AdvisoryTable table = new AdvisoryTable();

    /// A hold of the model.
    private record Held(int session, int scope, int key, boolean shared) {}

    private static Object[] things(int count) {
        Object[] things = new Object[count];
        for (int i = 0; i < count; i++) {
            things[i] = new Object();
        }
        return things;
    }

    private boolean tried(Object session, Key key, boolean shared) {
        return table.take(session, session, key, shared, 0, Ticker.SYSTEM);
    }

    @Test
    void whoTakesAndGivesBackFindsWhatAModelFinds() throws Exception {
        Seeds.run(
                300,
                (seed, random) -> {
                    AdvisoryTable tried = new AdvisoryTable();
                    Object[] sessions = things(3);
                    Object[] scopes = things(6); // two of each session
                    List<Held> model = new ArrayList<>();
                    for (int step = 0; step < 200; step++) {
                        int scope = random.nextInt(6);
                        Held wanted =
                                new Held(scope / 2, scope, random.nextInt(3), random.nextBoolean());
                        Key key = Key.of(wanted.key);
                        switch (random.nextInt(8)) {
                            case 0 -> {
                                tried.releaseAll(scopes[scope]);
                                model.removeIf(held -> held.scope == scope);
                            }
                            case 1, 2, 3 ->
                                    assertEquals(
                                            model.remove(wanted),
                                            tried.release(scopes[scope], key, wanted.shared));
                            default -> {
                                boolean free =
                                        model.stream()
                                                .noneMatch(held ->
                                                        held.key == wanted.key
                                                                && held.session != wanted.session
                                                                && !(held.shared && wanted.shared));
                                assertEquals(
                                        free,
                                        tried.take(
                                                sessions[wanted.session],
                                                scopes[scope],
                                                key,
                                                wanted.shared,
                                                0,
                                                Ticker.SYSTEM));
                                if (free) {
                                    model.add(wanted);
                                }
                            }
                        }
                    }
                    for (Object scope : scopes) {
                        tried.releaseAll(scope);
                    }
                    assertEquals(0, tried.count());
                });
    }

    @Test
    void whoComesWhileAnotherWaitsComesAfterIt() throws InterruptedException {
        Object[] sessions = things(3);
        assertTrue(tried(sessions[0], KEY, true));
        List<Integer> order = new ArrayList<>();
        CountDownLatch ended = new CountDownLatch(2);
        waiting(sessions[1], false, order, 1, ended);
        assertFalse(tried(sessions[2], KEY, true), "one waits for it alone");
        waiting(sessions[2], true, order, 2, ended);
        table.releaseAll(sessions[0]);
        assertTrue(ended.await(30, TimeUnit.SECONDS));
        assertEquals(List.of(1, 2), order);
        assertEquals(0, table.count());
    }

    @Test
    void whoHoldsItComesBeforeThoseWhoWait() throws InterruptedException {
        Object[] sessions = things(3);
        assertTrue(tried(sessions[0], KEY, true));
        assertTrue(tried(sessions[1], KEY, true));
        List<Integer> order = new ArrayList<>();
        CountDownLatch ended = new CountDownLatch(2);
        waiting(sessions[2], false, order, 2, ended);
        assertTrue(tried(sessions[0], KEY, true), "it has it");
        waiting(sessions[0], false, order, 0, ended);
        table.releaseAll(sessions[1]);
        assertTrue(ended.await(30, TimeUnit.SECONDS));
        assertEquals(List.of(0, 2), order);
        assertEquals(0, table.count());
    }

    /// Begins to wait, and gives back what it gets.
    private void waiting(
            Object session, boolean shared, List<Integer> order, int number, CountDownLatch ended)
            throws InterruptedException {
        int before = table.count();
        Thread.ofVirtual()
                .start(() -> {
                    table.take(session, session, KEY, shared, Long.MAX_VALUE, Ticker.SYSTEM);
                    synchronized (order) {
                        order.add(number);
                    }
                    table.releaseAll(session);
                    ended.countDown();
                });
        while (table.count() == before) {
            Thread.sleep(1);
        }
    }

    @Test
    void moreThanThereMayBeAreRefused() {
        Object session = new Object();
        for (int i = 0; i < AdvisoryTable.LOCKS_MAX; i++) {
            assertTrue(tried(session, Key.of(i), false));
        }
        TelegraphException many =
                assertThrows(TelegraphException.class, () -> tried(session, Key.of(-1), false));
        assertEquals(SqlState.OUT_OF_MEMORY, many.state());
        assertTrue(tried(session, Key.of(0), false), "what is held is taken once more");
        table.releaseAll(session);
        assertEquals(0, table.count());
        assertTrue(tried(session, Key.of(-1), false));
    }

    @Test
    void twoShortNumbersAreNotOneLongOne() {
        Object[] sessions = things(2);
        assertTrue(tried(sessions[0], Key.of(1, 2), false));
        assertTrue(tried(sessions[1], Key.of(1L << 32 | 2), false));
        assertFalse(tried(sessions[1], Key.of(1, 2), false));
        assertThrows(TelegraphException.class, () -> Key.of(1L << 31, 1));
    }
}
