package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.Outcome;
import telegraph.memory.Disk;

/// Whole crawls of sites of a few pages that are written here.
class PlainSiteTest {
    private final Map<String, Outcome> rows = new TreeMap<>();

    private void crawl(CrawlOptions.Builder options) throws InterruptedException {
        CrawlRig.crawl(
                options.into(Path.of("/crawl")).hostDelay(Duration.ZERO).build(),
                Disk.inMemory(),
                page -> rows.put(page.url().toString(), page.outcome()));
    }

    @Test
    void whoDoesNotSayHowToBeReachedAsksThisMachineAlone() throws Exception {
        String page = PlainSite.html("<a href=http://192.0.2.9/>far</a><a href=/near>near</a>");
        try (PlainSite site = new PlainSite(path -> path.equals("/robots.txt") ? null : page)) {
            crawl(CrawlOptions.builder().seed(site.url("/")).reach("any"));
            assertEquals(
                    Map.of(
                            site.url("/"),
                            Outcome.FETCHED,
                            site.url("/near"),
                            Outcome.FETCHED,
                            "http://192.0.2.9/",
                            Outcome.ADDRESS_FORBIDDEN),
                    rows);
        }
    }
}
