package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.crawler.Rel;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.Part;
import telegraph.ground.Disk;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;

/// Queries over crawls that lie in directories, and what statements may say about crawls.
class CrawlTest {
    @TempDir Path folder;
    private Telegraph telegraph;

    @BeforeEach
    void aCrawlThatIsOver() throws IOException {
        telegraph = Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
        Files.createDirectories(folder.resolve("crawl"));
        PageRecord record = new PageRecord();
        try (MemoryManager memory = new MemoryManager(64 << 20);
                Region region = memory.query("written", 64 << 20);
                PageLog log =
                        PageLog.open(
                                Disk.FILES, folder.resolve("crawl"), LogPosition.START, region)) {
            for (int i = 0; i < 30; i++) {
                page(record, "http://h" + i % 3 + ".test/" + i, i);
                log.append(record.octets());
            }
        }
    }

    private static void page(PageRecord record, String url, int number) {
        byte[] octets = url.getBytes(StandardCharsets.UTF_8);
        byte[] link = ("http://h0.test/" + number % 4).getBytes(StandardCharsets.UTF_8);
        record.start(octets, 0, octets.length, 1)
                .status(number == 7 ? 404 : 200)
                .bytes(100 * number, 50)
                .time(1_700_000_000_000L, number)
                .link(link, 0, link.length, number % 4, Rel.A, true)
                .put(Part.TITLE, "page " + number);
    }

    @AfterEach
    void everythingIsGivenBack() {
        assertEquals(0, telegraph.memoryUsed());
        telegraph.close();
    }

    private List<String> rows(String query) throws InterruptedException {
        Answer answer = Answer.of(telegraph, query);
        assertNull(answer.error(), () -> String.valueOf(answer.error()));
        return answer.rows().subList(1, answer.rows().size()).stream().sorted().toList();
    }

    @Test
    void pagesAreGroupedAsAnyRowsAre() throws InterruptedException {
        assertEquals(
                List.of("h0.test,10,1350", "h1.test,10,1450", "h2.test,10,1550"),
                rows(
                        "SELECT host, count(*), cast(avg(bytes) AS INTEGER) FROM crawl_pages('crawl')"
                                + " GROUP BY host"));
    }

    @Test
    void pagesJoinTheirLinks() throws InterruptedException {
        assertEquals(
                List.of("http://h0.test/0,page 0,8", "http://h0.test/3,page 3,7"),
                rows(
                        "SELECT p.url, p.title, count(*) FROM crawl_pages('crawl') p JOIN"
                                + " crawl_links('crawl') l ON l.to_url = p.url WHERE p.depth = 1"
                                + " GROUP BY p.url, p.title"));
    }

    @Test
    void aTableWithoutAnAliasIsNamedAsItsFunction() throws InterruptedException {
        assertEquals(
                List.of("http://h1.test/7,404"),
                rows(
                        "SELECT crawl_pages.url, status FROM crawl_pages('crawl') WHERE status <>"
                                + " 200"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM crawl_pages('nowhere') | there is no crawl in this directory",
                "SELECT * FROM crawl_pages() | takes a directory in quotes",
                "SELECT * FROM crawl_pages('a', 'b') | takes the directory of a crawl and nothing else",
                "SELECT * FROM crawl_page('crawl') | Did you mean \"crawl_pages\"?",
                "SELECT * FROM crawl('http://localhost/', max_page => 3) | Did you mean \"max_pages\"?",
                "SELECT * FROM crawl('http://localhost/', per_host_delay => 'soon') | a length of time",
                "SELECT * FROM crawl('http://localhost/', max_pages => [1, 2]) | a text, a number or a truth value",
                "SELECT * FROM crawl() | a crawl starts somewhere",
                "SELECT * FROM crawl(5) | takes URLs in quotes",
                "SELECT * FROM crawl(NULL) | takes URLs in quotes",
                "SELECT * FROM crawl(['http://localhost/', NULL]) | takes URLs in quotes",
                "SELECT * FROM crawl('http://localhost/', max_pages => NULL) | option=max_pages",
                "SELECT * FROM crawl('http://localhost/', max_pages => 'many') | max_pages takes a whole number",
                "SELECT * FROM crawl('ftp://localhost/') | a seed is an absolute URL",
                "EXPLAIN SELECT * FROM crawl('http://localhost/', scope => '(') | a regular expression",
                "EXPLAIN SELECT * FROM crawl('http://localhost/', resolver => 'nobody') | a name server",
                "SELECT * FROM crawl_pages(NULL) | takes a directory in quotes",
                "SELECT * FROM crawl('http://example.org/') | who crawls others says how to be reached",
                "SELECT * FROM crawl('http://localhost/', extension => 'no.jar') | must be readable"
            })
    void whatIsWrongIsSaid(String query, String words) throws InterruptedException {
        String error = Answer.of(telegraph, query).error();
        assertTrue(error != null && error.contains(words.strip()), () -> "found: " + error);
    }

    @Test
    void explainTellsTheOptionsOfACrawlButNoSecrets() throws InterruptedException {
        String plan =
                String.join(
                        "\n",
                        rows(
                                "EXPLAIN SELECT host, count(*) FROM crawl('localhost:8000', scope =>"
                                        + " 'any', max_pages => 300, auth => 'me:sesame', into =>"
                                        + " 'kept') WHERE depth < 3 GROUP BY host"));
        assertTrue(
                plan.contains(
                        "with scope any, max_pages 300, auth ***, into " + folder.resolve("kept")),
                plan);
        assertFalse(plan.contains("sesame"), plan);
        assertFalse(Files.exists(folder.resolve("kept")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM crawl_pages('crawl')",
                "SELECT * FROM crawl_links('crawl')",
                "SELECT * FROM crawl('http://localhost/', into => 'crawl')",
                "SELECT * FROM crawl('http://localhost/', extension => 'my.jar')",
                "SELECT * FROM crawl('http://localhost/', proxy => 'http://localhost:8')",
                "SELECT * FROM crawl('http://localhost/', resolver => '127.0.0.1:53')",
                "SELECT * FROM crawl('http://localhost/', robots => false)"
            })
    void othersNeitherReadCrawlsElsewhereNorLeadAroundTheirBounds(String query)
            throws InterruptedException {
        telegraph.openToOthers(List.of());
        String error = Answer.of(telegraph, query).error();
        assertTrue(
                error.contains("allowed_folders") || error.contains("whoever runs Telegraph"),
                () -> "found: " + error);
    }
}
