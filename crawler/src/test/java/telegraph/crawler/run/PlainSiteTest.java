package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.Outcome;
import telegraph.ground.Disk;

/// Whole crawls of sites of a few pages that are written here.
@Execution(ExecutionMode.CONCURRENT)
class PlainSiteTest {
    private final Map<String, Outcome> rows = new TreeMap<>();
    private final List<String> details = new ArrayList<>();

    private void crawl(CrawlOptions.Builder options) throws InterruptedException {
        CrawlRig.crawl(
                options.into(Path.of("/crawl")).hostDelay(Duration.ZERO).build(),
                Disk.inMemory(),
                page -> {
                    rows.put(page.url().toString(), page.outcome());
                    if (!page.detail().isEmpty()) {
                        details.add(page.detail());
                    }
                });
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

    @Test
    @Timeout(120)
    void aRobotsTxtThatBreaksOffIsAskedForThreeTimesAndForbidsAll() throws Exception {
        String broken = "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent: *\r\n";
        try (PlainSite site = new PlainSite(path -> PlainSite.HANG_UP + broken)) {
            crawl(CrawlOptions.builder().seed(site.url("/")));
            assertEquals(Map.of(site.url("/"), Outcome.ROBOTS), rows);
            assertEquals(List.of("/robots.txt", "/robots.txt", "/robots.txt"), site.asked());
        }
    }

    /// Two pages that never come fail three times each, but not in a row before the others came.
    @Test
    @Timeout(120)
    void aPageThatHangsDoesNotCostTheOthersOfItsHost() throws Exception {
        String index =
                PlainSite.html(
                        "<a href=/slow>s</a><a href=/slower>s</a><a href=/a>a</a><a href=/b>b</a>");
        try (PlainSite site =
                new PlainSite(path ->
                        switch (path) {
                            case "/robots.txt" -> null;
                            case "/slow", "/slower" -> PlainSite.SILENCE;
                            default -> index;
                        })) {
            crawl(
                    CrawlOptions.builder()
                            .seed(site.url("/"))
                            .timeout(Duration.ofSeconds(2))
                            .connectTimeout(Duration.ofSeconds(2)));
            assertEquals(Outcome.FETCHED, rows.get(site.url("/a")));
            assertEquals(Outcome.FETCHED, rows.get(site.url("/b")));
            assertEquals(5, rows.size());
        }
    }

    @Test
    @Timeout(120)
    void aRobotsTxtThatIsNotToBeHadIsTold() throws Exception {
        String busy = "HTTP/1.1 500 Busy\r\nContent-Length: 0\r\n\r\n";
        try (PlainSite site = new PlainSite(path -> busy)) {
            crawl(CrawlOptions.builder().seed(site.url("/")));
            assertEquals(Map.of(site.url("/"), Outcome.ROBOTS), rows);
            assertEquals(List.of("robots.txt was not to be had: status=500"), List.copyOf(details));
        }
    }

    @Test
    void aSitemapThatRobotsTxtNamesIsReadWhateverItIsCalled() throws Exception {
        String named = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        try (PlainSite site =
                new PlainSite(path ->
                        switch (path) {
                            case "/robots.txt" ->
                                    PlainSite.HANG_UP + named + "Sitemap: {site}/urls";
                            case "/urls" -> PlainSite.HANG_UP + named + "{site}/a\n{site}/b\n";
                            default -> PlainSite.html("");
                        })) {
            crawl(CrawlOptions.builder().seed(site.url("/")).sitemaps(true));
            assertEquals(
                    Set.of(site.url("/"), site.url("/urls"), site.url("/a"), site.url("/b")),
                    rows.keySet());
        }
    }
}
