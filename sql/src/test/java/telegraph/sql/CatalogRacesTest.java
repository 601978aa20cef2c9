package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Statements beside others that change definitions: each sees the catalog as it was at one moment.
class CatalogRacesTest {
    private static final long RUN_NANOS = 2_000_000_000L;
    private static final int ASKED_MIN = 30;

    private Telegraph telegraph;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger changes = new AtomicInteger();

    @BeforeEach
    void open() {
        telegraph = Telegraph.openInMemory(Map.of(), Map.of());
    }

    @AfterEach
    void close() {
        telegraph.close();
    }

    /// What came of each statement: the last field of the last row, or the failure.
    private interface Judge {
        /// What is wrong with an answer, or null.
        String of(List<String> rows, TelegraphException failure);
    }

    private static List<Event> run(Session session, String statement) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        return events;
    }

    /// Runs these statements over and over.
    private Thread definer(String... statements) {
        return Thread.ofPlatform()
                .start(() -> {
                    try (Session session = telegraph.session()) {
                        while (!stop.get()) {
                            for (String statement : statements) {
                                if (run(session, statement).getLast() instanceof Event.Failed f) {
                                    wrong.add(statement + ": " + f.cause().getMessage());
                                }
                                changes.incrementAndGet();
                            }
                        }
                    } catch (InterruptedException e) {
                        wrong.add("interrupted");
                    }
                });
    }

    private void ask(String statement, Judge judge, Thread... definers)
            throws InterruptedException {
        int asked = 0;
        try (Session session = telegraph.session()) {
            long end = System.nanoTime() + RUN_NANOS;
            while (wrong.isEmpty()
                    && (System.nanoTime() < end
                            || asked < ASKED_MIN
                            || changes.get() < ASKED_MIN)) {
                List<Event> events = run(session, statement);
                TelegraphException failure =
                        events.getLast() instanceof Event.Failed failed ? failed.cause() : null;
                String verdict = judge.of(Answer.lines(events), failure);
                if (verdict != null) {
                    wrong.add(statement + ": " + verdict);
                }
                asked++;
            }
        } finally {
            stop.set(true);
            for (Thread definer : definers) {
                definer.join();
            }
        }
        assertEquals(List.of(), List.copyOf(wrong));
    }

    @Test
    void aListingDoesNotFailBecauseATableGoes() throws InterruptedException {
        ask(
                "SELECT relname, reltuples, relpages, pg_total_relation_size(oid) FROM pg_class"
                        + " WHERE relkind IN ('r', 'i')",
                (rows, failure) -> failure == null ? null : failure.getMessage(),
                definer("CREATE TABLE a (x INTEGER PRIMARY KEY, y TEXT UNIQUE)", "DROP TABLE a"),
                definer("CREATE TABLE b (x INTEGER PRIMARY KEY)", "DROP TABLE b"));
    }

    @Test
    void whatIsUnknownIsNotSuggested() throws InterruptedException {
        ask(
                "SELECT * FROM s.keys",
                (rows, failure) ->
                        failure == null
                                        || failure.state() == SqlState.UNDEFINED_TABLE
                                                && !failure.getMessage().contains("mean \"s.keys\"")
                                                && !failure.getMessage().contains("mean \"keys\"")
                                ? null
                                : failure.getMessage(),
                prepared("CREATE SCHEMA s"),
                definer("CREATE TABLE s.keys (x INTEGER)", "DROP TABLE s.keys"));
    }

    private Thread prepared(String statement) throws InterruptedException {
        try (Session session = telegraph.session()) {
            assertTrue(run(session, statement).getLast() instanceof Event.End);
        }
        return Thread.ofPlatform().start(() -> {});
    }

    @Test
    void aViewAndItsTableAreThoseOfOneMoment() throws InterruptedException {
        prepared("CREATE TABLE t (a INTEGER)");
        prepared("INSERT INTO t VALUES (1)");
        prepared("CREATE VIEW v AS SELECT a AS n FROM t");
        ask(
                "SELECT * FROM v",
                (rows, failure) ->
                        failure != null
                                ? failure.getMessage()
                                : rows.equals(List.of("n", "1")) ? null : rows.toString(),
                definer(
                        "BEGIN",
                        "DROP VIEW v",
                        "ALTER TABLE t RENAME COLUMN a TO b",
                        "CREATE VIEW v AS SELECT b AS n FROM t",
                        "COMMIT",
                        "BEGIN",
                        "DROP VIEW v",
                        "ALTER TABLE t RENAME COLUMN b TO a",
                        "CREATE VIEW v AS SELECT a AS n FROM t",
                        "COMMIT"));
    }

    @Test
    void aTableThatIsReplacedIsThereAllTheTime() throws InterruptedException {
        prepared("CREATE TABLE t (a INTEGER)");
        ask(
                "SELECT count(*) AS n FROM t AS x, t AS y",
                (rows, failure) ->
                        failure != null
                                ? failure.getMessage()
                                : rows.equals(List.of("n", "0")) ? null : rows.toString(),
                definer("BEGIN", "DROP TABLE t", "CREATE TABLE t (a INTEGER, b TEXT)", "COMMIT"));
    }
}
