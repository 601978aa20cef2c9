package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Many sessions take rows from one table, each the first that nobody has: every row goes to
/// exactly one of them. Where rows are not locked, they do not.
@Timeout(600)
class WorkQueueTest {
    private static final int WORKERS = 5;
    private static final long JOBS = 120;

    @TempDir Path folder;
    private Telegraph telegraph;
    private final ConcurrentLinkedQueue<Long> taken = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void fill() throws InterruptedException {
        telegraph =
                Telegraph.open(
                        folder.resolve("sandbox"),
                        folder,
                        Map.of("store_cache", "4MB", "durability", "relaxed", "workers", "1"),
                        Map.of());
        try (Session session = telegraph.session()) {
            done(session, "CREATE TABLE job (id BIGINT PRIMARY KEY, rank INTEGER)");
            done(session, "INSERT INTO job SELECT g, g % 7 FROM generate_series(1, 120) AS g");
        }
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        assertTrue(telegraph.sandbox().store().get().locks().isEmpty(), "no lock is left");
        telegraph.close();
    }

    private static List<Long> done(Session session, String statement) throws InterruptedException {
        List<Long> rows = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        for (Event event : events) {
            if (event instanceof Event.Failed failed) {
                throw new AssertionError(statement, failed.cause());
            }
            if (event instanceof Event.Rows more) {
                more.rows().forEach(row -> rows.add(((Number) row[0]).longValue()));
            }
        }
        return rows;
    }

    private void together(Callable<Void> worker) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                all.add(threads.submit(worker));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
    }

    private void demandEachOnce() {
        assertEquals(
                LongStream.rangeClosed(1, JOBS).boxed().toList(), taken.stream().sorted().toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM job WHERE id IN (SELECT id FROM job ORDER BY id LIMIT 1 FOR UPDATE"
                        + " SKIP LOCKED) RETURNING id",
                "WITH next AS (SELECT id FROM job ORDER BY rank DESC, id LIMIT 3 FOR UPDATE SKIP"
                        + " LOCKED) DELETE FROM job USING next WHERE job.id = next.id"
                        + " RETURNING job.id"
            })
    void aStatementTakesRowsThatNobodyElseHas(String statement) throws Exception {
        together(() -> {
            try (Session session = telegraph.session()) {
                // While others hold the last rows there is none to be had.
                for (int empty = 0; empty < 2; ) {
                    List<Long> rows = done(session, statement);
                    taken.addAll(rows);
                    empty = rows.isEmpty() ? empty + 1 : 0;
                }
            }
            return null;
        });
        demandEachOnce();
    }

    /// One worker's transactions: looks for a job, works, and takes it away; every other time the
    /// work is in vain.
    private Void work(String locking, CyclicBarrier between) throws Exception {
        try (Session session = telegraph.session()) {
            for (long round = 0; round < 2 * JOBS / WORKERS; round++) {
                done(session, "BEGIN");
                List<Long> rows = done(session, "SELECT id FROM job ORDER BY id LIMIT 1" + locking);
                between.await();
                boolean well = round % 2 == 0;
                for (long id : rows) {
                    done(session, "DELETE FROM job WHERE id = " + id);
                }
                if (well) {
                    taken.addAll(rows);
                }
                done(session, well ? "COMMIT" : "ROLLBACK");
                between.await();
            }
        }
        return null;
    }

    @Test
    void rowsOfATransactionThatIsRolledBackGoToAnother() throws Exception {
        CyclicBarrier between = new CyclicBarrier(WORKERS);
        together(() -> work(" FOR UPDATE SKIP LOCKED", between));
        demandEachOnce();
    }

    @Test
    void rowsThatAreNotLockedGoToSeveral() throws Exception {
        CyclicBarrier between = new CyclicBarrier(WORKERS);
        together(() -> work("", between));
        assertTrue(taken.stream().distinct().count() < taken.size(), taken::toString);
    }
}
