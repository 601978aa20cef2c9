package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.Routes;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

/// What somebody sees who watches a query over a slow source.
class LiveTest {
    private static final int PAGES = 12;
    private static final int PAGE_ROWS = 10;

    @TempDir Path folder;

    private List<Event> watch(String query, boolean live) throws InterruptedException {
        List<Event> events = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger reports = new AtomicInteger();
        try (FaultServer web = new FaultServer();
                Telegraph telegraph =
                        Telegraph.open(
                                folder.resolve("sandbox"),
                                folder,
                                Map.of("report_interval", "20ms"),
                                Map.of());
                Session session = telegraph.session()) {
            web.on(
                    "/numbers",
                    request -> {
                        // Whoever watches has seen what came before.
                        int before = reports.get();
                        Threads.await("it is reported", () -> reports.get() > before + 1);
                        return numbers(Integer.parseInt(request.parameter("page")));
                    });
            String create =
                    "CREATE SOURCE numbers (n INTEGER, half INTEGER) WITH (connector = 'http', url ="
                            + " '"
                            + web.url("/numbers")
                            + "?page={page}', format = 'json', rows = '$.rows', page_count ="
                            + " '$.pages', max_concurrent = 1)";
            session.start(create, events::add).join();
            assertTrue(events.getLast() instanceof Event.End, () -> events.toString());
            events.clear();
            session.start(
                            query,
                            event -> {
                                events.add(event);
                                if (event instanceof Event.Sources) {
                                    reports.incrementAndGet();
                                }
                            },
                            live)
                    .join();
            assertEquals(0, telegraph.memoryUsed());
        }
        return List.copyOf(events);
    }

    private static Reply numbers(int page) {
        String rows =
                IntStream.range(0, PAGE_ROWS)
                        .map(i -> (page - 1) * PAGE_ROWS + i)
                        .mapToObj(n -> "{\"n\":" + n + ",\"half\":" + n % 2 + "}")
                        .collect(Collectors.joining(","));
        return Reply.json("{\"pages\":" + PAGES + ",\"rows\":[" + rows + "]}");
    }

    private static List<Event.Snapshot> snapshots(List<Event> events) {
        return events.stream()
                .filter(Event.Snapshot.class::isInstance)
                .map(Event.Snapshot.class::cast)
                .toList();
    }

    private static final String JOIN =
            "SELECT count(*) AS n FROM numbers a JOIN numbers b ON b.n = a.n WHERE a.half = 1";

    @Test
    void whoeverWatchesSeesTheWayRowsGo() throws InterruptedException {
        List<Routes> seen =
                watch(JOIN, true).stream()
                        .filter(Event.Routing.class::isInstance)
                        .map(event -> ((Event.Routing) event).blocks())
                        .peek(blocks -> assertEquals(1, blocks.size()))
                        .map(List::getFirst)
                        .toList();
        assertTrue(seen.size() >= 3, () -> "routings: " + seen.size());
        long before = 0;
        for (Routes routes : seen) {
            long read =
                    routes.modules().stream()
                            .filter(module -> module.kind() == Routes.Kind.SOURCE)
                            .mapToLong(Routes.Module::rowsOut)
                            .sum();
            assertTrue(read >= before && read <= 2 * PAGES * PAGE_ROWS, "rows only grow: " + read);
            before = read;
            assertEquals(
                    List.of("source numbers", "source numbers 2"),
                    routes.ways().stream().map(way -> way.modules().getFirst()).toList());
        }
        assertTrue(before > 0, () -> "rows are seen: " + seen);
    }

    @Test
    void aBlockThatFeedsAnotherIsSeenAsASourceWithItsRows() throws InterruptedException {
        List<Event> events =
                watch(
                        "SELECT count(*) FROM numbers a JOIN (SELECT half, count(*) AS n FROM"
                                + " numbers GROUP BY half) b ON b.half = a.half",
                        true);
        Event.End end = (Event.End) events.getLast();
        assertEquals(2, end.routes().size());
        Routes.Module derived =
                end.routes().stream()
                        .flatMap(routes -> routes.modules().stream())
                        .filter(module -> module.name().equals("source derived"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(2, derived.rowsOut());
        assertTrue(derived.done());
    }

    @Test
    void whoeverDoesNotWatchIsNotToldTheWay() throws InterruptedException {
        assertTrue(watch(JOIN, false).stream().noneMatch(Event.Routing.class::isInstance));
    }

    @Test
    void groupsGrowUntilTheyAreExact() throws InterruptedException {
        List<Event> events =
                watch("SELECT half, count(*) AS n FROM numbers GROUP BY half ORDER BY half", true);
        List<Event.Snapshot> snapshots = snapshots(events);
        assertTrue(snapshots.size() >= 3, () -> "snapshots: " + snapshots.size());
        long before = 0;
        for (Event.Snapshot snapshot : snapshots) {
            long sum = snapshot.rows().stream().mapToLong(row -> (Long) row[1]).sum();
            assertTrue(sum >= before && sum <= PAGES * PAGE_ROWS, "counts only grow: " + sum);
            before = sum;
        }
        List<Object[]> rows =
                events.stream()
                        .filter(Event.Rows.class::isInstance)
                        .flatMap(e -> ((Event.Rows) e).rows().stream())
                        .toList();
        assertEquals(2, rows.size());
        assertEquals(List.of(0, 60L), List.of(rows.getFirst()));
        assertEquals(List.of(1, 60L), List.of(rows.getLast()));
    }

    @Test
    void rowsComeAsTheirPagesDo() throws InterruptedException {
        List<Event> events = watch("SELECT n FROM numbers WHERE half = 0", true);
        long parts = events.stream().filter(Event.Rows.class::isInstance).count();
        assertTrue(parts >= 3, () -> "parts of the result: " + parts);
    }

    @Test
    void sortedRowsAreShownBeforeTheLastOneCame() throws InterruptedException {
        List<Event> events = watch("SELECT n FROM numbers ORDER BY n DESC LIMIT 3", true);
        assertTrue(snapshots(events).size() >= 2);
        Event.Snapshot last = snapshots(events).getLast();
        List<Integer> values = last.rows().stream().map(row -> (Integer) row[0]).toList();
        assertEquals(values.stream().sorted(Collections.reverseOrder()).toList(), values);
    }

    @Test
    void nobodyWhoDoesNotWatchGetsSnapshots() throws InterruptedException {
        List<Event> events = watch("SELECT count(*) FROM numbers", false);
        assertEquals(0, snapshots(events).size());
        assertTrue(events.stream().anyMatch(Event.Sources.class::isInstance));
    }

    @Test
    void theTimeLimitEndsAQueryAndSaysSo() throws InterruptedException {
        List<Event> events = new ArrayList<>();
        try (FaultServer web = new FaultServer();
                Telegraph telegraph =
                        Telegraph.open(
                                folder.resolve("sandbox"),
                                folder,
                                Map.of("report_interval", "20ms"),
                                Map.of());
                Session session = telegraph.session()) {
            web.on("/hang", Reply.hang());
            session.start(
                            "CREATE SOURCE hang (n INTEGER) WITH (connector = 'http', url = '"
                                    + web.url("/hang")
                                    + "', format = 'json', rows = '$')",
                            events::add)
                    .join();
            session.start("SET time_limit = '300ms'", events::add).join();
            session.start("SELECT * FROM hang", events::add).join();
            Event.Failed failed = (Event.Failed) events.getLast();
            assertTrue(
                    failed.cause().getMessage().contains("time_limit=300ms"),
                    failed.cause().getMessage());
            assertEquals(0, telegraph.memoryUsed());
        }
    }
}
