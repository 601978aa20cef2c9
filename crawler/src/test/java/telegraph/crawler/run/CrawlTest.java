package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.Outcome;
import telegraph.crawler.Page;
import telegraph.crawler.PageReceiver;
import telegraph.engine.Ticker;
import telegraph.memory.Disk;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.web.Expected;
import telegraph.testkit.web.Reach;
import telegraph.testkit.web.SyntheticWeb;
import telegraph.testkit.web.WebShape;

class CrawlTest {
    private final Map<String, Integer> answered = new HashMap<>();
    private final Map<String, Outcome> others = new HashMap<>();
    private final Set<String> twice = new HashSet<>();

    private void received(Page page) {
        boolean again =
                page.status() != 0
                        ? answered.put(page.url(), page.status()) != null
                        : others.put(page.url(), page.outcome()) != null;
        if (again) {
            twice.add(page.url());
        }
    }

    private CrawlSummary crawl(CrawlOptions options, Disk disk, PageReceiver receiver)
            throws InterruptedException {
        try (MemoryManager memory = new MemoryManager(256L << 20)) {
            CrawlSummary summary;
            try (Region region = memory.query("crawl", 256L << 20)) {
                CrawlPlace place =
                        new CrawlPlace(
                                disk,
                                Ticker.SYSTEM,
                                Clock.systemUTC(),
                                region,
                                address -> true,
                                new SplittableRandom(1));
                CrawlRun run = CrawlRun.start(options, place, receiver);
                summary = run.await();
                assertEquals(0, region.used());
            }
            assertEquals(0, memory.used());
            return summary;
        }
    }

    private static CrawlOptions.Builder options(SyntheticWeb web) {
        InetSocketAddress names = web.resolver();
        return CrawlOptions.builder()
                .seed(web.seed())
                .into(Path.of("/crawl"))
                .reach("any")
                .hostDelay(Duration.ZERO)
                .resolver(names.getAddress().getHostAddress() + ":" + names.getPort());
    }

    @Test
    void aPlainWebIsCrawledExactly() throws InterruptedException {
        try (SyntheticWeb web = SyntheticWeb.start(WebShape.of(7, 20, 30))) {
            CrawlSummary summary = crawl(options(web).build(), Disk.inMemory(), this::received);
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
}
