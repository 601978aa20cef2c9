package telegraph.sql.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.sql.Event;
import telegraph.sql.Query;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.testkit.Threads;

/// What waits is stopped like whatever works: within a second, by whoever cancels it and by the
/// limit of its time, wherever in a plan it waits.
@Timeout(120)
class PassingTimeTest {
    private static final Duration SOON = Duration.ofSeconds(1);

    private static final List<String> WAITING =
            List.of(
                    "SELECT pg_sleep(600)",
                    "SELECT pg_sleep_for('10 minutes')",
                    "SELECT pg_sleep_until(clock_timestamp() + interval '10 minutes')",
                    "SELECT x, pg_sleep(0.5) FROM generate_series(1, 1000) AS x",
                    "SELECT x FROM 't.csv' WHERE pg_sleep(600) = 'x'",
                    "SELECT count(*) FROM (SELECT x, pg_sleep(600) AS s FROM 't.csv') a"
                            + " LEFT JOIN (SELECT x, pg_sleep(600) AS s FROM 't.csv') b"
                            + " ON a.x = b.x AND a.s >= b.s",
                    "SELECT x, count(*) FROM 't.csv' GROUP BY x HAVING pg_sleep(600) = 'x'");

    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws Exception {
        Files.writeString(folder.resolve("t.csv"), "x\n1\n2\n3\n");
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
    }

    @AfterEach
    void close() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    /// How long it takes from the end of its time to the end of a statement, which fails.
    private void demandStopped(Session session, String statement, Duration until, boolean cancel)
            throws InterruptedException {
        AtomicReference<Event> last = new AtomicReference<>();
        long start = System.nanoTime();
        Query query = session.start(statement, last::set);
        CountDownLatch ended = new CountDownLatch(1);
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        query.join();
                        ended.countDown();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        if (cancel) {
            Thread.sleep(until);
            query.cancel();
        }
        assertTrue(ended.await(Threads.PATIENCE_MILLIS, TimeUnit.MILLISECONDS), statement);
        Duration late = Duration.ofNanos(System.nanoTime() - start).minus(until);
        Event.Failed failed = assertInstanceOf(Event.Failed.class, last.get(), statement);
        assertEquals(SqlState.CANCELLED, failed.cause().state(), statement);
        assertTrue(late.compareTo(SOON) < 0, () -> "too late: " + late + " " + statement);
    }

    @Test
    void whatWaitsHearsThatItIsCancelled() throws InterruptedException {
        Session session = telegraph.session();
        session.start("SELECT pg_sleep(0) FROM 't.csv'", _ -> {}).join();
        for (String statement : WAITING) {
            demandStopped(session, statement, Duration.ofMillis(300), true);
        }
    }

    @Test
    void whatWaitsEndsAtItsLimitOfTime() throws InterruptedException {
        Session session = telegraph.session();
        session.start("SELECT pg_sleep(0) FROM 't.csv'", _ -> {}).join();
        session.start("SET time_limit = '300ms'", _ -> {}).join();
        for (String statement : WAITING) {
            demandStopped(session, statement, Duration.ofMillis(300), false);
        }
    }
}
