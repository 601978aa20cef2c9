package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.testkit.Seeds;

/// Several sessions change the same rows at once, and nothing is lost or done twice.
///
/// The statements are such as need a plan, so that the way is the long one: find, lock, look again.
@Timeout(600)
class ConcurrentChangesTest {
    private static final int SESSIONS = 4;
    private static final int STATEMENTS = 12;
    private static final int ROWS = 6;

    /// Failures that mean that another try may do.
    private static final Set<SqlState> AGAIN =
            Set.of(SqlState.DEADLOCK, SqlState.SERIALIZATION_FAILURE);

    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph =
                Telegraph.open(
                        folder.resolve("sandbox"),
                        folder,
                        Map.of("store_cache", "4MB", "durability", "relaxed", "workers", "1"),
                        Map.of());
        done(
                "CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c INTEGER DEFAULT 0);"
                        + "CREATE INDEX ON t (b)");
        for (int a = 0; a < ROWS; a++) {
            done("INSERT INTO t VALUES (" + a + ", 100)");
        }
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        assertTrue(telegraph.sandbox().store().get().locks().isEmpty(), "no lock is left");
        telegraph.close();
    }

    private String done(String script) throws InterruptedException {
        Answer answer = Answer.of(telegraph, script);
        if (answer.error() != null) {
            throw new AssertionError(answer.error(), answer.cause());
        }
        return answer.rows().isEmpty() ? "" : answer.rows().getLast();
    }

    /// Carries out statements as one transaction, again and again until no other is in the way.
    private static void transact(Session session, String... statements)
            throws InterruptedException {
        while (true) {
            boolean again = false;
            List<String> all = new ArrayList<>(List.of("BEGIN"));
            all.addAll(List.of(statements));
            all.add("COMMIT");
            for (String statement : all) {
                List<Event> events = new CopyOnWriteArrayList<>();
                session.start(statement, events::add).join();
                if (events.getLast() instanceof Event.Failed failed) {
                    assertTrue(
                            AGAIN.contains(failed.cause().state()),
                            () -> statement + ": " + failed.cause());
                    session.start("ROLLBACK", events::add).join();
                    again = true;
                    break;
                }
            }
            if (!again) {
                return;
            }
        }
    }

    /// What one session does.
    private interface Part {
        void run(Session session, RandomGenerator random) throws InterruptedException;
    }

    private void together(Part part) {
        Seeds.run(1, (seed, random) -> together(part, seed));
    }

    private void together(Part part, long seed) throws InterruptedException, ExecutionException {
        List<Callable<Void>> parts = new ArrayList<>();
        for (int s = 0; s < SESSIONS; s++) {
            RandomGenerator random = Seeds.random(seed * SESSIONS + s);
            parts.add(() -> {
                try (Session session = telegraph.session()) {
                    part.run(session, random);
                }
                return null;
            });
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(SESSIONS)) {
            for (Future<Void> future : pool.invokeAll(parts)) {
                future.get();
            }
        }
    }

    @Test
    void additionsToTheSameRowsAllCount() throws Exception {
        together((session, random) -> {
            for (int i = 0; i < STATEMENTS; i++) {
                transact(session, "UPDATE t SET b = b + 1 WHERE a + 0 < 3");
            }
        });
        assertEquals(
                Integer.toString(100 * ROWS + 3 * SESSIONS * STATEMENTS),
                done("SELECT sum(b) AS s FROM t"));
    }

    @Test
    void transfersKeepTheSum() throws Exception {
        together((session, random) -> {
            for (int i = 0; i < STATEMENTS; i++) {
                int from = random.nextInt(ROWS);
                int to = (from + 1 + random.nextInt(ROWS - 1)) % ROWS;
                transact(
                        session,
                        "UPDATE t SET b = b - 1, c = c + 1 WHERE a IN (" + from + ", -1)",
                        "UPDATE t SET b = b + 1 WHERE a IN (" + to + ", -1)");
            }
        });
        assertEquals(
                100 * ROWS + "," + SESSIONS * STATEMENTS,
                done("SELECT sum(b) AS s, sum(c) AS n FROM t"));
        assertEquals(Integer.toString(ROWS), done("SELECT count(*) AS n FROM t WHERE b > -1000"));
    }

    @Test
    void insertsOfTheSameKeyAllCount() throws Exception {
        together((session, random) -> {
            for (int i = 0; i < STATEMENTS; i++) {
                transact(
                        session,
                        "INSERT INTO t (a, b, c) VALUES (50, 1, 1), ("
                                + (51 + random.nextInt(3))
                                + ", 1, 1) ON CONFLICT (a) DO UPDATE SET b = t.b + excluded.b, c ="
                                + " t.c + 1");
            }
        });
        int all = SESSIONS * STATEMENTS;
        assertEquals(
                all + "," + all,
                done("SELECT b, (SELECT sum(c) FROM t WHERE a > 50) AS n FROM t WHERE a = 50"));
    }

    @Test
    void whatOneTakesNoOtherTakes() throws Exception {
        done(
                "INSERT INTO t SELECT a + 1000, 7, 0 FROM t; INSERT INTO t SELECT a + 2000, 7, 0 FROM t");
        List<String> taken = new CopyOnWriteArrayList<>();
        together((session, random) -> {
            for (int i = 0; i < STATEMENTS; i++) {
                List<Event> events = new CopyOnWriteArrayList<>();
                session.start(
                                "DELETE FROM t WHERE b = 7 AND a = (SELECT min(a) FROM t WHERE b ="
                                        + " 7) RETURNING a",
                                events::add)
                        .join();
                taken.addAll(Answer.lines(events).stream().skip(1).toList());
            }
        });
        assertEquals(taken.size(), Set.copyOf(taken).size(), () -> "taken twice: " + taken);
        assertTrue(!taken.isEmpty(), "some were taken");
    }
}
