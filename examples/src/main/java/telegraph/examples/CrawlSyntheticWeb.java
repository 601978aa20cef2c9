package telegraph.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import telegraph.crawler.Crawl;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlSummary;
import telegraph.sql.Event;
import telegraph.sql.Session;
import telegraph.sql.Telegraph;
import telegraph.testkit.model.PageKind;
import telegraph.testkit.model.Reach;
import telegraph.testkit.model.WebShape;
import telegraph.testkit.web.SyntheticWeb;

/// Crawls a made-up web of five hosts with forty pages each by the crawler's Java interface, asks
/// the crawl's directory how many pages have which status on how many hosts, and then crawls the
/// same web again inside a statement.
///
/// Prints:
///
/// ```
/// pages by their depth: {0=1, 1=…, 2=…}
/// complete: 200 of 200 pages, none twice
/// [200, 1…, 5]
/// [404, …, …]
/// [200, 5]
/// ```
public final class CrawlSyntheticWeb {
    private static final int HOSTS = 5;
    private static final int PAGES = 40;

    private final PrintStream out;

    private CrawlSyntheticWeb(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        run(Files.createTempDirectory("crawl"), System.out);
    }

    /// @param folder an empty one, where the crawl and the sandbox go
    static void run(Path folder, PrintStream out) throws IOException, InterruptedException {
        new CrawlSyntheticWeb(out).run(folder);
    }

    private void run(Path folder) throws IOException, InterruptedException {
        WebShape shape = WebShape.of(1, HOSTS, PAGES).with(PageKind.NOT_FOUND, 50);
        try (SyntheticWeb web = SyntheticWeb.start(shape)) {
            crawl(web, folder.resolve("crawl"));
            try (Telegraph telegraph =
                            Telegraph.open(folder.resolve("sandbox"), folder, Map.of(), Map.of());
                    Session session = telegraph.session()) {
                ask(
                        session,
                        """
                        SELECT status, count(*), count(DISTINCT host) FROM crawl_pages('crawl')
                        GROUP BY status ORDER BY status
                        """);
                ask(
                        session,
                        """
                        SELECT count(*), count(DISTINCT host)
                        FROM crawl('%s', resolver => '%s', scope => 'any', per_host_delay => '0s')
                        """
                                .formatted(web.seed(), resolver(web)));
            }
        }
    }

    private void crawl(SyntheticWeb web, Path into) throws InterruptedException {
        CrawlOptions options =
                CrawlOptions.builder()
                        .seed(web.seed())
                        .into(into)
                        .resolver(resolver(web))
                        .reach("any")
                        .hostDelay(Duration.ZERO)
                        .build();
        // The crawl calls from one thread, and is over when they are read.
        Map<Integer, Integer> depths = new TreeMap<>();
        CrawlSummary summary;
        try (Crawl crawl =
                Crawl.start(options, page -> depths.merge(page.depth(), 1, Integer::sum))) {
            summary = crawl.await();
        }
        out.println("pages by their depth: " + depths);
        out.printf(
                "%s: %d of %d pages, %s%n",
                summary.end().name().toLowerCase(Locale.ROOT),
                summary.status().pages(),
                web.expectedAnswers(Reach.ANY, web.seed()),
                web.counts().repeated() == 0 ? "none twice" : "some twice");
    }

    private static String resolver(SyntheticWeb web) {
        InetSocketAddress address = web.resolver();
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private void ask(Session session, String sql) throws InterruptedException {
        session.start(sql, this::show).join();
    }

    private void show(Event event) {
        switch (event) {
            case Event.Rows rows -> rows.rows().forEach(row -> out.println(Arrays.toString(row)));
            case Event.Failed failed -> out.println("error: " + failed.cause().getMessage());
            default -> {}
        }
    }
}
