package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.crawler.CrawlLimits;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.Outcome;
import telegraph.crawler.Page;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.RobotsKind;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.Expected;
import telegraph.testkit.web.SyntheticWeb;

@Execution(ExecutionMode.CONCURRENT)
class CrawlTest {
    private static final Set<Outcome> ANSWERS =
            Set.of(
                    Outcome.FETCHED,
                    Outcome.TRUNCATED,
                    Outcome.REDIRECT_LOOP,
                    Outcome.TOO_MANY_REDIRECTS);

    private final Map<String, Integer> answered = new HashMap<>();
    private final Map<String, Outcome> others = new HashMap<>();
    private final Set<String> twice = new HashSet<>();

    private void received(Page page) {
        boolean response = page.status() != 0 && ANSWERS.contains(page.outcome());
        boolean again =
                response
                        ? answered.put(page.url(), page.status()) != null
                        : others.put(page.url(), page.outcome()) != null;
        if (again) {
            twice.add(page.url());
        }
    }

    @Test
    void aPlainWebIsCrawledExactly() throws InterruptedException {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(7, 20, 30))) {
            CrawlSummary summary =
                    CrawlRig.crawl(CrawlRig.options(web).build(), Disk.inMemory(), this::received);
            assertEquals(CrawlSummary.End.COMPLETE, summary.end(), summary::toString);
            Expected right = web.expected(Reach.ANY, web.seed());
            assertEquals(right.answered(), answered);
            assertEquals(Set.of(), twice);
            assertEquals(List.of(), web.violations());
            assertEquals(right.answered().size(), summary.status().pages());
            assertTrue(right.answered().size() > 500);
            assertFalse(summary.status().bytes() < 100_000);
        }
    }

    /// Crawls the web and compares with the one right answer.
    private CrawlSummary crawlsExactly(SyntheticWeb web, CrawlOptions.Builder options, Reach reach)
            throws InterruptedException {
        CrawlSummary summary = CrawlRig.crawl(options.build(), Disk.inMemory(), this::received);
        Map<Outcome, Long> errors = summary.status().errors();
        long missing =
                errors.getOrDefault(Outcome.HOST_DOWN, 0L)
                        + errors.getOrDefault(Outcome.DNS_TIMEOUT, 0L);
        assertEquals(missing, summary.missing().urls(), summary::toString);
        assertEquals(
                missing == 0 ? CrawlSummary.End.COMPLETE : CrawlSummary.End.INCOMPLETE,
                summary.end(),
                summary::toString);
        Expected right = web.expected(reach, web.seed());
        assertEquals(List.of(), right.difference(answered), () -> "others: " + others);
        assertEquals(Set.of(), twice);
        assertEquals(List.of(), web.violations());
        Set<String> unanswered = new HashSet<>(right.unanswered());
        unanswered.addAll(right.disallowed());
        Set<String> tame = new HashSet<>(others.keySet());
        tame.removeIf(SyntheticWeb::isWild);
        assertEquals(unanswered, tame);
        return summary;
    }

    @Test
    void everyKindOfPageIsARowAndNothingEndsTheCrawl() throws InterruptedException {
        WebShape shape = WebShape.of(11, 8, 60);
        for (PageKind kind : PageKind.values()) {
            if (kind != PageKind.HTML) {
                shape = shape.with(kind, 15);
            }
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlSummary summary =
                    crawlsExactly(web, CrawlRig.options(web).depthMax(10), Reach.ANY);
            for (Outcome outcome :
                    List.of(Outcome.BOMB, Outcome.HEADER_TOO_LARGE, Outcome.REDIRECT_LOOP)) {
                assertTrue(summary.status().errors().containsKey(outcome), summary::toString);
            }
        }
    }

    @Test
    void pagesThatBreakOffDoNotCondemnTheirHost() throws InterruptedException {
        WebShape shape = WebShape.of(31, 1, 12);
        for (int page = 1; page < 4; page++) {
            shape = shape.at(0, page, PageKind.LENGTH_TOO_LONG);
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlSummary summary = crawlsExactly(web, CrawlRig.options(web), Reach.ANY);
            assertEquals(Map.of(Outcome.BROKEN, 3L), summary.status().errors());
        }
    }

    @Test
    void robotsTxtIsObeyedWhateverItIs() throws InterruptedException {
        WebShape shape = WebShape.of(12, 40, 8);
        int host = 1;
        for (RobotsKind kind : RobotsKind.values()) {
            if (kind != RobotsKind.CRAWL_DELAY) {
                shape = shape.at(host++, kind).at(host++, kind);
            }
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            crawlsExactly(web, CrawlRig.options(web), Reach.ANY);
            assertTrue(others.containsValue(Outcome.ROBOTS));
        }
    }

    /// With an hour between requests the crawl would end only if no second request had to wait.
    @Test
    @Timeout(120)
    void aPageIsAskedForRightBehindItsRobotsTxt() throws InterruptedException {
        WebShape shape = WebShape.of(33, 1, 12).withDelays(3_600_000, 3_600_000);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions options =
                    CrawlRig.options(web).hostDelay(Duration.ofHours(1)).pagesMax(1).build();
            CrawlSummary summary = CrawlRig.crawl(options, Disk.inMemory(), this::received);
            assertEquals(CrawlSummary.End.PAGES_MAX, summary.end(), summary::toString);
            assertEquals(Map.of(web.seed(), 200), answered);
            assertEquals(1, web.counts().connections());
            assertEquals(2, web.counts().requests());
            assertEquals(List.of(), web.violations());
        }
    }

    @Test
    void aRobotsTxtAtAnotherHostIsAskedForInThatHostsTurn() throws InterruptedException {
        WebShape shape =
                WebShape.of(35, 8, 10)
                        .withHostsPerAddress(4)
                        .withDelays(200, 50)
                        .withLinks(10, 300)
                        .with(RobotsKind.REDIRECTED_AWAY, 800);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions.Builder options =
                    CrawlRig.options(web)
                            .hostDelay(Duration.ofMillis(200))
                            .addressDelay(Duration.ofMillis(50));
            crawlsExactly(web, options, Reach.ANY);
            assertTrue(others.containsValue(Outcome.ROBOTS));
            assertTrue(web.counts().robots() > 8 + 4, () -> "robots=" + web.counts().robots());
        }
    }

    @Test
    void aRobotsTxtAtAHostThatIsNotThereForbidsEverything() throws InterruptedException {
        WebShape shape =
                WebShape.of(36, 3, 8)
                        .at(1, RobotsKind.REDIRECTED_AWAY)
                        .at(2, NameKind.UNREGISTERED);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlSummary summary =
                    CrawlRig.crawl(CrawlRig.options(web).build(), Disk.inMemory(), this::received);
            assertEquals(CrawlSummary.End.COMPLETE, summary.end(), summary::toString);
            assertEquals(List.of(), web.violations());
            assertEquals(8, answered.size());
            others.keySet().removeIf(url -> !url.startsWith("http://h1."));
            assertEquals(Set.of(Outcome.ROBOTS), Set.copyOf(others.values()));
            assertEquals(1 + 3, web.counts().robots());
        }
    }

    @Test
    void aHostIsGivenTheDelayThatItsRobotsTxtAsksFor() throws InterruptedException {
        WebShape shape = WebShape.of(18, 2, 3).at(1, RobotsKind.CRAWL_DELAY);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlSummary summary = crawlsExactly(web, CrawlRig.options(web), Reach.ANY);
            assertTrue(summary.status().elapsed().toMillis() >= 3_000, summary::toString);
        }
    }

    @Test
    void hostsThatDoNotAnswerAreGivenUpAndAllTheirUrlsAreRows() throws InterruptedException {
        WebShape shape = WebShape.of(13, 30, 10);
        int host = 1;
        for (HostKind kind : HostKind.values()) {
            shape = shape.at(host++, kind).at(host++, kind);
        }
        for (NameKind kind : NameKind.values()) {
            if (kind != NameKind.SILENT) {
                shape = shape.at(host++, kind);
            }
        }
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions.Builder options =
                    CrawlRig.options(web)
                            .timeout(Duration.ofSeconds(2))
                            .connectTimeout(Duration.ofSeconds(2));
            CrawlSummary summary = crawlsExactly(web, options, Reach.ANY);
            assertTrue(summary.status().errors().containsKey(Outcome.HOST_DOWN));
            assertTrue(summary.status().errors().containsKey(Outcome.NO_ADDRESS));
        }
    }

    @Test
    void aHostThatNeverAnswersIsTriedTwiceAndOneThatBreaksOffFourTimesAndBothOnceMoreAtTheEnd()
            throws InterruptedException {
        assertEquals(1 + 2 + 1, robotsAskedFor(HostKind.HANGING));
        assertEquals(1 + 4 + 1, robotsAskedFor(HostKind.RESETTING));
    }

    /// Requests for robots.txt in a web with one plain host and one of a kind.
    private long robotsAskedFor(HostKind kind) throws InterruptedException {
        answered.clear();
        others.clear();
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(34, 2, 8).at(1, kind))) {
            crawlsExactly(
                    web, CrawlRig.options(web).answerTimeout(Duration.ofSeconds(3)), Reach.ANY);
            assertEquals(Set.of(Outcome.HOST_DOWN), Set.copyOf(others.values()));
            return web.counts().robots();
        }
    }

    @Test
    void aRefusedConnectionIsToldAsWhatItIs() throws InterruptedException, IOException {
        String seed;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            seed = "http://127.0.0.1:" + nobody.getLocalPort() + "/";
        }
        List<String> details = new ArrayList<>();
        CrawlOptions options = CrawlOptions.builder().seed(seed).into(Path.of("/crawl")).build();
        CrawlSummary summary =
                CrawlRig.crawl(options, Disk.inMemory(), page -> details.add(page.detail()));
        assertEquals(CrawlSummary.End.INCOMPLETE, summary.end(), summary::toString);
        assertEquals(new CrawlSummary.Missing(1, 1), summary.missing());
        assertEquals(Map.of(Outcome.HOST_DOWN, 1L), summary.status().errors());
        assertTrue(details.getFirst().startsWith("connect_refused: "), details::toString);
    }

    @Test
    void namesThatNobodyAnswersForHoldNoFetcher() throws InterruptedException {
        WebShape shape = WebShape.of(20, 60, 5).with(NameKind.SILENT, 500);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlSummary summary = crawlsExactly(web, CrawlRig.options(web).fetchers(1), Reach.ANY);
            assertEquals(Set.of(Outcome.DNS_TIMEOUT), new HashSet<>(others.values()));
            Set<String> hosts = new HashSet<>();
            others.keySet().forEach(url -> hosts.add(url.split("/")[2]));
            assertTrue(hosts.size() > 20, () -> "silent=" + hosts.size());
            // Three tries of two seconds for each, one after the other, if its fetcher waited.
            long oneByOne = 6L * hosts.size();
            assertTrue(summary.status().elapsed().toSeconds() < oneByOne, summary::toString);
        }
    }

    @Test
    void delaysAreKeptForHostsAndForAddresses() throws InterruptedException {
        WebShape shape =
                WebShape.of(14, 8, 6).withHostsPerAddress(4).withDelays(60, 20).withLinks(6, 300);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions.Builder options =
                    CrawlRig.options(web)
                            .hostDelay(Duration.ofMillis(60))
                            .addressDelay(Duration.ofMillis(20));
            crawlsExactly(web, options, Reach.ANY);
        }
    }

    @Test
    void aCrawlEndsWithExactlyThePagesThatWereWanted() throws InterruptedException {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(15, 20, 30))) {
            CrawlSummary summary =
                    CrawlRig.crawl(
                            CrawlRig.options(web).pagesMax(137).build(),
                            Disk.inMemory(),
                            this::received);
            assertEquals(CrawlSummary.End.PAGES_MAX, summary.end());
            assertEquals(137, summary.status().pages());
            assertEquals(137, answered.size());
            assertEquals(137, web.counts().distinct());
        }
    }

    /// Each round of the loop asks for the time, so that one without rest would do so some hundred
    /// thousand times a second.
    @Test
    void theLoopRestsWhileTheLastPagesAreUnderWay() throws InterruptedException {
        WebShape shape = WebShape.of(37, 8, 20).with(HostKind.SLOW, 1_000).at(0, HostKind.SLOW);
        LongAdder asked = new LongAdder();
        Ticker counting =
                new Ticker() {
                    @Override
                    public long nanos() {
                        asked.increment();
                        return Ticker.SYSTEM.nanos();
                    }

                    @Override
                    public void sleep(Duration duration) throws InterruptedException {
                        Ticker.SYSTEM.sleep(duration);
                    }
                };
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions options = CrawlRig.options(web).pagesMax(30).build();
            CrawlSummary summary =
                    CrawlRig.crawl(options, Disk.inMemory(), this::received, run -> {}, counting);
            assertEquals(CrawlSummary.End.PAGES_MAX, summary.end(), summary::toString);
            assertEquals(30, answered.size());
            assertTrue(asked.sum() < 20_000, () -> "asked=" + asked.sum());
        }
    }

    @Test
    void theScopeIsTheHostsOfTheSeedsUnlessItIsWider() throws InterruptedException {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(16, 10, 40))) {
            CrawlSummary summary =
                    crawlsExactly(web, CrawlRig.options(web).reach("host"), Reach.HOST);
            assertTrue(summary.status().cut().get("out of scope") > 0, summary::toString);
        }
    }

    @Test
    void whatOnlySitemapsListIsFound() throws InterruptedException {
        WebShape shape = WebShape.of(17, 6, 10).at(1, RobotsKind.SITEMAP).at(3, RobotsKind.SITEMAP);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlOptions options = CrawlRig.options(web).sitemaps(true).build();
            CrawlSummary summary = CrawlRig.crawl(options, Disk.inMemory(), this::received);
            assertEquals(CrawlSummary.End.COMPLETE, summary.end(), summary::toString);
            Set<String> sitemaps = new HashSet<>(answered.keySet());
            sitemaps.removeIf(url -> !url.contains("sitemap"));
            assertFalse(sitemaps.isEmpty());
            answered.keySet().removeAll(sitemaps);
            Expected right = web.expected(Reach.ANY.withSitemaps(), web.seed());
            assertEquals(List.of(), right.difference(answered));
            assertEquals(List.of(), web.violations());
        }
    }

    @Test
    void sitesThatLeaveMemoryKeepWhatTheirRobotsTxtSaid() throws InterruptedException {
        WebShape shape = WebShape.of(19, 60, 40).with(RobotsKind.DISALLOWS, 500);
        CrawlLimits usual = CrawlLimits.of(32 << 20);
        CrawlLimits few =
                new CrawlLimits(
                        usual.memoryBytes(),
                        8,
                        usual.frontierBytes(),
                        usual.bodyBytes(),
                        usual.recordBytes(),
                        usual.linksMax(),
                        usual.textBytes(),
                        usual.checkpointPages(),
                        usual.checkpointNanos());
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            Disk disk = Disk.inMemory();
            CrawlOptions.Builder options = CrawlRig.options(web).limits(few);
            CrawlRig.crawl(options.pagesMax(700).build(), disk, this::received);
            CrawlSummary summary =
                    CrawlRig.crawl(options.pagesMax(Long.MAX_VALUE).build(), disk, this::received);
            assertEquals(CrawlSummary.End.COMPLETE, summary.end(), summary::toString);
            Expected right = web.expected(Reach.ANY, web.seed());
            assertEquals(List.of(), right.difference(answered));
            assertEquals(List.of(), web.violations());
            assertEquals(60, web.counts().robots());
        }
    }
}
