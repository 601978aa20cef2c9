package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.SqlState;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

/// Sites that cost money: limits on requests, by the count of the sites, and what is told of
/// prices.
@Timeout(300)
class PaidSitesTest {
    private static final int VALUES = 200;

    @TempDir Path folder;
    private FaultServer web;
    private Telegraph telegraph;

    @BeforeEach
    void open() throws IOException {
        web = new FaultServer();
        for (String site : List.of("/ages", "/names")) {
            web.on(site, r -> Reply.json("[{\"v\":" + r.parameter("id") + "}]").delayed(3));
        }
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        String numbers =
                IntStream.range(0, VALUES)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("\n", "n\n", "\n"));
        Files.writeString(folder.resolve("n.csv"), numbers);
        declare("ages", "price = '0.002 USD', max_concurrent = 64");
        declare("names", "price = 0.01, max_concurrent = 64");
        done("CREATE TABLE kept (n BIGINT)");
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
        web.close();
        assertTrue(web.faults().isEmpty(), () -> "the test's own server failed: " + web.faults());
    }

    private void declare(String name, String options) {
        done(
                "CREATE OR REPLACE SOURCE %s (id INTEGER REQUIRED, v INTEGER) WITH (url = '%s', format = 'json', %s)"
                        .formatted(name, web.url("/" + name), options));
    }

    private Answer ask(String script) {
        try {
            return Answer.of(telegraph, script);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Answer done(String script) {
        Answer answer = ask(script);
        assertNull(answer.error(), () -> answer.error());
        return answer;
    }

    /// Asks for what a limit forbids; returns the message.
    private String refused(String script) {
        Answer answer = ask(script);
        assertNotNull(answer.error(), "was not refused");
        assertEquals(SqlState.CONFIGURATION_LIMIT, answer.cause().state(), answer.error());
        assertEquals("53400", answer.cause().state().code());
        return answer.error();
    }

    private static final String BOTH =
            "SELECT count(*) FROM 'n.csv' f JOIN ages a ON a.id = f.n JOIN names b ON b.id = f.n";

    @Test
    void noQueryMakesMoreRequestsThanItMay() {
        String said = refused("SET requests_max = 50; " + BOTH);
        assertTrue(said.contains("requests_max=50 made=50 source="), said);
        assertEquals(50, web.requests());
        done("SET requests_max = 400; " + BOTH);
        assertEquals(50 + 400, web.requests());
        done("SET requests_max = 0; " + BOTH);
        assertEquals(50 + 400 + 400, web.requests());
    }

    @Test
    void theLimitIsOfEachStatementAndOfAllItsParts() {
        done(
                "SET requests_max = 200; SELECT count(*) FROM 'n.csv' f JOIN ages a ON a.id = f.n;"
                        + " SELECT count(*) FROM 'n.csv' f JOIN ages a ON a.id = f.n");
        assertEquals(400, web.requests());
        refused(
                "SET requests_max = 250; SELECT count(*) FROM 'n.csv' f JOIN ages a ON a.id = f.n"
                        + " UNION ALL SELECT count(*) FROM 'n.csv' f JOIN names b ON b.id = f.n");
        assertEquals(650, web.requests());
    }

    @Test
    void aStatementThatIsRefusedHasChangedNothing() {
        refused(
                "SET requests_max = 7; INSERT INTO kept SELECT v FROM 'n.csv' f JOIN ages a ON a.id = f.n");
        assertEquals(List.of("c", "0"), done("SELECT count(*) c FROM kept").rows());
        assertEquals(7, web.requests());
    }

    @Test
    void aSourceCanBoundItsOwnRequests() {
        declare("ages", "requests_max = 30, price = '0.002 USD', max_concurrent = 64");
        String said = refused(BOTH);
        assertTrue(said.contains("source=ages requests_max=30 made=30"), said);
        assertEquals(30, web.requests("/ages"));
        int before = web.requests("/ages");
        refused(
                "SELECT count(*) FROM 'n.csv' f JOIN ages a ON a.id = f.n JOIN ages b ON b.id = f.n + 500");
        assertEquals(30, web.requests("/ages") - before, "a source read twice is one");
    }

    @Test
    void whatIsAskedWhilePlanningCountsToo() {
        web.on("/t", Reply.html("<table><tr><th>n</th></tr><tr><td>1</td></tr></table>"));
        String twice =
                "SELECT count(*) FROM read_html('%s', '') a, read_html('%s', 'table') b"
                        .formatted(web.url("/t?1"), web.url("/t?2"));
        refused("SET requests_max = 1; " + twice);
        assertEquals(1, web.requests());
        refused("SET requests_max = 1; EXPLAIN " + twice);
        assertEquals(2, web.requests());
        done("SET requests_max = 2; " + twice);
        assertEquals(4, web.requests());
    }

    @Test
    void aCrawlIsRefusedRatherThanLeftUnbounded() {
        Answer answer =
                ask(
                        "SET requests_max = 5; SELECT count(*) FROM crawl('%s')"
                                .formatted(web.url("/t")));
        assertTrue(
                String.valueOf(answer.error()).contains("requests_max does not bound a crawl"),
                () -> answer.error());
        assertEquals(SqlState.FEATURE_NOT_SUPPORTED, answer.cause().state());
        assertEquals(0, web.requests());
    }

    @Test
    void explainShowsPricesAndLimits() {
        declare("ages", "requests_max = 30, price = '0.002 USD'");
        String plan =
                String.join(
                        "\n",
                        done("SET requests_max = 500; SET optimize_for = 'requests'; EXPLAIN "
                                        + BOTH)
                                .rows());
        assertTrue(plan.contains("lookup by id; 0.002 USD a request; at most 30 requests"), plan);
        assertTrue(plan.contains("lookup by id; 0.01 a request"), plan);
        assertTrue(plan.contains("requests: at most 500, as few as can be"), plan);
        assertEquals(0, web.requests());
    }

    @Test
    void explainAnalyzeShowsWhatWasSpent() {
        List<String> lines = done("SET requests_max = 500; EXPLAIN ANALYZE " + BOTH).rows();
        String plan = String.join("\n", lines);
        assertTrue(lines.stream().anyMatch(l -> l.matches("source .* cost")), plan);
        assertTrue(lines.stream().anyMatch(l -> l.matches("ages .* 200 .* 0\\.400 USD")), plan);
        assertTrue(lines.stream().anyMatch(l -> l.matches("names .* 200 .* 2\\.00")), plan);
        assertTrue(plan.contains("\nrequests: at most 500\n"), plan);
        assertTrue(plan.contains("in all: 400 of at most 500 requests, 2.00, 0.400 USD"), plan);
        assertEquals(400, web.requests());
    }

    @Test
    void fewRequestsAreMadeWhereThatIsWanted() {
        // All have a row at both sites; what is said of its values drops it.
        String query =
                "SELECT count(*) c FROM 'n.csv' f JOIN names b ON b.id = f.n JOIN ages a ON a.id = f.n"
                        + " WHERE a.v % 10 = 0 AND b.v >= 0";
        done("SET policy = 'fixed'; " + query);
        assertEquals(400, web.requests(), "in the order of the text");
        Answer answer = done("SET optimize_for = 'requests'; " + query);
        assertEquals(List.of("c", "20"), answer.rows());
        assertTrue(web.requests() - 400 <= 240, () -> "requests=" + (web.requests() - 400));
    }

    @Test
    void aListIsScannedOrAskedForSingleRowsAndNotBoth() {
        web.on(
                "/list",
                r -> {
                    String id = r.parameter("id");
                    int page = Integer.parseInt(r.parameter("page"));
                    String rows =
                            IntStream.range(10 * page - 10, 10 * page)
                                    .filter(i -> id.isEmpty())
                                    .mapToObj(i -> "{\"id\":" + i + "}")
                                    .collect(Collectors.joining(","));
                    String one = id.isEmpty() ? rows : "{\"id\":" + id + "}";
                    boolean first = id.isEmpty() && page == 1; // all values are known before it
                    return Reply.json(
                                    "{\"pages\":%d,\"r\":[%s]}"
                                            .formatted(id.isEmpty() ? 20 : 1, one))
                            .delayed(first ? 300 : 10);
                });
        done(
                "CREATE SOURCE list (id INTEGER OPTIONAL PRIMARY KEY) WITH (url = '%s?page={page}', format = 'json', rows = '$.r', page_count = '$.pages', stable = true)"
                        .formatted(web.url("/list")));
        String saving = "SET optimize_for = 'requests'; SELECT count(*) c FROM ";
        String join = " f JOIN list l ON l.id = f.n";
        assertEquals(
                List.of("c", "3"),
                done(saving + "(SELECT * FROM 'n.csv' WHERE n < 3)" + join).rows());
        assertEquals(1 + 3, web.requests(), "the first page, and each value");
        assertEquals(List.of("c", "200"), done(saving + "'n.csv'" + join).rows());
        assertEquals(4 + 20, web.requests(), "each page");
    }

    @Test
    void eventsTellThePrice() {
        Answer answer = done("SELECT count(*) FROM 'n.csv' f JOIN ages a ON a.id = f.n");
        Event.End end = (Event.End) answer.events().getLast();
        assertEquals(
                List.of("0.400 USD"),
                end.progress().stream()
                        .flatMap(source -> source.spent().stream())
                        .map(Object::toString)
                        .toList());
    }
}
