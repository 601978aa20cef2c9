package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

/// A query over a paged site that stops before it has asked for every page.
@Timeout(600)
class StopTest {
    private static final int PAGES = 120;
    private static final int PAGE_ROWS = 40;

    /// Whoever asks for nearly all pages gets no more: a query that stops does so before.
    private volatile int askedMax = 100;

    @TempDir Path folder;
    private FaultServer web;
    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() throws InterruptedException {
        web = new FaultServer();
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        session = telegraph.session();
        web.on(
                "/trips",
                request ->
                        web.requests() > askedMax
                                ? Reply.hang()
                                : page(Integer.parseInt(request.parameter("page"))));
        List<Event> events =
                carryOut(
                        "CREATE SOURCE trips (km DOUBLE PRECISION, town TEXT) WITH (connector ="
                                + " 'http', url = '"
                                + web.url("/trips")
                                + "?page={page}', format = 'json', rows = '$.rows', page_count ="
                                + " '$.pages', max_concurrent = 2)");
        assertInstanceOf(Event.End.class, events.getLast(), events::toString);
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        Threads.await("no request is under way", () -> web.inProgress() == 0);
        telegraph.close();
        web.close();
        assertTrue(web.faults().isEmpty(), () -> "the test's own server failed: " + web.faults());
    }

    private List<Event> carryOut(String sql) throws InterruptedException {
        List<Event> events = Collections.synchronizedList(new ArrayList<>());
        session.start(sql, events::add).join();
        return events;
    }

    /// Sorted by the very column that is asked for: from 0 on page 1 to 120 on the last.
    private static Reply page(int page) {
        Random random = new Random(page);
        String rows =
                IntStream.range(0, PAGE_ROWS)
                        .mapToObj(i ->
                                "{\"km\":"
                                        + (page - 1 + random.nextDouble())
                                        + ",\"town\":\""
                                        + (i % 2 == 0 ? "Bern" : "Chur")
                                        + "\"}")
                        .collect(Collectors.joining(","));
        return Reply.json("{\"pages\":" + PAGES + ",\"rows\":[" + rows + "]}").delayed(20);
    }

    private static List<String> notices(List<Event> events) {
        return events.stream()
                .filter(Event.Notice.class::isInstance)
                .map(e -> ((Event.Notice) e).text())
                .toList();
    }

    private static List<Object[]> rows(List<Event> events) {
        return events.stream()
                .filter(Event.Rows.class::isInstance)
                .flatMap(e -> ((Event.Rows) e).rows().stream())
                .toList();
    }

    @Test
    void pagesNobodyNeedsAreNotAskedFor() throws InterruptedException {
        List<Event> events =
                carryOut(
                        "SELECT town, avg(km) AS km FROM trips GROUP BY town ERROR WITHIN 45"
                                + " PERCENT");
        assertInstanceOf(Event.End.class, events.getLast(), events::toString);
        assertEquals(
                "stopped because every estimate is within 45 % at 95 % confidence",
                notices(events).getFirst());
        assertTrue(
                notices(events).get(1).matches("trips: \\d+ of 120 pages read \\(\\d+ %\\)"),
                notices(events)::toString);
        assertTrue(
                notices(events)
                        .get(2)
                        .matches(
                                "groups of which no row has come may have rows in up to [0-9.]+ %"
                                        + " of the parts of the source"),
                notices(events)::toString);
        assertEquals(2, rows(events).size());
        for (Object[] row : rows(events)) {
            assertEquals(PAGES / 2.0, (Double) row[1], 2 * (Double) row[2]);
            assertTrue((Double) row[2] <= 0.45 * (Double) row[1]);
            assertEquals("sampled", row[3]);
        }
        assertTrue(web.requests() < PAGES, "requests: " + web.requests());
        Event.End end = (Event.End) events.getLast();
        assertEquals(2, end.rows());
        assertTrue(end.progress().getFirst().units() < PAGES);
    }

    /// The list twice, once of it the rows of one town.
    @Test
    void pagesOfAUnionThatNobodyNeedsAreNotAskedFor() throws InterruptedException {
        askedMax *= 2;
        List<Event> events =
                carryOut(
                        "SELECT town, sum(km) AS km FROM (SELECT town, km FROM trips UNION ALL"
                                + " SELECT town, km FROM trips WHERE town = 'Bern') u GROUP BY town"
                                + " ERROR WITHIN 45 PERCENT");
        assertInstanceOf(Event.End.class, events.getLast(), events::toString);
        assertEquals(
                "stopped because every estimate is within 45 % at 95 % confidence",
                notices(events).getFirst());
        for (int source = 1; source <= 2; source++) {
            assertTrue(
                    notices(events)
                            .get(source)
                            .matches("trips: \\d+ of 120 pages read \\(\\d+ %\\)"),
                    notices(events)::toString);
        }
        assertEquals(2, rows(events).size());
        for (Object[] row : rows(events)) {
            double truth = PAGES / 2.0 * PAGES * PAGE_ROWS / ("Bern".equals(row[0]) ? 1 : 2);
            assertEquals(truth, (Double) row[1], (Double) row[2]);
            assertTrue((Double) row[2] <= 0.45 * (Double) row[1]);
            assertEquals("sampled", row[3]);
        }
    }

    @Test
    void aQueryOutOfTimeStopsThough() throws InterruptedException {
        List<Event> events =
                carryOut(
                        "SELECT town, count(*) AS n, min(km) AS least FROM trips GROUP BY town"
                                + " ERROR WITHIN 0.001 PERCENT WITHIN 700 MILLISECONDS");
        assertInstanceOf(Event.End.class, events.getLast(), events::toString);
        List<String> notices = notices(events);
        assertTrue(
                notices.getFirst()
                        .startsWith(
                                "column least can have no interval, so the query runs until its"
                                        + " time is up"),
                notices::toString);
        assertTrue(
                notices.get(1)
                        .startsWith("stopped because the time is up (WITHIN 700 MILLISECONDS)"),
                notices::toString);
        assertTrue(web.requests() < PAGES, "requests: " + web.requests());
    }

    @Test
    void cancellingOneThatMayStopCancelsIt() throws InterruptedException {
        AtomicReference<Event> last = new AtomicReference<>();
        Query query =
                session.start("SELECT avg(km) FROM trips ERROR WITHIN 0.1 PERCENT", last::set);
        Threads.await("pages come", () -> web.requests() > 5);
        query.cancel();
        query.join();
        Event.Failed failed = assertInstanceOf(Event.Failed.class, last.get());
        assertEquals(TelegraphException.Kind.CANCELLED, failed.cause().kind());
    }

    @Test
    void explainAnalyzeStopsTooAndSaysWhy() throws InterruptedException {
        List<Event> events =
                carryOut("EXPLAIN ANALYZE SELECT avg(km) AS km FROM trips ERROR WITHIN 45 PERCENT");
        List<String> lines = rows(events).stream().map(row -> (String) row[0]).toList();
        assertTrue(lines.contains("  may stop: ERROR WITHIN 45 PERCENT"), lines::toString);
        assertTrue(lines.contains("  km: interval"), lines::toString);
        assertTrue(
                lines.contains("stopped because every estimate is within 45 % at 95 % confidence"),
                lines::toString);
        assertTrue(web.requests() < PAGES, "requests: " + web.requests());
    }

    @Test
    void anAnswerOfWhichRequestsFailedIsNotCalledExact() throws InterruptedException {
        web.on(
                "/trips",
                request -> {
                    int page = Integer.parseInt(request.parameter("page"));
                    return page == 7 ? Reply.status(403) : page(page).delayed(0);
                });
        carryOut("SET on_error = 'skip'");
        String text = carryOut("SELECT max(km) AS top FROM trips WITHIN 1 MINUTE").toString();
        assertTrue(text.contains("but requests failed"), text);
        assertTrue(!text.contains("so the answer is exact"), text);
    }
}
