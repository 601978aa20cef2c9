package telegraph.crawler.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.crawler.Outcome;
import telegraph.crawler.Rel;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.Part;
import telegraph.engine.Basis;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.http.Octets;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Leaks;

/// The tables of a crawl say what its log says, and nothing that nobody asked for is read.
class LogTableTest {
    private static final Path DIR = Path.of("/crawl");

    private final Disk disk = Disk.inMemory();
    private final MemoryManager memory = new MemoryManager(256 << 20);
    private final Region region = memory.query("test", 256 << 20);

    @BeforeEach
    void aDirectory() throws IOException {
        disk.createDirectories(DIR);
    }

    @AfterEach
    void nothingIsHeld() {
        Leaks.none("bytes", region::used);
        region.close();
        memory.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static PageRecord start(PageRecord record, String url) {
        return record.start(bytes(url), 0, bytes(url).length, 1);
    }

    private static void link(PageRecord record, String url, String anchor, int rel) {
        record.link(bytes(url), 0, bytes(url).length, 1, rel, (rel & Rel.NOFOLLOW) == 0)
                .anchor(bytes(anchor), 0, bytes(anchor).length);
    }

    private static PageRecord full(PageRecord record) {
        start(record, "http://h1.test:8080/a?b")
                .status(200)
                .time(1_700_000_000_000L, 12)
                .address(new byte[] {127, 0, 0, 1})
                .bytes(5, 90)
                .digest(0x0123456789abcdefL, 0xfedcba9876543210L)
                .simhash(-5)
                .put(Part.HOST, "h1.test")
                .put(Part.REFERRER, "http://h1.test:8080/")
                .put(Part.CONTENT_TYPE, "text/html; charset=latin1")
                .put(Part.CHARSET, "iso-8859-1");
        link(record, "http://h2.test/x", "one", Rel.A);
        link(record, "https://[::1]:9/", "", Rel.AREA | Rel.NOFOLLOW | Rel.UGC);
        return record.put(Part.TITLE, "Tätel")
                .put(Part.TEXT, "words")
                .put(Part.BODY, new byte[] {'<', 'b', '>', (byte) 0xe4}, 0, 4);
    }

    private void write(int pages) {
        PageRecord record = new PageRecord();
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region)) {
            for (int i = 0; i < pages; i++) {
                log.append(start(record, "http://h/" + i).octets());
                log.append(Octets.of("\u0007a record of the run's own"));
            }
        }
    }

    @Test
    void aPageBecomesARow() throws Exception {
        PageRecord record = new PageRecord();
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region)) {
            log.append(full(record).octets());
            start(record, "http://down.test/")
                    .outcome(Outcome.CONNECT_FAILED)
                    .put(Part.DETAIL, "nobody listens");
            log.append(record.octets());
        }
        Gathered gathered = Gathered.read(region, LogTable.pages(disk, DIR), -1);
        assertEquals(
                List.of(
                        "http://h1.test:8080/a?b",
                        "http://h1.test:8080/a?b",
                        "h1.test",
                        "127.0.0.1",
                        200,
                        "text/html; charset=latin1",
                        "iso-8859-1",
                        5L,
                        Instant.ofEpochMilli(1_700_000_000_000L),
                        12,
                        1,
                        "http://h1.test:8080/",
                        "Tätel",
                        "words",
                        2,
                        "0123456789abcdeffedcba9876543210",
                        -5L),
                gathered.rows.getFirst().subList(0, 17));
        assertEquals(Arrays.asList(null, null, "<b>ä"), gathered.rows.getFirst().subList(17, 20));
        assertEquals(
                Arrays.asList(
                        "http://down.test/",
                        "http://down.test/",
                        "down.test",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        0,
                        1,
                        null,
                        null,
                        null,
                        0,
                        null,
                        null,
                        "connect_failed",
                        "nobody listens",
                        null),
                gathered.rows.get(1));
        assertEquals(2, gathered.meter.progress().rows());
        assertEquals(
                PageLog.bytes(disk, DIR), gathered.meter.progress().bytes() + 16, "all was read");
    }

    @Test
    void everyLinkBecomesARow() throws Exception {
        PageRecord record = new PageRecord();
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region)) {
            log.append(full(record).octets());
            log.append(start(record, "http://h/none").octets());
        }
        Gathered gathered = Gathered.read(region, LogTable.links(disk, DIR), -1);
        assertEquals(
                List.of(
                        Arrays.asList(
                                "http://h1.test:8080/a?b",
                                "http://h2.test/x",
                                "one",
                                null,
                                "a",
                                "h1.test",
                                "h2.test",
                                true),
                        Arrays.asList(
                                "http://h1.test:8080/a?b",
                                "https://[::1]:9/",
                                "",
                                "nofollow ugc",
                                "area",
                                "h1.test",
                                "[::1]",
                                false)),
                gathered.rows);
    }

    @Test
    void columnsComeInTheOrderAskedFor() throws Exception {
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region)) {
            log.append(full(new PageRecord()).octets());
        }
        Gathered gathered =
                Gathered.read(region, LogTable.pages(disk, DIR), -1, "status", "host", "status");
        assertEquals(List.of(List.of(200, "h1.test", 200)), gathered.rows);
    }

    @Test
    void recordsOfTheRunsOwnAreNoRows() throws Exception {
        write(10_000);
        Gathered gathered = Gathered.read(region, LogTable.pages(disk, DIR), -1, "url");
        assertEquals(10_000, gathered.rows.size());
        assertEquals("http://h/9999", gathered.rows.getLast().getFirst());
        assertEquals(
                IntStream.range(0, 10_000).mapToObj(i -> "http://h/" + i).toList(),
                gathered.column(0));
    }

    @Test
    void aSampleHasEveryPageOnceInRandomOrderOfBlocks() throws Exception {
        write(10_000);
        LogTable table = LogTable.pages(disk, DIR);
        assertEquals(PageLog.bytes(disk, DIR), table.sampledBytes().orElseThrow());
        List<List<Object>> orders = new ArrayList<>();
        for (long seed = 1; seed <= 3; seed++) {
            Gathered sample = Gathered.sample(region, table, seed, "url");
            assertEquals(Basis.SAMPLED, sample.frame.basis());
            assertTrue(sample.frame.even());
            assertEquals(sample.frame.units(), sample.ended.cardinality());
            assertTrue(sample.frame.units() > 100, "units=" + sample.frame.units());
            assertEquals(10_000, sample.rows.size());
            assertEquals(10_000, Set.copyOf(sample.column(0)).size());
            assertTrue(
                    sample.batches.stream().allMatch(rows -> rows <= sample.frame.unitRowsMax()));
            assertEquals(
                    PageLog.bytes(disk, DIR), sample.meter.progress().bytes() + 16, "all was read");
            orders.add(sample.column(0));
        }
        assertEquals(3, Set.copyOf(orders).size());
    }

    @Test
    void aSampleHasEveryLinkOnceAlsoOfPagesWithMoreThanABatchTakes() throws Exception {
        PageRecord record = new PageRecord();
        int links = 0;
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region)) {
            for (int page = 0; page < 40; page++) {
                start(record, "http://h/" + page);
                for (int i = 0; i < (page % 20 == 7 ? 9_000 : page); i++) {
                    link(record, "http://h/to/" + links++, "", Rel.A);
                }
                log.append(record.octets());
            }
        }
        Gathered sample =
                Gathered.sample(region, LogTable.links(disk, DIR), 5, "to_url", "from_url");
        assertTrue(sample.frame.units() > 1, "units=" + sample.frame.units());
        assertEquals(-1, sample.frame.unitRowsMax());
        assertEquals(links, sample.rows.size());
        assertEquals(links, Set.copyOf(sample.column(0)).size());
    }

    @Test
    void aSmallLogIsReadFromTheTop() throws Exception {
        write(20);
        LogTable table = LogTable.pages(disk, DIR);
        assertTrue(table.sampledBytes().isEmpty());
        Gathered sample = Gathered.sample(region, table, 5, "url");
        assertNull(sample.frame);
        assertEquals(20, sample.rows.size());
    }

    @Test
    void noMoreRowsAreReadThanAreWanted() throws Exception {
        write(10_000);
        assertEquals(5, Gathered.read(region, LogTable.pages(disk, DIR), 5, "url").rows.size());
        try (PageLog log = PageLog.open(disk, DIR, LogPosition.START, region)) {
            log.append(full(new PageRecord()).octets());
        }
        assertEquals(1, Gathered.read(region, LogTable.links(disk, DIR), 1, "to_url").rows.size());
    }

    @Test
    void aDirectoryWithoutACrawlIsSaidSo() {
        TelegraphException e =
                assertThrows(TelegraphException.class, () -> LogTable.pages(disk, DIR));
        assertEquals(SqlState.UNDEFINED_OBJECT, e.state());
        assertTrue(e.getMessage().contains("/crawl"), e.getMessage());
    }

    @Test
    void aCancelledReaderHandsOnNothingMore() throws Exception {
        write(10_000);
        var table = LogTable.pages(disk, DIR);
        var request = Gathered.request(table, -1, "url");
        Gathered gathered = new Gathered(region, table.schema().types(request.columns()));
        gathered.cancel();
        table.scan(request).read(gathered);
        assertEquals(0, gathered.rows.size());
    }
}
