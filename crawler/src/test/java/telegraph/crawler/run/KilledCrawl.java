package telegraph.crawler.run;

import java.nio.file.Path;
import telegraph.crawler.Crawl;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.PageReceiver;
import telegraph.testkit.Threads;

/// A crawl in a process of its own, to be killed: says `page` on its first page, `away` when it
/// waits for its network, and how it ended.
final class KilledCrawl {
    private KilledCrawl() {}

    private static void tellAway(Crawl crawl) {
        Threads.await("the network goes away", () -> !crawl.status().away().isZero());
        System.out.println("away");
    }

    /// @param arguments the seed, the name server and the directory
    public static void main(String[] arguments) throws InterruptedException {
        CrawlOptions options =
                CrawlOptions.builder()
                        .seed(arguments[0])
                        .resolver(arguments[1])
                        .into(Path.of(arguments[2]))
                        .set("scope", "any")
                        .set("per-host-delay", arguments[3])
                        .set("fetchers", arguments[4])
                        .build();
        boolean[] told = new boolean[1];
        PageReceiver first =
                page -> {
                    if (!told[0]) {
                        told[0] = true;
                        System.out.println("page");
                    }
                };
        try (Crawl crawl = Crawl.start(options, first)) {
            System.out.println("started");
            Thread.ofVirtual().start(() -> tellAway(crawl));
            System.out.println(crawl.await().end());
        }
    }
}
