package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// Tables and live sources in one statement: what was fetched is kept whole or not at all.
@Timeout(600)
class ChangesFromTheWebTest {
    private static final int PAGES = 5;

    @TempDir Path folder;
    private FaultServer web;
    private Telegraph telegraph;
    private volatile int broken;
    private volatile Runnable waiting = () -> {};

    @BeforeEach
    void openTheWeb() {
        web = new FaultServer();
        web.on("/flights", request -> flights(Integer.parseInt(request.parameter("page"))));
        telegraph =
                Telegraph.open(
                        folder.resolve("sandbox"),
                        folder,
                        Map.of("http_cache_ttl", "0", "store_cache", "4MB"),
                        Map.of());
        done(
                """
                CREATE SOURCE flights (id INTEGER, tailnum TEXT, delay INTEGER)
                WITH (connector = 'http', url = '%s?page={page}', format = 'json', rows = '$.results', page_count = '$.pages', retries = 0);
                CREATE TABLE kept (id INTEGER PRIMARY KEY, tailnum TEXT, delay INTEGER);
                INSERT INTO kept VALUES (10, 'mine', 1000), (9999, 'mine', 0)
                """
                        .formatted(web.url("/flights")));
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        web.close();
        assertTrue(web.faults().isEmpty(), () -> "the test's own server failed: " + web.faults());
    }

    private Reply flights(int page) {
        waiting.run();
        if (page == broken) {
            return Reply.status(500);
        }
        String rows =
                IntStream.range(0, 4)
                        .map(i -> page * 10 + i)
                        .mapToObj(id ->
                                "{\"id\":%d,\"tailnum\":\"N%d\",\"delay\":%d}"
                                        .formatted(id, id % 4, id % 7))
                        .collect(Collectors.joining(","));
        return Reply.json("{\"pages\":%d,\"results\":[%s]}".formatted(PAGES, rows));
    }

    private Answer answer(String script) {
        try {
            return Answer.of(telegraph, script);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> done(String script) {
        Answer answer = answer(script);
        assertNull(answer.error(), answer::error);
        return answer.rows();
    }

    @Test
    void aQueryJoinsATableWithTheWeb() {
        assertEquals(
                List.of("tailnum,delay,was", "N2,3,1000"),
                done(
                        "SELECT f.tailnum, f.delay, k.delay AS was FROM flights f JOIN kept k ON"
                                + " k.id = f.id AND f.id < 11 JOIN (VALUES (10)) v (n) ON v.n ="
                                + " k.id"));
    }

    @Test
    void anInsertFromAWebThatFailsKeepsNothingAndLosesNothing() {
        String insert = "INSERT INTO kept SELECT id + 100, tailnum, delay FROM flights";
        broken = PAGES - 1;
        assertNotNull(answer(insert).error());
        assertEquals(List.of("n", "2"), done("SELECT count(*) AS n FROM kept"));
        broken = 0;
        done(insert);
        assertEquals(
                List.of("n", Integer.toString(2 + 4 * PAGES)),
                done("SELECT count(*) AS n FROM kept"));
    }

    @Test
    void aRefreshFromAWebThatFailsLeavesTheRowsThatWere() {
        done("CREATE MATERIALIZED VIEW late AS SELECT id, delay FROM flights WHERE delay > 3");
        List<String> before = done("SELECT count(*) AS n, sum(id) AS s FROM late");
        done("CREATE UNIQUE INDEX ON late (id)");
        broken = PAGES - 1;
        assertNotNull(answer("REFRESH MATERIALIZED VIEW late").error());
        assertNotNull(answer("REFRESH MATERIALIZED VIEW CONCURRENTLY late").error());
        assertEquals(before, done("SELECT count(*) AS n, sum(id) AS s FROM late"));
        broken = 0;
        done("REFRESH MATERIALIZED VIEW CONCURRENTLY late");
        assertEquals(before, done("SELECT count(*) AS n, sum(id) AS s FROM late"));
    }

    @Test
    void aViewIsReadWhileTheWebIsAskedForItsNextRows() throws InterruptedException {
        done("CREATE MATERIALIZED VIEW late AS SELECT id, delay FROM flights WHERE delay > 3");
        List<String> before = done("SELECT count(*) AS n FROM late");
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        waiting =
                () -> {
                    asked.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                };
        try (Session session = telegraph.session()) {
            List<Event> events = new java.util.concurrent.CopyOnWriteArrayList<>();
            Query refresh = session.start("REFRESH MATERIALIZED VIEW late", events::add);
            asked.await();
            assertEquals(before, done("SELECT count(*) AS n FROM late"));
            done("CREATE TABLE meanwhile (a INTEGER)");
            go.countDown();
            refresh.join();
            assertEquals("REFRESH MATERIALIZED VIEW", ((Event.End) events.getLast()).tag());
        } finally {
            go.countDown();
        }
        assertEquals(before, done("SELECT count(*) AS n FROM late"));
    }

    @Test
    void aMaterializedViewIsThereAfterTheSandboxWasClosed() {
        done("CREATE MATERIALIZED VIEW late (x) AS SELECT id FROM flights WHERE delay > 3");
        done("CREATE MATERIALIZED VIEW none AS SELECT id FROM flights WITH NO DATA");
        List<String> before = done("SELECT count(*) AS n FROM late WHERE x > 0");
        telegraph.close();
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        assertEquals(before, done("SELECT count(*) AS n FROM late WHERE x > 0"));
        assertNotNull(answer("SELECT * FROM none").error());
        done("REFRESH MATERIALIZED VIEW none");
        assertEquals(
                List.of("n", Integer.toString(4 * PAGES)), done("SELECT count(*) AS n FROM none"));
    }

    @Test
    void anInsertThatMayPassOverPagesSaysWhichAreMissing() {
        broken = 2;
        Answer answer =
                answer(
                        "SET on_error = 'skip'; INSERT INTO kept SELECT id + 100, tailnum, delay"
                                + " FROM flights");
        assertNull(answer.error(), answer::error);
        assertTrue(
                answer.events().stream()
                        .anyMatch(e ->
                                e instanceof Event.Notice notice
                                        && notice.text().contains("their rows are missing")),
                () -> "events: " + answer.events());
        assertEquals("INSERT 0 " + 4 * (PAGES - 1), ((Event.End) answer.events().getLast()).tag());
    }

    @Test
    void aTransactionGoesOnAfterTheWebFailedInIt() {
        broken = 2;
        try (Session session = telegraph.session()) {
            List<Event> events = new java.util.concurrent.CopyOnWriteArrayList<>();
            for (String statement :
                    List.of(
                            "BEGIN",
                            "UPDATE kept SET delay = 7 WHERE id = 9999",
                            "SAVEPOINT before",
                            "INSERT INTO kept SELECT id + 100, tailnum, delay FROM flights",
                            "ROLLBACK TO before",
                            "COMMIT")) {
                session.start(statement, events::add).join();
            }
            assertEquals(
                    List.of("BEGIN", "UPDATE 1", "SAVEPOINT", "failed", "ROLLBACK", "COMMIT"),
                    events.stream()
                            .filter(e -> e instanceof Event.End || e instanceof Event.Failed)
                            .map(e -> e instanceof Event.End end ? end.tag() : "failed")
                            .toList());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertEquals(
                List.of("id,delay", "10,1000", "9999,7"),
                done("SELECT id, delay FROM kept ORDER BY id"));
    }

    @Test
    void whatIsFetchedAgainChangesWhatWasKept() {
        String keep =
                "INSERT INTO kept SELECT * FROM flights ON CONFLICT (id) DO UPDATE SET tailnum ="
                        + " excluded.tailnum, delay = kept.delay + excluded.delay";
        done(keep);
        done(keep);
        assertEquals(
                List.of("id,tailnum,delay", "10,N2,1006", "11,N3,8"),
                done("SELECT * FROM kept WHERE id IN (10, 11) ORDER BY id"));
    }

    @Test
    void anUpdateTakesItsValuesFromTheWeb() {
        done("UPDATE kept SET tailnum = f.tailnum FROM flights f WHERE f.id = kept.id");
        assertEquals(
                List.of("id,tailnum", "10,N2", "9999,mine"),
                done("SELECT id, tailnum FROM kept ORDER BY id"));
    }
}
