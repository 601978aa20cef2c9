package telegraph.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.Event;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// Locks that two sessions agree on; what is expected is what PostgreSQL 15 gives.
@Timeout(60)
class AdvisoryLocksTest {
    private Telegraph telegraph;
    private Session one;
    private Session two;

    @BeforeEach
    void open() {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        one = telegraph.session();
        two = telegraph.session();
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    /// The values of the only row, or what became of a statement without one.
    private static String run(Session session, String text) {
        List<Object> values = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        try {
            session.start(text, events::add).join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        for (Event event : events) {
            switch (event) {
                case Event.Failed failed -> throw failed.cause();
                case Event.Rows more -> more.rows().forEach(row -> values.addAll(List.of(row)));
                default -> {} // is not asked for
            }
        }
        return values.toString();
    }

    private static void assertRuns(Session session, String expected, String text) {
        assertEquals(expected, run(session, "SELECT " + text), text);
    }

    private static void assertFails(SqlState state, Session session, String text) {
        TelegraphException failure =
                assertThrows(TelegraphException.class, () -> run(session, text), text);
        assertEquals(state, failure.state(), text);
    }

    @Test
    void aLockIsHeldAsOftenAsItWasTaken() {
        assertRuns(one, "[]", "pg_advisory_lock(1) WHERE false");
        assertRuns(two, "[true]", "pg_try_advisory_lock(1)");
        assertRuns(two, "[true]", "pg_advisory_unlock(1)");
        assertRuns(one, "[, ]", "pg_advisory_lock(1), pg_advisory_lock(1)");
        assertRuns(two, "[false, true]", "pg_try_advisory_lock(1), pg_try_advisory_lock(0, 1)");
        assertRuns(one, "[true]", "pg_advisory_unlock(1)");
        assertRuns(two, "[false]", "pg_try_advisory_lock_shared(1)");
        assertRuns(one, "[true, false]", "pg_advisory_unlock(1), pg_advisory_unlock(1)");
        assertRuns(two, "[true]", "pg_try_advisory_lock_shared(1)");
        assertRuns(one, "[true, false]", "pg_try_advisory_lock_shared(1), pg_try_advisory_lock(1)");
        assertRuns(two, "[false, true]", "pg_advisory_unlock(1), pg_advisory_unlock_shared(1)");
        assertRuns(one, "[true]", "pg_try_advisory_lock(1)");
        assertRuns(one, "[]", "pg_advisory_unlock_all()");
        assertRuns(two, "[true]", "pg_try_advisory_lock(1)");
    }

    @Test
    void oneOfATransactionEndsWithIt() {
        run(one, "BEGIN");
        assertRuns(one, "[]", "pg_advisory_xact_lock(5)");
        assertRuns(two, "[false]", "pg_try_advisory_xact_lock(5)");
        assertRuns(one, "[false]", "pg_advisory_unlock(5)");
        run(one, "ROLLBACK");
        assertRuns(two, "[true]", "pg_try_advisory_xact_lock(5)");
        assertRuns(one, "[true]", "pg_try_advisory_lock(5)");
    }

    @Test
    void theEndOfASessionGivesAllBack() {
        assertRuns(one, "[]", "pg_advisory_lock(5)");
        assertRuns(two, "[false]", "pg_try_advisory_lock(5)");
        one.close();
        assertRuns(two, "[true]", "pg_try_advisory_lock(5)");
    }

    @Test
    void whoWaitsHearsItsTimeLimits() {
        assertRuns(one, "[]", "pg_advisory_lock(5)");
        run(two, "SET lock_timeout = '50ms'");
        assertFails(SqlState.LOCK_NOT_AVAILABLE, two, "SELECT pg_advisory_lock(5)");
        run(two, "RESET lock_timeout");
        run(two, "SET time_limit = '100ms'");
        assertFails(SqlState.CANCELLED, two, "SELECT pg_advisory_lock(5)");
    }

    @Test
    void whoWaitsGetsItOnceItIsGivenBack() throws Exception {
        assertRuns(one, "[]", "pg_advisory_lock(5)");
        CompletableFuture<String> waits =
                CompletableFuture.supplyAsync(() -> run(two, "SELECT pg_advisory_lock(5)"));
        Thread.sleep(100);
        assertTrue(!waits.isDone());
        assertRuns(one, "[true]", "pg_advisory_unlock(5)");
        waits.get(30, TimeUnit.SECONDS);
        assertRuns(one, "[false]", "pg_try_advisory_lock(5)");
    }

    @Test
    void twoThatWaitForEachOtherAreToldSo() throws Exception {
        assertRuns(one, "[]", "pg_advisory_lock(1)");
        assertRuns(two, "[]", "pg_advisory_lock(2)");
        CompletableFuture<String> waits =
                CompletableFuture.supplyAsync(() -> run(one, "SELECT pg_advisory_lock(2)"));
        Thread.sleep(200);
        assertFails(SqlState.DEADLOCK, two, "SELECT pg_advisory_lock(1)");
        assertRuns(two, "[]", "pg_advisory_unlock_all()");
        waits.get(30, TimeUnit.SECONDS);
    }
}
