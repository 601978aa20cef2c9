package telegraph.crawler.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlSetting;
import telegraph.crawler.CrawlSources;
import telegraph.crawler.extension.Jar;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Leaks;
import telegraph.testkit.Seeds;
import telegraph.testkit.model.Away;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// A crawl that a query starts gives the right rows, and ends when the query does.
@Execution(ExecutionMode.CONCURRENT)
class CrawlTableTest {
    private static final Path SCRATCH = Path.of("/sandbox/query-crawls");

    /// Pages that are asked for again later, since they do not answer well at first, and one that
    /// leads to ever more pages.
    private static final Set<PageKind> SLOW =
            Set.of(
                    PageKind.BUSY,
                    PageKind.RATE_LIMITED,
                    PageKind.FLAKY,
                    PageKind.SESSION_TRAP,
                    PageKind.BAD_CHUNK,
                    PageKind.LENGTH_TOO_LONG);

    private final Disk disk = Disk.inMemory();
    private final MemoryManager memory = new MemoryManager(256 << 20);
    private final Region region = memory.query("test", 256 << 20);
    private final CrawlSources sources =
            new CrawlSources(
                    disk,
                    all ->
                            new CrawlPlace(
                                    disk,
                                    Ticker.SYSTEM,
                                    Clock.systemUTC(),
                                    all,
                                    address -> true,
                                    new SplittableRandom(1)),
                    new CrawlSources.Folders(Path.of("/home"), SCRATCH, 4 << 20),
                    new CrawlSources.Confines() {
                        @Override
                        public void demandFile(Path path, String shown) {}

                        @Override
                        public void demandTrust(CrawlSetting setting) {}
                    });

    @BeforeEach
    void aHome() throws IOException {
        disk.createDirectories(Path.of("/home"));
    }

    @AfterEach
    void nothingIsHeldOrLeft() throws IOException {
        Leaks.none("bytes", region::used);
        region.close();
        memory.close();
        if (disk.exists(SCRATCH)) {
            assertTrue(
                    disk.list(SCRATCH).stream().allMatch(path -> path.toString().endsWith(".lock")),
                    () -> "crawls of queries are deleted");
        }
    }

    private Source crawl(SyntheticWeb web, Map<String, Object> more) {
        InetSocketAddress names = web.resolver();
        Map<String, Object> options = new TreeMap<>(more);
        options.putIfAbsent("scope", "any");
        options.putIfAbsent("per_host_delay", "0");
        options.put("resolver", names.getAddress().getHostAddress() + ":" + names.getPort());
        return sources.crawl(List.of(web.seed()), options);
    }

    private static Map<String, Integer> answered(Gathered gathered) {
        Map<String, Integer> answered = new HashMap<>();
        for (List<Object> row : gathered.rows) {
            if (row.get(1) != null) {
                answered.put((String) row.get(0), (Integer) row.get(1));
            }
        }
        return answered;
    }

    @Test
    void aCrawlGivesEveryPageOnce() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 10, 30))) {
            Gathered gathered = Gathered.read(region, crawl(web, Map.of()), -1, "url", "status");
            assertEquals(web.expected(Reach.ANY, web.seed()).answered(), answered(gathered));
            assertEquals(gathered.rows.size(), gathered.meter.progress().rows());
            assertTrue(gathered.meter.progress().requests() >= answered(gathered).size());
            assertTrue(gathered.meter.progress().bytes() > 10_000);
            assertEquals("", gathered.meter.progress().waiting());
        }
    }

    @Test
    void urlsOfHostsThatDoNotAnswerAreOneRowEachAlsoWhenTheQueryGoesOn() throws Exception {
        WebShape shape = WebShape.of(5, 6, 10).at(2, HostKind.RESETTING);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            Map<Object, Object> first = null;
            for (int query = 0; query < 2; query++) {
                Source source = crawl(web, Map.of("into", "kept"));
                Gathered gathered = Gathered.read(region, source, -1, "url", "error");
                Map<Object, Object> rows = new HashMap<>();
                gathered.rows.forEach(row -> rows.put(row.get(0), row.get(1)));
                assertEquals(gathered.rows.size(), rows.size());
                assertTrue(rows.containsValue("host_down"), rows::toString);
                first = first == null ? rows : first;
                assertEquals(first, rows);
                assertEquals(
                        rows.size(),
                        Gathered.read(region, sources.pages("kept"), -1, "url").rows.size());
            }
        }
    }

    @Test
    void aQueryWithoutANetworkEndsWithWordsThatSaySo() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(5, 6, 10))) {
            web.goAway(Away.REFUSING);
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () ->
                                    Gathered.read(
                                            region,
                                            crawl(web, Map.of("network_wait", "100ms")),
                                            -1,
                                            "url"));
            assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
            assertTrue(e.getMessage().contains("no name server answers"), e::getMessage);
            assertTrue(e.getMessage().contains("network-wait=100ms"), e::getMessage);
        }
    }

    @Test
    void aCrawlThatIsNotKeptMayTakeLittleDisk() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 30, 60))) {
            Source crawl = crawl(web, Map.of("keep", "body"));
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> Gathered.read(region, crawl, -1, "url"));
            assertEquals(TelegraphException.Kind.RESOURCE, e.kind());
            assertTrue(e.getMessage().contains("Raise spill_limit"), e.getMessage());
        }
    }

    @Test
    void asManyPagesComeAsAreWanted() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 10, 30))) {
            Gathered gathered = Gathered.read(region, crawl(web, Map.of()), 7, "url", "status");
            assertEquals(7, gathered.rows.size());
            gathered =
                    Gathered.read(
                            region, crawl(web, Map.of("max_pages", 12L)), -1, "url", "status");
            assertEquals(12, answered(gathered).size());
        }
    }

    @Test
    void bodiesAndTextsAreKeptIfAColumnNeedsThem() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 1, 3))) {
            Source source = crawl(web, Map.of());
            Gathered both = Gathered.read(region, source, -1, "bytes", "body", "text");
            assertEquals(3, both.rows.size());
            for (List<Object> row : both.rows) {
                assertTrue(((String) row.get(1)).contains("<html"), () -> "row: " + row);
                assertTrue(!((String) row.get(2)).isEmpty(), () -> "row: " + row);
            }
            Gathered kept =
                    Gathered.read(region, crawl(web, Map.of("keep", "nothing")), -1, "text");
            assertTrue(kept.column(0).stream().allMatch(text -> text == null));
        }
    }

    @Test
    void rowsDoNotWaitForASlowHost() throws Exception {
        WebShape shape = WebShape.of(3, 4, 6).at(1, HostKind.HANGING);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            Source source = crawl(web, Map.of("timeout", "600s", "connect_timeout", "600s"));
            var request = Gathered.request(source, -1, "url");
            Gathered gathered = new Gathered(region, source.schema().types(request.columns()));
            Thread reader = Thread.ofVirtual().start(() -> read(source, request, gathered));
            gathered.awaitRows(1);
            long cancelled = System.nanoTime();
            gathered.cancel();
            reader.join();
            Duration took = Duration.ofNanos(System.nanoTime() - cancelled);
            assertTrue(took.toSeconds() < 120, () -> "cancelling took " + took);
        }
    }

    @Test
    void aCrawlCancelledAtAnyMomentLeavesNothing() {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 20, 40))) {
            Seeds.run(
                    8,
                    (seed, random) -> {
                        Source source = crawl(web, Map.of());
                        var request = Gathered.request(source, -1, "url", "text");
                        Gathered gathered =
                                new Gathered(region, source.schema().types(request.columns()));
                        Thread reader =
                                Thread.ofVirtual().start(() -> read(source, request, gathered));
                        gathered.awaitRows(random.nextInt(300));
                        gathered.cancel();
                        if (random.nextBoolean()) {
                            reader.interrupt();
                        }
                        reader.join();
                        Leaks.none("bytes", region::used);
                    });
        }
    }

    /// Reads until there is no more or the reader is told to stop.
    private static void read(Source source, ScanRequest request, Gathered into) {
        try {
            source.scan(request).read(into);
        } catch (InterruptedException nobodyWantsMore) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCrawlThatIsKeptGoesOnBehindItsPages() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 5, 20))) {
            Map<String, Object> some = Map.of("into", "kept", "max_pages", 20L);
            Gathered first = Gathered.read(region, crawl(web, some), -1, "url", "status");
            assertEquals(20, answered(first).size());
            Gathered second =
                    Gathered.read(region, crawl(web, Map.of("into", "kept")), -1, "url", "status");
            assertEquals(web.expected(Reach.ANY, web.seed()).answered(), answered(second));
            assertEquals(first.rows, second.rows.subList(0, first.rows.size()));
            Gathered table =
                    Gathered.read(region, sources.pages("/home/kept"), -1, "url", "status");
            assertEquals(second.rows, table.rows);
            Gathered links = Gathered.read(region, sources.links("kept"), -1, "from_url");
            assertTrue(links.rows.size() > second.rows.size());
        }
    }

    @Test
    void aCrawlThatWasBrokenOffGoesOnExactly() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 5, 40))) {
            Map<String, Object> kept = Map.of("into", "kept");
            for (int wanted : new int[] {1, 30, 90}) {
                Gathered some = Gathered.read(region, crawl(web, kept), wanted, "url");
                assertEquals(wanted, some.rows.size());
            }
            Gathered all = Gathered.read(region, crawl(web, kept), -1, "url", "status");
            assertEquals(web.expected(Reach.ANY, web.seed()).answered(), answered(all));
            assertEquals(200, all.rows.size());
        }
    }

    @Test
    void aCrawlThatIsNotKeptMayNotFillTheDisk() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 60, 100))) {
            TelegraphException e =
                    assertThrows(
                            TelegraphException.class,
                            () -> Gathered.read(region, crawl(web, Map.of()), -1, "body"));
            assertTrue(e.getMessage().contains("spill_limit"), e.getMessage());
        }
    }

    @Test
    void oneCrawlAtATimeWorksInADirectory() throws Exception {
        disk.createDirectories(Path.of("/home/kept"));
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 1, 3));
                Disk.Lock _ = disk.lock(Path.of("/home/kept/lock")).orElseThrow()) {
            Source source = crawl(web, Map.of("into", "kept"));
            assertThrows(TelegraphException.class, () -> Gathered.read(region, source, -1, "url"));
        }
    }

    @Test
    void everyResponseIsInTheWarcFiles() throws Exception {
        WebShape shape = WebShape.of(3, 2, 40);
        int page = 1;
        for (PageKind kind : PageKind.values()) {
            if (!SLOW.contains(kind)) {
                shape = shape.at(page % 2, page++, kind);
            }
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            Gathered gathered =
                    Gathered.read(
                            region,
                            crawl(web, Map.of("into", "kept", "warc", true, "max_depth", 12)),
                            -1,
                            "url",
                            "status");
            Map<String, Integer> recorded = new HashMap<>();
            List<String> warnings = new ArrayList<>();
            for (Path file : disk.list(Path.of("/home/kept/warc"))) {
                try (WarcReader reader = new WarcReader(new ByteArrayInputStream(octets(file)))) {
                    reader.onWarning(warnings::add);
                    for (WarcRecord record : reader) {
                        if (record instanceof WarcResponse response) {
                            response.payload().orElseThrow().body().stream().readAllBytes();
                            recorded.put(response.target(), response.http().status());
                        }
                    }
                }
            }
            assertEquals(List.of(), warnings);
            assertEquals(answered(gathered), recorded);
        }
    }

    @Test
    void columnsOfAnExtensionAreColumnsOfTheTable(@TempDir Path folder) throws Exception {
        String counter =
                """
                package org.example;
                import java.util.List;
                import telegraph.crawler.*;
                import telegraph.engine.Column;
                import telegraph.memory.Type;
                public class Counter implements PageModule {
                  @Override public List<Column> columns() {
                    return List.of(new Column("links_out", Type.INTEGER), new Column("length", Type.BIGINT));
                  }
                  @Override public void extract(Page page, Row row) {
                    row.set(0, page.links().size());
                    row.set(1, (long) page.body().remaining());
                  }
                }
                """;
        Path jar =
                Jar.of(
                        folder,
                        Map.of("org.example.Counter", counter),
                        List.of("org.example.Counter"));
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(3, 2, 10))) {
            Map<String, Object> options = Map.of("extension", jar.toString(), "into", "kept");
            String[] names = {"url", "links", "links_out", "bytes", "length", "error"};
            Gathered gathered = Gathered.read(region, crawl(web, options), -1, names);
            assertEquals(20, gathered.rows.size());
            for (List<Object> row : gathered.rows) {
                assertEquals(row.get(1), row.get(2));
                assertEquals(row.get(3), row.get(4));
                assertNull(row.get(5), () -> "row: " + row);
            }
            Gathered table = Gathered.read(region, sources.pages("kept"), -1, names);
            assertEquals(gathered.rows, table.rows);
        }
    }

    private byte[] octets(Path file) throws IOException {
        try (Disk.DiskFile open = disk.open(file)) {
            byte[] octets = new byte[(int) open.size()];
            open.read(MemorySegment.ofArray(octets), 0);
            return octets;
        }
    }
}
