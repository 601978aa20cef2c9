package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.Page;
import telegraph.crawler.PageReceiver;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.web.SyntheticWeb;

/// Runs crawls of a synthetic web on a disk of the test's own, and sees that they leave no memory
/// behind.
final class CrawlRig {
    private static final long BYTES = 256L << 20;

    private CrawlRig() {}

    /// All of a web, as fast as it goes.
    static CrawlOptions.Builder options(SyntheticWeb web) {
        return options(web, web.seed());
    }

    static CrawlOptions.Builder options(SyntheticWeb web, String seed) {
        InetSocketAddress names = web.resolver();
        return CrawlOptions.builder()
                .seed(seed)
                .into(Path.of("/crawl"))
                .reach("any")
                .hostDelay(Duration.ZERO)
                .resolver(names.getAddress().getHostAddress() + ":" + names.getPort());
    }

    static CrawlSummary crawl(CrawlOptions options, Disk disk, PageReceiver receiver)
            throws InterruptedException {
        return crawl(options, disk, receiver, run -> {});
    }

    /// Crawls to the end.
    ///
    /// @param started gets the run before its first page
    static CrawlSummary crawl(
            CrawlOptions options, Disk disk, PageReceiver receiver, Consumer<CrawlRun> started)
            throws InterruptedException {
        return crawl(options, disk, receiver, started, Ticker.SYSTEM);
    }

    static CrawlSummary crawl(
            CrawlOptions options,
            Disk disk,
            PageReceiver receiver,
            Consumer<CrawlRun> started,
            Ticker ticker)
            throws InterruptedException {
        try (MemoryManager memory = new MemoryManager(BYTES)) {
            CrawlSummary summary;
            try (Region region = memory.query("crawl", BYTES)) {
                CrawlPlace place =
                        new CrawlPlace(
                                disk,
                                ticker,
                                Clock.systemUTC(),
                                region,
                                address -> true,
                                new SplittableRandom(1));
                Gate gate = new Gate(receiver);
                CrawlRun run = CrawlRun.start(options, place, gate);
                started.accept(run);
                gate.open();
                summary = run.await();
                run.awaitEnd();
                assertEquals(0, region.used());
            }
            assertEquals(0, memory.used());
            return summary;
        }
    }

    /// Holds pages back until the run is known to the test.
    private static final class Gate implements PageReceiver {
        private final CountDownLatch open = new CountDownLatch(1);
        private final PageReceiver behind;

        Gate(PageReceiver behind) {
            this.behind = behind;
        }

        void open() {
            open.countDown();
        }

        @Override
        public void page(Page page) throws InterruptedException {
            open.await();
            behind.page(page);
        }
    }
}
