package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlStatus;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.CrawlSummary.End;
import telegraph.crawler.CrawlSummary.Missing;
import telegraph.crawler.Page;
import telegraph.ground.Disk;
import telegraph.testkit.Seeds;
import telegraph.testkit.Threads;
import telegraph.testkit.model.Away;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.Expected;
import telegraph.testkit.web.SyntheticWeb;

/// The whole network of a crawl goes away and comes back: the pages are those of a crawl whose
/// network was always there.
@Timeout(120)
class OutageCrawlTest {
    private static final long SECONDS = 60;

    private final Disk disk = Disk.inMemory();
    private final Map<String, Integer> answered = new HashMap<>();
    private final Set<String> twice = new HashSet<>();
    private final Set<String> errors = new HashSet<>();

    private void received(Page page) {
        if (page.status() == 0) {
            errors.add(page.outcome() + " " + page.url());
        } else if (answered.put(page.url(), page.status()) != null) {
            twice.add(page.url());
        }
    }

    private static CrawlOptions.Builder options(SyntheticWeb web) {
        return CrawlRig.options(web)
                .connectTimeout(Duration.ofMillis(700))
                .answerTimeout(Duration.ofMillis(700))
                .fetchers(64);
    }

    private static boolean waits(CrawlRun run) {
        return run.status().waits().startsWith("waits for the network: ");
    }

    /// Crawls; the network goes away with the page of that number, and is back a while after the
    /// crawl says that it waits for it.
    private CrawlSummary crawl(SyntheticWeb web, int goesWith, Away how, long awayMillis)
            throws Exception {
        AtomicReference<CompletableFuture<Boolean>> back = new AtomicReference<>();
        AtomicReference<CrawlRun> run = new AtomicReference<>();
        CrawlSummary summary =
                CrawlRig.crawl(
                        options(web).build(),
                        disk,
                        page -> {
                            received(page);
                            if (answered.size() == goesWith && back.get() == null) {
                                web.goAway(how);
                                back.set(
                                        CompletableFuture.supplyAsync(
                                                () -> comesBack(web, run.get(), awayMillis)));
                            }
                        },
                        run::set);
        assertTrue(back.get().get(SECONDS, TimeUnit.SECONDS), "the crawl said that it waits");
        return summary;
    }

    private static boolean comesBack(SyntheticWeb web, CrawlRun run, long awayMillis) {
        try {
            Threads.await("the pause", () -> waits(run));
            Thread.sleep(awayMillis);
            return waits(run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            web.comeBack();
        }
    }

    private void isExact(SyntheticWeb web) {
        Expected right = web.expected(Reach.ANY, web.seed());
        assertEquals(List.of(), right.difference(answered), errors::toString);
        assertEquals(Set.of(), twice);
        assertEquals(List.of(), web.violations());
    }

    private void goesAwayAndComesBack(WebShape shape, int goesWith, Away how, long awayMillis)
            throws Exception {
        answered.clear();
        errors.clear();
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            CrawlSummary summary = crawl(web, goesWith, how, awayMillis);
            assertEquals(End.COMPLETE, summary.end(), summary::toString);
            assertEquals(Missing.NOTHING, summary.missing());
            assertEquals(Map.of(), summary.status().errors());
            assertTrue(summary.status().away().toMillis() >= awayMillis, summary::toString);
            isExact(web);
        }
    }

    @Test
    void aNetworkThatRefusesEverythingIsWaitedForAndNothingIsMissing() throws Exception {
        goesAwayAndComesBack(WebShape.of(51, 20, 20), 150, Away.REFUSING, 1_500);
    }

    @Test
    void aNetworkThatSaysNothingIsWaitedForAndNothingIsMissing() throws Exception {
        goesAwayAndComesBack(WebShape.of(52, 20, 20), 150, Away.HANGING, 1_500);
    }

    @Test
    @Tag("slow")
    void aNetworkThatGoesAwayWithTheFirstPageOfManyHostsIsWaitedFor() throws Exception {
        goesAwayAndComesBack(WebShape.of(53, 20, 5).withLinks(30, 900), 1, Away.REFUSING, 500);
    }

    @Test
    @Tag("slow")
    void whenTheNetworkGoesAwayAndForHowLongDoesNotMatter() {
        Seeds.run(
                6,
                (seed, random) -> {
                    OutageCrawlTest one = new OutageCrawlTest();
                    one.goesAwayAndComesBack(
                            WebShape.of(seed, 30, 20).with(HostKind.SLOW, 100),
                            1 + random.nextInt(400),
                            random.nextBoolean() ? Away.REFUSING : Away.HANGING,
                            random.nextInt(8_000));
                });
    }

    @Test
    void aCrawlThatBeginsWithoutANetworkGoesOnByItselfWhenItIsThere() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(54, 6, 10))) {
            web.goAway(Away.HANGING);
            AtomicReference<CompletableFuture<Boolean>> back = new AtomicReference<>();
            CrawlSummary summary =
                    CrawlRig.crawl(
                            options(web).build(),
                            disk,
                            this::received,
                            run ->
                                    back.set(
                                            CompletableFuture.supplyAsync(
                                                    () -> comesBack(web, run, 100))));
            assertTrue(back.get().get(SECONDS, TimeUnit.SECONDS));
            assertEquals(End.COMPLETE, summary.end(), summary::toString);
            isExact(web);
        }
    }

    @Test
    void whoStopsACrawlThatWaitsForTheNetworkDoesNotWaitAndItGoesOnLater() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(55, 20, 20))) {
            AtomicReference<CrawlRun> run = new AtomicReference<>();
            AtomicReference<CompletableFuture<Long>> stopped = new AtomicReference<>();
            CrawlSummary summary =
                    CrawlRig.crawl(
                            options(web).build(),
                            disk,
                            page -> {
                                received(page);
                                if (answered.size() == 100 && stopped.get() == null) {
                                    web.goAway(Away.REFUSING);
                                    stopped.set(
                                            CompletableFuture.supplyAsync(() -> stops(run.get())));
                                }
                            },
                            run::set);
            long millis = (System.nanoTime() - stopped.get().get()) / 1_000_000;
            assertEquals(End.STOPPED, summary.end(), summary::toString);
            assertTrue(millis < 5_000, "millis=" + millis);
            web.comeBack();
            CrawlSummary then = CrawlRig.crawl(options(web).build(), disk, this::received);
            assertEquals(End.COMPLETE, then.end(), then::toString);
            isExact(web);
        }
    }

    private static long stops(CrawlRun run) {
        Threads.await("the pause", () -> waits(run));
        long now = System.nanoTime();
        run.stop();
        return now;
    }

    @Test
    void aCrawlWaitsForItsNetworkNoLongerThanItIsToldAndTheNextStartGoesOn() throws Exception {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(56, 20, 20))) {
            CrawlOptions options = options(web).networkWait(Duration.ofSeconds(1)).build();
            CrawlSummary summary =
                    CrawlRig.crawl(
                            options,
                            disk,
                            page -> {
                                received(page);
                                if (answered.size() == 100) {
                                    web.goAway(Away.REFUSING);
                                }
                            });
            assertEquals(End.NO_NETWORK, summary.end(), summary::toString);
            String said = summary.failure().orElseThrow().getMessage();
            assertTrue(said.contains("network-wait=1000ms"), said);
            assertEquals(Map.of(), summary.status().errors());
            web.comeBack();
            CrawlSummary then = CrawlRig.crawl(options, disk, this::received);
            assertEquals(End.COMPLETE, then.end(), then::toString);
            isExact(web);
        }
    }

    @Test
    void aFifthOfTheHostsThatHangsIsNoReasonToWait() throws Exception {
        WebShape shape = WebShape.of(57, 60, 10).with(HostKind.HANGING, 200);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            AtomicReference<CrawlStatus> waiting = new AtomicReference<>();
            AtomicReference<CrawlRun> run = new AtomicReference<>();
            CrawlSummary summary =
                    CrawlRig.crawl(
                            options(web).build(),
                            disk,
                            page -> {
                                received(page);
                                if (waits(run.get())) {
                                    waiting.set(run.get().status());
                                }
                            },
                            run::set);
            assertEquals(End.INCOMPLETE, summary.end(), summary::toString);
            assertEquals(Duration.ZERO, summary.status().away());
            assertEquals(null, waiting.get());
            assertFalse(errors.isEmpty());
            isExact(web);
        }
    }
}
