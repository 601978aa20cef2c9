package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.testkit.Threads;

/// Changes of many rows: within their memory, and without a trace when they are cancelled.
@Timeout(600)
class LongChangesTest {
    private static final int ROWS = 20_000;

    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph =
                Telegraph.open(
                        folder.resolve("sandbox"),
                        folder,
                        Map.of("memory_limit", "4MB", "workers", "2", "store_cache", "16MB"),
                        Map.of());
        String digits = "(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS ";
        done(
                "CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c TEXT);"
                        + "CREATE INDEX ON t (b);"
                        + "INSERT INTO t SELECT v + 10 * w + 100 * x + 1000 * y + 10000 * z, 1,"
                        + " 'some text that makes a row longer than its numbers' FROM "
                        + digits
                        + "v (v), "
                        + digits
                        + "w (w), "
                        + digits
                        + "x (x), "
                        + digits
                        + "y (y), (VALUES (0), (1)) AS z (z)");
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private List<String> done(String script) throws InterruptedException {
        Answer answer = Answer.of(telegraph, script);
        if (answer.error() != null) {
            throw new AssertionError(answer.error(), answer.cause());
        }
        return answer.rows();
    }

    @Test
    void anUpdateOfMoreRowsThanItsMemoryHoldsChangesThemAll() throws InterruptedException {
        done("UPDATE t SET b = b + a, c = c || c");
        long sum = ROWS + (long) ROWS * (ROWS - 1) / 2;
        assertEquals(
                List.of("n,s", ROWS + "," + sum),
                done("SELECT count(*) AS n, sum(b) AS s FROM t WHERE b > 0"));
        assertEquals(List.of("n", "1"), done("SELECT count(*) AS n FROM t WHERE b = 1"));
    }

    @Test
    void aCancelledUpdateIsRolledBack() throws InterruptedException {
        try (Session holder = telegraph.session();
                Session other = telegraph.session()) {
            List<Event> held = new CopyOnWriteArrayList<>();
            holder.start("BEGIN", held::add).join();
            holder.start("UPDATE t SET c = 'held' WHERE a = " + (ROWS - 1), held::add).join();
            List<Event> events = new CopyOnWriteArrayList<>();
            other.start("SET default_transaction_isolation = 'read uncommitted'", events::add)
                    .join();
            Query update = other.start("UPDATE t SET b = 2", events::add);
            Threads.await(
                    "the update waits for the row that is held",
                    () ->
                            telegraph.sandbox().store().get().locks().stream()
                                    .anyMatch(lock -> !lock.isHeld()));
            assertTrue(changed() > 0, "some rows were changed before");
            update.cancel();
            update.join();
            Event.Failed failed = assertInstanceOf(Event.Failed.class, events.getLast());
            assertEquals(SqlState.CANCELLED, failed.cause().state());
            assertEquals(0, changed());
            holder.start("ROLLBACK", held::add).join();
        }
        assertTrue(telegraph.sandbox().store().get().locks().isEmpty(), "no lock is left");
        assertEquals(
                List.of("n,s", ROWS + "," + ROWS),
                done("SELECT count(*) AS n, sum(b) AS s FROM t"));
    }

    /// Rows that are changed now, committed or not.
    private long changed() throws InterruptedException {
        List<String> rows =
                done(
                        "SET default_transaction_isolation = 'read uncommitted';"
                                + "SELECT count(*) AS n FROM t WHERE b = 2");
        return Long.parseLong(rows.getLast());
    }

    @Test
    void aClosedSessionRollsItsTransactionBack() throws InterruptedException {
        try (Session session = telegraph.session()) {
            List<Event> events = new CopyOnWriteArrayList<>();
            session.start("BEGIN", events::add).join();
            session.start("DELETE FROM t", events::add).join();
            assertEquals("DELETE " + ROWS, ((Event.End) events.getLast()).tag());
        }
        assertEquals(List.of("n", "" + ROWS), done("SELECT count(*) AS n FROM t"));
    }
}
