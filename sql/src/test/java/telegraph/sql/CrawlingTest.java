package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.testkit.Threads;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// Queries that crawl: their rows are the pages of the web, and nothing of the crawl outlives them.
@Timeout(600)
class CrawlingTest {
    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void aSandbox() {
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
    }

    @AfterEach
    void everythingIsGivenBack() throws IOException {
        assertEquals(0, telegraph.memoryUsed());
        Path crawls = folder.resolve("sandbox/query-crawls");
        if (Files.exists(crawls)) {
            try (Stream<Path> left = Files.list(crawls)) {
                assertTrue(left.allMatch(path -> path.toString().endsWith(".lock")));
            }
        }
        telegraph.close();
    }

    private static String crawl(SyntheticWeb web, String more) {
        return crawl(web, "0", more);
    }

    private static String crawl(SyntheticWeb web, String delay, String more) {
        InetSocketAddress names = web.resolver();
        return "crawl('"
                + web.seed()
                + "', scope => 'any', per_host_delay => '"
                + delay
                + "', resolver => '"
                + names.getAddress().getHostAddress()
                + ":"
                + names.getPort()
                + "'"
                + more
                + ")";
    }

    private List<String> rows(String query) throws InterruptedException {
        Answer answer = Answer.of(telegraph, query);
        assertNull(answer.error(), () -> String.valueOf(answer.error()));
        return answer.rows().subList(1, answer.rows().size()).stream().sorted().toList();
    }

    /// Lines of host, status and count that a crawl of the whole web comes to.
    private static List<String> counted(SyntheticWeb web) {
        Map<String, Integer> counts = new TreeMap<>();
        web.expected(Reach.ANY, web.seed())
                .answered()
                .forEach((url, status) ->
                        counts.merge(URI.create(url).getHost() + "," + status, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(e -> e.getKey() + "," + e.getValue())
                .sorted()
                .toList();
    }

    @Test
    void aCrawlIsGroupedWhileItRunsAndItsDirectoryGivesTheSame() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(5, 8, 25))) {
            String grouped = "SELECT host, status, count(*) FROM %s GROUP BY host, status";
            assertEquals(counted(web), rows(grouped.formatted(crawl(web, ""))));
            assertEquals(
                    counted(web),
                    rows(grouped.formatted(crawl(web, ", into => 'kept', max_pages => 5000"))));
            assertEquals(counted(web), rows(grouped.formatted("crawl_pages('kept')")));
            assertEquals(
                    List.of("true"),
                    rows(
                            "SELECT count(*) > 1000 FROM crawl_links('kept') l JOIN"
                                    + " crawl_pages('kept') p ON p.url = l.to_url"));
        }
    }

    @Test
    void aLimitEndsTheCrawl() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(5, 50, 100))) {
            String unhurried = crawl(web, "100ms", "");
            assertEquals(10, rows("SELECT url FROM " + unhurried + " LIMIT 10").size());
            assertTrue(web.counts().distinct() < 4000, () -> web.counts().toString());
        }
    }

    @Test
    void aPageLimitIsExact() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(5, 10, 50))) {
            assertEquals(
                    List.of("123"),
                    rows("SELECT count(*) FROM " + crawl(web, ", max_pages => 123")));
        }
    }

    @Test
    void aCancelledCrawlIsGoneAtOnce() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 4, 6).at(1, HostKind.HANGING));
                Session session = telegraph.session()) {
            List<Event> events = new CopyOnWriteArrayList<>();
            CountDownLatch first = new CountDownLatch(1);
            Query query =
                    session.start(
                            "SELECT url FROM " + crawl(web, ", timeout => '600s'"),
                            event -> {
                                events.add(event);
                                if (event instanceof Event.Rows) {
                                    first.countDown();
                                }
                            });
            first.await();
            long began = System.nanoTime();
            query.cancel("enough");
            query.join();
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertTrue(took.toMillis() < Threads.PATIENCE_MILLIS, () -> "cancelling took " + took);
            Event.Failed failed = assertInstanceOf(Event.Failed.class, events.getLast());
            assertEquals(TelegraphException.Kind.CANCELLED, failed.cause().kind());
        }
    }

    @Test
    void othersAskNoAddressOfThisMachine() throws Exception {
        telegraph.openToOthers(List.of());
        List<String> rows = rows("SELECT error FROM crawl('http://127.0.0.1:1/')");
        assertEquals(List.of("address_forbidden"), rows);
    }

    @Test
    void aCrawlThatDoesNotFitTheMemorySaysSo() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(5, 3, 5))) {
            String error =
                    Answer.of(
                                    telegraph,
                                    "SET memory_limit = '8MB'; SELECT count(*) FROM "
                                            + crawl(web, ""))
                            .error();
            assertTrue(error != null && error.contains("memory"), () -> "found: " + error);
            assertFalse(error.contains("BUG"), error);
        }
    }
}
