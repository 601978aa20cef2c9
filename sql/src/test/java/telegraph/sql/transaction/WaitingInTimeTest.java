package telegraph.sql.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.ground.TelegraphException;
import telegraph.sql.Event;
import telegraph.sql.Prepared;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;

/// A statement that waits for a lock ends when its time is up, whichever way it is carried out.
@Timeout(60)
class WaitingInTimeTest {
    private Telegraph telegraph;
    private Session holder;
    private Session waiter;

    @BeforeEach
    void lockTheTable() throws InterruptedException {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
        holder = telegraph.session();
        waiter = telegraph.session();
        run(holder, "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)");
        run(holder, "INSERT INTO t VALUES (1, 1)");
        run(holder, "BEGIN");
        run(holder, "LOCK TABLE t");
        run(waiter, "SET time_limit = '100ms'");
    }

    @AfterEach
    void everythingIsGivenBack() throws InterruptedException {
        run(holder, "ROLLBACK");
        run(waiter, "RESET time_limit");
        assertEquals(1, run(waiter, "SELECT n FROM t").size());
        waiter.close();
        holder.close();
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private static List<Object[]> run(Session session, String text) throws InterruptedException {
        List<Object[]> rows = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        session.start(text, events::add).join();
        for (Event event : events) {
            switch (event) {
                case Event.Failed failed -> throw failed.cause();
                case Event.Rows more -> rows.addAll(more.rows());
                default -> {} // is not asked for
            }
        }
        return rows;
    }

    @Test
    void statementsOfAllKindsSayThatTheirTimeIsUp() {
        for (String text :
                List.of(
                        "INSERT INTO t VALUES (2, 2)",
                        "UPDATE t SET n = 2 WHERE id = 1",
                        "DELETE FROM t WHERE id = 1",
                        "SELECT n FROM t WHERE id = 1",
                        "SELECT count(*) FROM t",
                        "UPDATE t SET n = n + 1",
                        "TRUNCATE t",
                        "ALTER TABLE t ADD COLUMN m INTEGER",
                        "CREATE INDEX i ON t (n)",
                        "DROP TABLE t")) {
            demandLate(text);
        }
    }

    private void demandLate(String text) {
        TelegraphException late =
                assertThrows(TelegraphException.class, () -> run(waiter, text), text);
        assertTrue(late.getMessage().startsWith("time limit reached"), text + ": " + late);
        assertEquals(TelegraphException.Kind.CANCELLED, late.kind(), text);
    }

    @Test
    void aLockThatIsAskedForIsNotWaitedForLonger() throws InterruptedException {
        run(waiter, "BEGIN");
        demandLate("LOCK TABLE t");
        run(waiter, "ROLLBACK");
    }

    @Test
    void whatIsDoneWithoutAPlanSaysSoToo() {
        for (String text :
                List.of(
                        "SELECT * FROM t WHERE id = ?",
                        "DELETE FROM t WHERE id = ?",
                        "UPDATE t SET n = 3 WHERE id = ?")) {
            Prepared statement = waiter.prepare(text);
            statement.set(1, 1);
            TelegraphException late =
                    assertThrows(TelegraphException.class, () -> statement.carryOut(false), text);
            assertTrue(late.getMessage().startsWith("time limit reached"), text + ": " + late);
        }
    }
}
