package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.TelegraphException;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

/// Joins that are no part of a block, over sites: what is certain comes while a site stalls, and
/// all of it is what comes of the same rows in files.
@Timeout(300)
class EarlyRowsTest {
    @TempDir Path folder;
    private FaultServer web;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws IOException {
        web = new FaultServer();
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        Files.writeString(
                folder.resolve("l.csv"),
                "k,v\n"
                        + IntStream.range(0, 100)
                                .mapToObj(i -> i + ",v" + i)
                                .collect(Collectors.joining("\n")));
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        web.close();
        assertTrue(web.faults().isEmpty(), () -> "the test's own server failed: " + web.faults());
    }

    private Answer answer(String script) {
        try {
            Answer answer = Answer.of(telegraph, script);
            assertNull(answer.error(), answer::error);
            return answer;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Declares a site of two pages, the second of which stalls: the numbers below 95, then 99 and
    /// 100.
    private void declarePages(CountDownLatch stall) {
        web.on(
                "/pages",
                request -> {
                    boolean first = request.parameter("page").equals("1");
                    if (!first) {
                        await(stall);
                    }
                    String rows =
                            IntStream.range(first ? 0 : 99, first ? 95 : 101)
                                    .mapToObj(n -> "{\"n\":" + n + "}")
                                    .collect(Collectors.joining(","));
                    return Reply.json("{\"pages\":2,\"rows\":[" + rows + "]}");
                });
        declareList("max_concurrent = 1, hedge = false");
    }

    /// Declares what `/pages` gives.
    private void declareList(String option) {
        answer(
                """
                CREATE SOURCE r (n INTEGER)
                WITH (connector = 'http', url = '%s?page={page}', format = 'json', rows = '$.rows',
                      page_count = '$.pages', %s)
                """
                        .formatted(web.url("/pages"), option));
    }

    private static void await(CountDownLatch stall) {
        try {
            stall.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void declareForm() {
        answer(
                """
                CREATE SOURCE form (key INTEGER REQUIRED, name TEXT)
                WITH (connector = 'http', url = '%s?key={key}', format = 'json', hedge = false)
                """
                        .formatted(web.url("/form")));
    }

    /// Demands so many rows of a query before the stall ends, and so many in all.
    private void assertRows(String query, int early, int all, CountDownLatch stall)
            throws InterruptedException {
        List<Object[]> rows = Collections.synchronizedList(new ArrayList<>());
        try (Session session = telegraph.session()) {
            Query running =
                    session.start(
                            query,
                            event -> {
                                if (event instanceof Event.Rows some) {
                                    rows.addAll(some.rows());
                                }
                            });
            Threads.await(early + " rows came", () -> rows.size() >= early);
            assertEquals(early, rows.size(), query);
            stall.countDown();
            running.join();
            assertEquals(all, rows.size(), query);
        } finally {
            stall.countDown();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT l.v, r.n FROM 'l.csv' l LEFT JOIN r ON l.k = r.n | 95 | 100",
                "SELECT l.v, r.n FROM r RIGHT JOIN 'l.csv' l ON l.k = r.n | 95 | 100",
                "SELECT l.v, r.n FROM 'l.csv' l FULL JOIN r ON l.k = r.n | 95 | 101",
                "SELECT l.v, r.n FROM 'l.csv' l LEFT JOIN r ON l.k = r.n AND r.n % 2 = 0 | 48 | 100",
                "SELECT l.v FROM 'l.csv' l WHERE EXISTS (SELECT 1 FROM r WHERE r.n = l.k AND r.n <>"
                        + " length(l.v)) | 94 | 95",
                "SELECT l.v FROM 'l.csv' l WHERE l.k IN (SELECT n FROM r) | 95 | 96",
                "SELECT l.v FROM 'l.csv' l WHERE EXISTS (SELECT 1 FROM r WHERE r.n = l.k AND r.n > 9)"
                        + " | 85 | 86",
                "SELECT l.v, m.n FROM 'l.csv' l JOIN (SELECT DISTINCT n / 2 AS n FROM r) m ON l.k ="
                        + " m.n | 48 | 50",
                "SELECT r.n FROM r LEFT JOIN 'l.csv' l ON l.k = r.n | 95 | 97",
                "SELECT r.n FROM r WHERE NOT EXISTS (SELECT 1 FROM 'l.csv' l WHERE l.k = r.n + 90) | 85"
                        + " | 87",
            })
    void whatIsCertainComesWhileASiteStalls(String query, int early, int all)
            throws InterruptedException {
        CountDownLatch stall = new CountDownLatch(1);
        declarePages(stall);
        assertRows(query, early, all, stall);
    }

    /// A form that has answered for all keys but one.
    @Test
    void rowsComeBeforeAFormHasAnsweredForAllOfThem() throws InterruptedException {
        CountDownLatch stall = new CountDownLatch(1);
        web.on(
                "/form",
                request -> {
                    int key = Integer.parseInt(request.parameter("key"));
                    if (key == 7) {
                        await(stall);
                    }
                    return Reply.json(key % 2 == 1 ? "[{\"name\":\"n" + key + "\"}]" : "[]");
                });
        declareForm();
        String query = "SELECT l.v, f.name FROM 'l.csv' l LEFT JOIN form f ON f.key = l.k";
        assertRows(query, 49, 100, stall);
    }

    /// A form is asked for the keys of a list of which one page is still to come.
    @Test
    void aFormIsAskedBeforeTheOtherSideIsComplete() throws InterruptedException {
        CountDownLatch stall = new CountDownLatch(1);
        declarePages(stall);
        web.on(
                "/form",
                request -> Reply.json("[{\"name\":\"n" + request.parameter("key") + "\"}]"));
        declareForm();
        assertRows("SELECT r.n, f.name FROM r LEFT JOIN form f ON f.key = r.n", 95, 97, stall);
    }

    /// A page that stalls does not keep back the rows of those after it.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT l.v FROM 'l.csv' l WHERE l.k IN (SELECT n FROM r) | 2 | 3",
                "SELECT l.v FROM 'l.csv' l LEFT JOIN r ON l.k = r.n | 2 | 100",
                "SELECT l.v FROM r LEFT JOIN 'l.csv' l ON l.k = r.n | 2 | 3",
            })
    void rowsAreJoinedInTheOrderInWhichTheyCome(String query, int early, int all)
            throws InterruptedException {
        CountDownLatch stall = new CountDownLatch(1);
        web.on(
                "/pages",
                request -> {
                    int page = Integer.parseInt(request.parameter("page"));
                    if (page == 2) {
                        await(stall);
                    }
                    return Reply.json("{\"pages\":3,\"rows\":[{\"n\":" + page + "}]}");
                });
        declareList("max_concurrent = 3, hedge = false");
        assertRows(query, early, all, stall);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT l.v, r.n FROM 'l.csv' l LEFT JOIN r ON l.k = r.n",
                "SELECT l.v, r.n FROM r LEFT JOIN 'l.csv' l ON l.k = r.n",
                "SELECT l.v, r.n FROM 'l.csv' l FULL JOIN r ON l.k = r.n AND r.n <> 3",
                "SELECT l.v FROM 'l.csv' l WHERE l.k IN (SELECT n FROM r)",
                "SELECT l.v FROM 'l.csv' l WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.n = l.k)",
                "SELECT l.v FROM 'l.csv' l WHERE EXISTS (SELECT 1 FROM r WHERE r.n = l.k AND r.n <>"
                        + " length(l.v))",
            })
    void aSiteThatFailsAfterItsFirstPageFailsTheQuery(String query) throws InterruptedException {
        web.on(
                "/pages",
                request ->
                        request.parameter("page").equals("1")
                                ? Reply.json("{\"pages\":2,\"rows\":[{\"n\":1},{\"n\":3}]}")
                                : Reply.status(404));
        declareList("retries = 0");
        Answer answer = Answer.of(telegraph, query);
        assertNotNull(answer.error(), query);
        assertTrue(answer.error().contains("404"), answer::error);
        assertEquals(0, Threads.alive("telegraph-join-reader"));
    }

    @Test
    void aLimitEndsWhileASiteStalls() throws InterruptedException {
        CountDownLatch stall = new CountDownLatch(1);
        declarePages(stall);
        try {
            answer("SELECT l.v, r.n FROM 'l.csv' l LEFT JOIN r ON l.k = r.n LIMIT 20");
        } finally {
            stall.countDown();
        }
    }

    @Test
    void aQueryIsCancelledWhileASiteStalls() throws InterruptedException {
        CountDownLatch stall = new CountDownLatch(1);
        declarePages(stall);
        AtomicInteger rows = new AtomicInteger();
        AtomicReference<Event> last = new AtomicReference<>();
        try (Session session = telegraph.session()) {
            Query running =
                    session.start(
                            "SELECT l.v, r.n FROM 'l.csv' l FULL JOIN r ON l.k = r.n",
                            event -> {
                                last.set(event);
                                if (event instanceof Event.Rows some) {
                                    rows.addAndGet(some.rows().size());
                                }
                            });
            Threads.await("rows came", () -> rows.get() > 0);
            running.cancel();
            running.join();
            Event.Failed failed = assertInstanceOf(Event.Failed.class, last.get());
            assertEquals(TelegraphException.Kind.CANCELLED, failed.cause().kind());
            assertEquals(0, telegraph.memoryUsed());
            assertEquals(0, Threads.alive("telegraph-join-reader"));
        } finally {
            stall.countDown();
        }
    }

    /// Tables with NULLs, doubles and rows without partners; `%s` is where they are.
    @ParameterizedTest
    @ValueSource(strings = {"1GB", "16MB"})
    void rowsOfSitesAreJoinedAsThoseOfFiles(String memory) throws IOException {
        for (String name : List.of("a", "b")) {
            StringBuilder csv = new StringBuilder("k,t,x\n");
            int rows = name.equals("a") ? 6000 : 4000;
            for (int i = 0; i < rows; i++) {
                int key = i * 31 % 2500 + (name.equals("a") ? 0 : 700);
                csv.append(i % 17 == 0 ? "" : key).append(",t").append(key % 300);
                csv.append(",").append(i % 40).append("\n");
            }
            Files.writeString(folder.resolve(name + ".csv"), csv);
            web.on("/" + name + ".csv", Reply.csv(csv.toString()));
        }
        for (String query :
                List.of(
                        "SELECT a.*, b.* FROM '%1$sa.csv' a LEFT JOIN '%1$sb.csv' b ON a.k = b.k",
                        "SELECT a.*, b.* FROM '%1$sa.csv' a RIGHT JOIN '%1$sb.csv' b ON a.k = b.k"
                                + " AND a.x < b.x",
                        "SELECT a.*, b.* FROM '%1$sa.csv' a FULL JOIN '%1$sb.csv' b ON a.k = b.k"
                                + " AND a.t = b.t",
                        "SELECT a.k, b.x FROM '%1$sa.csv' a LEFT JOIN '%1$sb.csv' b ON a.k = b.k AND"
                                + " b.x = 3",
                        "SELECT a.* FROM '%1$sa.csv' a WHERE EXISTS (SELECT 1 FROM '%1$sb.csv' b"
                                + " WHERE a.k = b.k AND a.x <> b.x)",
                        "SELECT a.* FROM '%1$sa.csv' a WHERE NOT EXISTS (SELECT 1 FROM '%1$sb.csv' b"
                                + " WHERE a.k = b.k)",
                        "SELECT a.* FROM '%1$sa.csv' a WHERE a.k NOT IN (SELECT k FROM '%1$sb.csv'"
                                + " WHERE k IS NOT NULL)",
                        "SELECT a.* FROM '%1$sa.csv' a WHERE a.k NOT IN (SELECT k FROM '%1$sb.csv')",
                        "SELECT a.k, b.k FROM (SELECT * FROM '%1$sa.csv' WHERE x = 1) a LEFT JOIN"
                                + " (SELECT * FROM '%1$sb.csv' WHERE x = 2) b ON a.k < b.k",
                        "SELECT a.* FROM '%1$sa.csv' a WHERE a.k IN (SELECT k FROM '%1$sb.csv')",
                        "SELECT a.* FROM '%1$sa.csv' a WHERE (a.k, a.t) IN (SELECT k, t FROM"
                                + " '%1$sb.csv' WHERE x > 20)",
                        "SELECT a.k, u.k, u.n, u.s FROM '%1$sa.csv' a FULL JOIN (SELECT k, count(*)"
                                + " AS n, sum(x) AS s FROM (SELECT k, x FROM '%1$sa.csv' UNION ALL"
                                + " SELECT k, x FROM '%1$sb.csv') b GROUP BY k) u ON a.k = u.k + 700",
                        "SELECT a.t, count(*), count(b.k), sum(b.x) FROM '%1$sa.csv' a LEFT JOIN"
                                + " '%1$sb.csv' b ON a.k = b.k GROUP BY a.t",
                        "SELECT a.k, b.x, c.x FROM '%1$sa.csv' a LEFT JOIN '%1$sb.csv' b ON a.k ="
                                + " b.k AND b.x < 9 FULL JOIN '%1$sb.csv' c ON b.k = c.k AND c.x > 30",
                        "SELECT DISTINCT a.t, b.x FROM '%1$sa.csv' a RIGHT JOIN (SELECT DISTINCT k, x"
                                + " FROM '%1$sb.csv') b ON a.k = b.k AND a.x = b.x")) {
            String set = "SET memory_limit = '" + memory + "';";
            assertEquals(
                    sorted(answer(set + query.formatted(""))),
                    sorted(answer(set + query.formatted(web.url("/")))),
                    query);
        }
    }

    /// Whatever comes first from where, what is above a join is in its order.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT l.k, r.n FROM 'l.csv' l LEFT JOIN r ON l.k = r.n ORDER BY l.k",
                "SELECT l.k, r.n FROM 'l.csv' l LEFT JOIN r ON l.k = r.n ORDER BY l.k DESC LIMIT 7",
                "SELECT s.k, r.n FROM (SELECT k FROM 'l.csv' ORDER BY k DESC LIMIT 9) s LEFT JOIN r"
                        + " ON s.k = r.n ORDER BY s.k DESC",
                "SELECT s.n, l.k FROM (SELECT n FROM r ORDER BY n LIMIT 90) s LEFT JOIN 'l.csv' l ON"
                        + " l.k = s.n ORDER BY s.n",
            })
    void rowsAreInTheOrderThatIsAskedFor(String query) throws IOException {
        declarePages(new CountDownLatch(0));
        Files.writeString(
                folder.resolve("r.csv"),
                "n\n"
                        + IntStream.range(0, 101)
                                .filter(n -> n < 95 || n >= 99)
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining("\n")));
        assertEquals(
                answer(query.replace(" r ", " 'r.csv' r ")).rows(), answer(query).rows(), query);
    }

    private static List<String> sorted(Answer answer) {
        return answer.rows().stream().sorted().toList();
    }
}
