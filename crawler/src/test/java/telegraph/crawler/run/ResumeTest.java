package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.CrawlSummary.End;
import telegraph.crawler.KeptParts;
import telegraph.crawler.PageReceiver;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLogReader;
import telegraph.crawler.page.PageView;
import telegraph.ground.Disk;
import telegraph.ground.Disk.DiskFile;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.Seeds;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.Expected;
import telegraph.testkit.web.SyntheticWeb;

/// A crawl that is stopped, or breaks off, goes on where it was: nothing is lost, and only what was
/// under way is fetched twice.
class ResumeTest {
    private static final WebShape SHAPE = WebShape.of(21, 20, 30);

    @Test
    void aCrawlThatIsStoppedAgainAndAgainHasEveryPageOnce() {
        Seeds.run(2, (seed, random) -> stopAgainAndAgain(random));
    }

    private static void stopAgainAndAgain(RandomGenerator random) throws Exception {
        Disk disk = Disk.inMemory();
        try (SyntheticWeb web = SyntheticWeb.start(SHAPE)) {
            CrawlOptions options = CrawlRig.options(web).build();
            int starts = 0;
            End end = End.STOPPED;
            while (end == End.STOPPED && starts < 50) {
                starts++;
                AtomicInteger left = new AtomicInteger(random.nextInt(200));
                AtomicReference<CrawlRun> run = new AtomicReference<>();
                end =
                        CrawlRig.crawl(
                                        options,
                                        disk,
                                        page -> {
                                            if (left.getAndDecrement() == 0) {
                                                run.get().stop();
                                            }
                                        },
                                        run::set)
                                .end();
            }
            assertEquals(End.COMPLETE, end);
            assertTrue(starts > 2, "starts=" + starts);
            isExact(web, pages(disk, options), 0);
        }
    }

    @Test
    void aHeapThatIsTooSmallIsALackAndNoMistake() throws Exception {
        Disk disk = Disk.inMemory();
        try (SyntheticWeb web = SyntheticWeb.start(SHAPE)) {
            CrawlOptions options = CrawlRig.options(web).build();
            PageReceiver full =
                    page -> {
                        throw new OutOfMemoryError("made up by a test");
                    };
            TelegraphException failure =
                    CrawlRig.crawl(options, disk, full).failure().orElseThrow();
            assertEquals(TelegraphException.Kind.RESOURCE, failure.kind());
            assertEquals(End.COMPLETE, CrawlRig.crawl(options, disk, PageReceiver.NONE).end());
            isExact(web, pages(disk, options), 0);
        }
    }

    @Test
    void aCrawlThatBreaksOffWithoutACheckpointReplaysItsJournal() {
        Seeds.run(2, (seed, random) -> breakOffAgainAndAgain(random));
    }

    private static void breakOffAgainAndAgain(RandomGenerator random) throws Exception {
        Disk disk = Disk.inMemory();
        try (SyntheticWeb web = SyntheticWeb.start(SHAPE)) {
            CrawlOptions options = CrawlRig.options(web).build();
            int breaks = 0;
            End end = End.FAILED;
            while (end == End.FAILED && breaks < 50) {
                AtomicInteger left = new AtomicInteger(1 + random.nextInt(200));
                PageReceiver breaking =
                        page -> {
                            if (left.getAndDecrement() == 0) {
                                throw new IllegalStateException("the receiver breaks");
                            }
                        };
                end = CrawlRig.crawl(options, disk, breaking, run -> {}).end();
                breaks += end == End.FAILED ? 1 : 0;
            }
            assertEquals(End.COMPLETE, end);
            assertTrue(breaks > 2, "breaks=" + breaks);
            isExact(web, pages(disk, options), 0);
        }
    }

    @Test
    void moreIsCrawledWhenTheNextStartWantsMorePages() throws Exception {
        Disk disk = Disk.inMemory();
        try (SyntheticWeb web = SyntheticWeb.start(SHAPE)) {
            CrawlOptions.Builder options = CrawlRig.options(web);
            for (int pages : new int[] {10, 11, 250}) {
                assertEquals(
                        End.PAGES_MAX,
                        CrawlRig.crawl(options.pagesMax(pages).build(), disk, PageReceiver.NONE)
                                .end());
                assertEquals(pages, pages(disk, options.build()).size());
            }
            CrawlOptions all = options.pagesMax(Long.MAX_VALUE).build();
            assertEquals(End.COMPLETE, CrawlRig.crawl(all, disk, PageReceiver.NONE).end());
            isExact(web, pages(disk, all), 0);
        }
    }

    @Test
    void whereASeedWasRedirectedToStandsForItAlsoAfterAStop() throws Exception {
        WebShape shape = WebShape.of(22, 4, 20).at(0, 1, PageKind.REDIRECT_AWAY);
        Disk disk = Disk.inMemory();
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            String seed = web.url(0, 1);
            List<String> targets = new ArrayList<>();
            CrawlOptions.Builder options = CrawlRig.options(web, seed).reach("host");
            CrawlRig.crawl(options.pagesMax(1).build(), disk, page -> targets.add(page.finalUrl()));
            CrawlOptions all = options.pagesMax(Long.MAX_VALUE).build();
            assertEquals(End.COMPLETE, CrawlRig.crawl(all, disk, PageReceiver.NONE).end());
            Expected right = web.expected(Reach.HOST, seed, targets.getFirst());
            assertEquals(right.answered().keySet(), pages(disk, all).keySet());
            assertTrue(right.answered().size() > 20, right::toString);
        }
    }

    @Test
    void aFullDiskStopsTheCrawlAndRoomLetsItGoOn() throws Exception {
        Disk disk = Disk.inMemory(20 << 20);
        Path ballast = Path.of("/ballast");
        try (DiskFile file = disk.create(ballast)) {
            file.write(MemorySegment.ofArray(new byte[14 << 20]), 0);
        }
        try (SyntheticWeb web = SyntheticWeb.start(SHAPE)) {
            CrawlOptions options = CrawlRig.options(web).content(KeptParts.Content.BODY).build();
            for (int start = 0; start < 2; start++) {
                TelegraphException failure = failure(options, disk);
                assertEquals(SqlState.DISK_FULL, failure.state(), failure::toString);
            }
            disk.delete(ballast);
            assertEquals(End.COMPLETE, CrawlRig.crawl(options, disk, PageReceiver.NONE).end());
            isExact(web, pages(disk, options), 0);
        }
    }

    /// What a crawl fails with, whether at its start or later.
    private static TelegraphException failure(CrawlOptions options, Disk disk)
            throws InterruptedException {
        try {
            CrawlSummary summary = CrawlRig.crawl(options, disk, PageReceiver.NONE);
            assertEquals(End.FAILED, summary.end());
            return summary.failure().orElseThrow();
        } catch (TelegraphException e) {
            return e;
        }
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsSaidAtOnce(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("file");
        Files.writeString(file, "no directory");
        try (SyntheticWeb web = SyntheticWeb.start(SHAPE)) {
            CrawlOptions options = CrawlRig.options(web).into(file.resolve("crawl")).build();
            TelegraphException failure = failure(options, Disk.FILES);
            assertTrue(
                    failure.getMessage().startsWith("a crawl has a directory"), failure::toString);
        }
    }

    @Test
    void aCrawlThatCouldNotStartBindsNobody() throws Exception {
        Disk disk = Disk.inMemory();
        try (SyntheticWeb web = SyntheticWeb.start(SHAPE)) {
            String why =
                    refusal(CrawlRig.options(web).reach("host").extension("no.jar").build(), disk);
            assertTrue(why.startsWith("the jar of an extension"), why);
            CrawlOptions options = CrawlRig.options(web).pagesMax(5).build();
            CrawlRig.crawl(options, disk, page -> {}, run -> {});
            assertTrue(
                    disk.readText(options.into().resolve("crawl.txt")).contains("scope any"),
                    "the first crawl that started is the one gone on with");
        }
    }

    @Test
    void twoCrawlsInOneDirectoryAndAnotherWayAreRefused() throws Exception {
        Disk disk = Disk.inMemory();
        try (SyntheticWeb web = SyntheticWeb.start(SHAPE)) {
            CrawlOptions options = CrawlRig.options(web).pagesMax(5).build();
            List<String> told = new ArrayList<>();
            CrawlRig.crawl(
                    options,
                    disk,
                    page -> {
                        if (told.isEmpty()) {
                            told.add(refusal(options, disk));
                        }
                    },
                    run -> {});
            assertTrue(told.getFirst().startsWith("one crawl at a time"), told::toString);
            String other = refusal(CrawlRig.options(web).reach("host").build(), disk);
            assertTrue(other.startsWith("a crawl goes on the way it was begun"), other);
            String none = refusal(CrawlRig.options(web).mustResume(true).build(), Disk.inMemory());
            assertTrue(none.startsWith("resume goes on"), none);
        }
    }

    private static String refusal(CrawlOptions options, Disk disk) {
        return assertThrows(
                        TelegraphException.class,
                        () -> CrawlRig.crawl(options, disk, PageReceiver.NONE))
                .getMessage();
    }

    /// How often each URL is in the journal with a response.
    private static Map<String, Integer> pages(Disk disk, CrawlOptions options) {
        Map<String, Integer> times = new HashMap<>();
        try (MemoryManager memory = new MemoryManager(16 << 20);
                Region region = memory.query("read", 16 << 20);
                PageLogReader log =
                        PageLogReader.open(disk, options.into(), LogPosition.START, region)) {
            PageView view = new PageView();
            while (log.next()) {
                if (log.isPage() && log.page(view).status() != 0) {
                    times.merge(view.url(), 1, Integer::sum);
                }
            }
        }
        return times;
    }

    private static void isExact(SyntheticWeb web, Map<String, Integer> times, int twiceMax) {
        Expected right = web.expected(Reach.ANY, web.seed());
        assertEquals(right.answered().keySet(), times.keySet());
        long twice = times.values().stream().filter(count -> count > 1).count();
        assertTrue(twice <= twiceMax, "twice=" + twice);
        assertEquals(List.of(), web.violations());
    }
}
