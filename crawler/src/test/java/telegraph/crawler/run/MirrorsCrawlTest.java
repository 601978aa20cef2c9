package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlPlace;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.Outcome;
import telegraph.ground.Disk;
import telegraph.ground.Ticker;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.testkit.model.HostKind;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// Mirrors of the synthetic web are found by crawling it.
class MirrorsCrawlTest {
    @Test
    void theSummaryTellsTheMirrorsOfAWebAndNoOthers() throws InterruptedException {
        WebShape shape = WebShape.of(5, 8, 40).at(3, HostKind.MIRROR).at(7, HostKind.MIRROR);
        Map<String, Integer> pages = new HashMap<>();
        try (SyntheticWeb web = SyntheticWeb.start(shape);
                MemoryManager memory = new MemoryManager(256L << 20);
                Region region = memory.query("crawl", 256L << 20)) {
            InetSocketAddress names = web.resolver();
            CrawlOptions options =
                    CrawlOptions.builder()
                            .seed(web.seed())
                            .into(Path.of("/crawl"))
                            .reach("any")
                            .hostDelay(Duration.ZERO)
                            .resolver(names.getAddress().getHostAddress() + ":" + names.getPort())
                            .build();
            CrawlPlace place =
                    new CrawlPlace(
                            Disk.inMemory(),
                            Ticker.SYSTEM,
                            Clock.systemUTC(),
                            region,
                            address -> true,
                            new SplittableRandom(1));
            CrawlSummary summary =
                    CrawlRun.start(
                                    options,
                                    place,
                                    page -> {
                                        if (page.status() == 200
                                                && page.outcome() == Outcome.FETCHED) {
                                            pages.merge(page.host(), 1, Integer::sum);
                                        }
                                    })
                            .await();
            Set<String> told = new TreeSet<>();
            for (String words : summary.mirrors()) {
                told.add(words.substring(0, words.indexOf(" (")));
                int same = Integer.parseInt(words.replaceAll(".*\\((\\d+) of.*", "$1"));
                assertTrue(same >= 30, words);
            }
            // Which of the two is the other's mirror is for who was crawled first to say.
            assertEquals(2, told.size(), summary.mirrors().toString());
            for (int mirror : new int[] {3, 7}) {
                String name = "h" + mirror + ".synth.test";
                String first = "h" + (mirror - 1) + ".synth.test";
                assertTrue(
                        told.contains(name + " mirrors " + first)
                                || told.contains(first + " mirrors " + name),
                        told.toString());
                assertEquals(pages.get(first), pages.get(name));
            }
        }
    }
}
