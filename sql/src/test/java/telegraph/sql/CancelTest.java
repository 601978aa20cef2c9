package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.ground.TelegraphException;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;

/// A cancelled query is gone at once, whatever it was doing, and so are its requests, threads and
/// memory; the session goes on.
@Timeout(600)
@Isolated("counts all threads")
class CancelTest {
    private static final int ROWS = 200;

    private static final List<String> QUERIES =
            List.of(
                    "SELECT count(*) FROM flights",
                    "SELECT p.year, count(*) FROM flights f JOIN planes p ON f.tailnum = p.tailnum"
                            + " GROUP BY p.year",
                    "SELECT f.id, p.year, rank() OVER (ORDER BY f.id) FROM flights f LEFT JOIN"
                            + " planes p ON f.tailnum = p.tailnum",
                    "SELECT * FROM flights f FULL JOIN flights g ON f.id = g.id ORDER BY 1");

    @TempDir Path folder;
    private FaultServer web;
    private Telegraph telegraph;
    private Session session;

    /// What the query's first source waits for.
    private volatile String waiting = "";

    @BeforeEach
    void open() {
        web = new FaultServer();
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        session = telegraph.session();
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        Threads.await("connections are closed", () -> web.openConnections() == 0);
        web.close();
        assertTrue(web.faults().isEmpty(), () -> "the test's own server failed: " + web.faults());
    }

    private void declare() {
        Answer declared =
                answer(
                        """
                        CREATE SOURCE flights (id INTEGER, tailnum TEXT)
                        WITH (url = '%s?page={page}', format = 'json', rows = '$.results', page_count = '$.pages', retries = 50, stable = true, hedge = false);
                        CREATE SOURCE planes (tailnum TEXT REQUIRED, year INTEGER)
                        WITH (url = '%s?tailnum={tailnum}', format = 'json', max_concurrent = 40, retries = 50)
                        """
                                .formatted(web.url("/flights"), web.url("/planes")));
        assertNull(declared.error(), declared::error);
    }

    private Answer answer(String script) {
        try {
            return Answer.of(telegraph, script);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Plans the query once: loading what planning needs takes seconds on a slow machine, and
    /// cancelling is about what comes after.
    private String planned(String sql) {
        assertNull(answer("EXPLAIN " + sql).error());
        return sql;
    }

    /// Cancels the query after some time and wants all of it gone; returns in how many milliseconds
    /// it was.
    private long cancelled(String sql, int millis) throws InterruptedException {
        return cancelled(
                sql,
                () -> {
                    try {
                        Thread.sleep(millis);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    /// Cancels the query as soon as the site is asked once more, and wants all of it gone.
    private void cancelledWhenAsked(String sql) throws InterruptedException {
        int before = web.requests();
        cancelled(sql, () -> Threads.await("the site is asked", () -> web.requests() > before));
    }

    private long cancelled(String sql, Runnable pause) throws InterruptedException {
        int threads = Threads.alive("");
        AtomicReference<Event> last = new AtomicReference<>();
        waiting = "";
        Query query =
                session.start(
                        sql,
                        event -> {
                            last.set(event);
                            if (event instanceof Event.Sources sources) {
                                waiting = sources.progress().getFirst().waiting();
                            }
                        });
        pause.run();
        long before = System.nanoTime();
        query.cancel();
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
        assertTrue(ended.await(120, TimeUnit.SECONDS), "the query has ended");
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
        assertTrue(took < Threads.PATIENCE_MILLIS, "took " + took + " ms: " + sql);
        Event.Failed failed = assertInstanceOf(Event.Failed.class, last.get());
        assertEquals(TelegraphException.Kind.CANCELLED, failed.cause().kind());
        assertEquals(0, telegraph.memoryUsed());
        Threads.await("no request is under way", () -> web.inProgress() == 0);
        Threads.await("threads are back", () -> Threads.alive("") <= threads + 2);
        return took;
    }

    @Tag("slow")
    @Test
    void atAnyMomentAQueryOverSlowSitesEndsWithinASecondAndLeavesNothing() {
        AtomicInteger turn = new AtomicInteger();
        String rows =
                IntStream.range(0, ROWS)
                        .mapToObj(i -> "{\"id\":" + i + ",\"tailnum\":\"N" + i + "\"}")
                        .collect(Collectors.joining(","));
        Reply page = Reply.json("{\"pages\":500,\"results\":[" + rows + "]}").delayed(20);
        web.on("/flights", request -> trouble(turn, page));
        web.on("/planes", request -> trouble(turn, Reply.json("[{\"year\":2000}]").delayed(20)));
        declare();
        QUERIES.forEach(this::planned);
        AtomicLong least = new AtomicLong(Long.MAX_VALUE);
        Seeds.run(
                20,
                (seed, random) -> {
                    turn.set((int) seed);
                    String sql = QUERIES.get((int) seed % QUERIES.size());
                    least.accumulateAndGet(cancelled(sql, random.nextInt(400)), Math::min);
                });
        // The machine may be busy at any one of them, but not at all.
        assertTrue(least.get() < 1_000, "took " + least + " ms");
        assertTrue(web.requests() > 20, "there was something to cancel");
        Answer after = answer("SELECT 1 AS one");
        assertEquals("[one, 1]", after.rows().toString());
    }

    private static Reply trouble(AtomicInteger turn, Reply good) {
        return switch (turn.incrementAndGet() % 9) {
            case 1 -> Reply.hang();
            case 3 -> good.hangAfter(10);
            case 5 -> Reply.status(503);
            case 7 -> Reply.drop();
            default -> good;
        };
    }

    @Test
    void aQueryThatWaitsForARateLimitEndsAtOnce() throws InterruptedException {
        web.on("/flights", Reply.tooMany(600));
        declare();
        cancelled(
                planned("SELECT count(*) FROM flights"),
                () ->
                        Threads.await(
                                "it waits for the limit",
                                () -> waiting.startsWith("rate-limited")));
        assertEquals(1, web.requests());
    }

    @Test
    void aFileThatIsLookedAtBeforeThePlanIsCancelledToo() throws InterruptedException {
        web.on("/a.csv", Reply.csv("a,b\n1,2\n".repeat(1_000)).hangAfter(100));
        web.on("/t", Reply.hang());
        cancelledWhenAsked("SELECT count(*) FROM '" + web.url("/a.csv") + "'");
        cancelledWhenAsked("SELECT * FROM read_html('" + web.url("/t") + "', 'table')");
        assertEquals(2, web.requests());
    }

    @Test
    void aCrossJoinThatExplodesInTheRemainderIsCancelled() throws Exception {
        numbers("a.csv", 20_000);
        numbers("b.csv", 20_000);
        // So many pairs that no machine is through with them before it is told to stop.
        numbers("c.csv", 300_000);
        for (String sql :
                List.of(
                        "SELECT a.n, sum(b.n) OVER (PARTITION BY a.n) FROM 'a.csv' a FULL JOIN"
                                + " 'b.csv' b ON true",
                        "SELECT count(*) FROM 'c.csv' a LEFT JOIN 'c.csv' b ON a.n + b.n < 0",
                        "SELECT a.n FROM 'a.csv' a, 'b.csv' b ORDER BY b.n - a.n, a.n")) {
            cancelled(planned(sql), 900);
        }
    }

    @Test
    void pagesCutInTheBodyCountOnceAndNeverHalf() {
        int pages = 40;
        Set<Integer> asked = ConcurrentHashMap.newKeySet();
        web.on(
                "/flights",
                request -> {
                    int number = Integer.parseInt(request.parameter("page"));
                    String rows =
                            IntStream.range(0, 50)
                                    .map(i -> (number - 1) * 50 + i)
                                    .mapToObj(id -> "{\"id\":" + id + ",\"tailnum\":\"N1\"}")
                                    .collect(Collectors.joining(","));
                    Reply good = Reply.json("{\"pages\":" + pages + ",\"results\":[" + rows + "]}");
                    return switch (asked.add(number) ? number % 4 : 1) {
                        case 0 -> good.cutAfter(700 + number);
                        case 2 -> good.inChunks().cutAfter(good.body().length - 1 - number % 9);
                        case 3 -> good.resetAfter(400 + number);
                        default -> good;
                    };
                });
        declare();
        Answer truth = answer("SELECT count(*), count(DISTINCT id), sum(id) FROM flights");
        assertNull(truth.error(), () -> truth.error());
        assertEquals("2000,2000,1999000", truth.rows().get(1));
        assertTrue(web.requests() > pages, "some pages were asked for again");
        assertEquals(pages + 30, web.requests());
    }

    private void numbers(String name, int count) throws IOException {
        Files.writeString(
                folder.resolve(name),
                IntStream.range(0, count)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("\n", "n\n", "\n")));
    }
}
