package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.CrawlSummary.End;
import telegraph.crawler.CrawlSummary.Missing;
import telegraph.crawler.Outcome;
import telegraph.crawler.PageReceiver;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.page.PageView;
import telegraph.ground.Disk;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.model.Away;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// Hosts that do not answer keep their URLs: they are asked again at the end and by the next start,
/// and what is missing is told.
@Execution(ExecutionMode.CONCURRENT)
class MissingHostsTest {
    private final Disk disk = Disk.inMemory();

    private static CrawlOptions options(SyntheticWeb web) {
        return CrawlRig.options(web)
                .answerTimeout(Duration.ofSeconds(1))
                .set("network-wait", "0s")
                .build();
    }

    /// What readers of the directory see: what became of each URL, each of which has one row.
    private Map<String, Outcome> rows(CrawlOptions options) {
        Map<String, Outcome> rows = new HashMap<>();
        try (MemoryManager memory = new MemoryManager(16 << 20);
                Region region = memory.query("read", 16 << 20);
                PageLogReader log =
                        PageLogReader.open(disk, options.into(), LogPosition.START, region)) {
            PageView view = new PageView();
            while (log.next()) {
                if (log.isPage()) {
                    Outcome before = rows.put(log.page(view).url(), view.outcome());
                    assertEquals(null, before, view::url);
                }
            }
        }
        return rows;
    }

    @Test
    void urlsOfHostsThatDoNotAnswerAreRowsInTheEndThatTheNextStartTakesBack() throws Exception {
        WebShape shape = WebShape.of(41, 6, 10).at(2, HostKind.HANGING).at(4, NameKind.SILENT);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions options = options(web);
            Map<String, Outcome> first = null;
            for (int start = 0; start < 2; start++) {
                CrawlSummary summary = CrawlRig.crawl(options, disk, PageReceiver.NONE);
                assertEquals(End.INCOMPLETE, summary.end(), summary::toString);
                assertEquals(2, summary.missing().hosts(), summary::toString);
                Map<String, Outcome> rows = rows(options);
                long missing =
                        rows.values().stream()
                                .filter(Set.of(Outcome.HOST_DOWN, Outcome.DNS_TIMEOUT)::contains)
                                .count();
                assertEquals(missing, summary.missing().urls());
                assertTrue(missing > 2, rows::toString);
                assertEquals(rows.size(), summary.status().rows());
                assertEquals(
                        web.expected(Reach.ANY, web.seed()).answered().size(),
                        summary.status().pages());
                first = first == null ? rows : first;
                assertEquals(first, rows);
            }
        }
    }

    @Test
    void aCrawlThatBeganWithoutANetworkGoesOnWithOneAndOnceItIsDoneIsComplete() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(42, 6, 10))) {
            CrawlOptions options = options(web);
            web.goAway(Away.REFUSING);
            CrawlSummary without = CrawlRig.crawl(options, disk, PageReceiver.NONE);
            assertEquals(End.NO_NETWORK, without.end(), without::toString);
            web.comeBack();
            for (int start = 0; start < 2; start++) {
                CrawlSummary with = CrawlRig.crawl(options, disk, PageReceiver.NONE);
                assertEquals(End.COMPLETE, with.end(), with::toString);
                assertEquals(Missing.NOTHING, with.missing());
                assertEquals(Map.of(), with.status().errors());
                assertEquals(
                        web.expected(Reach.ANY, web.seed()).answered().keySet(),
                        rows(options).keySet());
            }
            assertEquals(0, web.counts().repeated());
            assertEquals(List.of(), web.violations());
        }
    }

    @Test
    void aHostThatIsBackAtTheEndIsCrawledThen() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (PlainSite late =
                        new PlainSite(path ->
                                asked.incrementAndGet() <= 2
                                        ? PlainSite.SILENCE
                                        : path.equals("/") ? PlainSite.html("late") : null);
                PlainSite other =
                        new PlainSite(path ->
                                path.equals("/")
                                        ? PlainSite.html("<a href='" + late.url("/") + "'>late</a>")
                                        : null)) {
            CrawlOptions options =
                    CrawlOptions.builder()
                            .seed(other.url("/"))
                            .reach("any")
                            .hostDelay(Duration.ofMillis(10))
                            .answerTimeout(Duration.ofMillis(1_000))
                            .into(Path.of("/crawl"))
                            .build();
            CrawlSummary summary = CrawlRig.crawl(options, disk, PageReceiver.NONE);
            assertEquals(End.COMPLETE, summary.end(), summary::toString);
            assertEquals(
                    Map.of(other.url("/"), Outcome.FETCHED, late.url("/"), Outcome.FETCHED),
                    rows(options));
            assertEquals(4, asked.get());
        }
    }

    @Test
    void rowsOfTheTailAreOnlyForReaders() throws Exception {
        WebShape shape = WebShape.of(44, 3, 6).at(1, HostKind.RESETTING);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions options = options(web);
            AtomicReference<CrawlSummary> summary = new AtomicReference<>();
            // Breaks off amid the rows of those who did not answer.
            PageReceiver breaking =
                    page -> {
                        if (page.outcome() == Outcome.HOST_DOWN) {
                            throw new IllegalStateException("the receiver breaks");
                        }
                    };
            assertEquals(End.FAILED, CrawlRig.crawl(options, disk, breaking).end());
            long bytes = PageLog.bytes(disk, options.into());
            for (int start = 0; start < 2; start++) {
                summary.set(CrawlRig.crawl(options, disk, PageReceiver.NONE));
                assertEquals(End.INCOMPLETE, summary.get().end());
                assertTrue(PageLog.bytes(disk, options.into()) > bytes);
                Set<Outcome> outcomes = new TreeSet<>(rows(options).values());
                assertEquals(Set.of(Outcome.FETCHED, Outcome.HOST_DOWN), outcomes);
            }
        }
    }
}
