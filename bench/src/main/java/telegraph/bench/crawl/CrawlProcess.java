package telegraph.bench.crawl;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import telegraph.crawler.Crawl;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlStatus;
import telegraph.crawler.CrawlSummary;
import telegraph.crawler.PageReceiver;

/// A crawl under measurement, until its input ends. Locks are counted if [LockAgent] is there.
///
/// | line    | says                                                                                |
/// |---------|-------------------------------------------------------------------------------------|
/// | `look`  | `look PAGES ROWS ALLOCATED COLLECTIONS COLLECTINGMILLIS MONITORS LOCKS WAITS SEEN HOSTS PAUSEMILLIS` |
/// | `end`   | `end WHY PAGES ROWS` as soon as the crawl has ended                                  |
/// | `locks` | `locks MONITORS PARKS`, what the flight recorder saw wait; `-1 -1` if it did not look |
public final class CrawlProcess {
    /// As the first option: lets the flight recorder look.
    static final String RECORDED = "recorded";

    private CrawlProcess() {}

    /// @param arguments the seed, the name server, the directory, and options as `name=value`
    public static void main(String[] arguments) throws Exception {
        CrawlOptions.Builder options =
                CrawlOptions.builder()
                        .seed(arguments[0])
                        .set("resolver", arguments[1])
                        .into(Path.of(arguments[2]));
        boolean recorded = false;
        for (String option : List.of(arguments).subList(3, arguments.length)) {
            if (option.equals(RECORDED)) {
                recorded = true;
                continue;
            }
            int equals = option.indexOf('=');
            options.set(option.substring(0, equals), option.substring(equals + 1));
        }
        try (LockWaits recording = new LockWaits(recorded);
                Crawl crawl = Crawl.start(options.build(), PageReceiver.NONE);
                Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                System.out.println(answer(lines.nextLine(), crawl, recording));
            }
        }
    }

    private static String answer(String line, Crawl crawl, LockWaits recording) throws Exception {
        return switch (line) {
            case "look" -> look(crawl.status());
            case "end" -> {
                CrawlSummary summary = crawl.await();
                yield "end "
                        + summary.end()
                        + " "
                        + summary.status().pages()
                        + " "
                        + summary.status().rows();
            }
            case "locks" -> "locks " + recording.counts();
            default -> "unknown " + line;
        };
    }

    private static String look(CrawlStatus status) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long collections = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += collector.getCollectionCount();
            millis += collector.getCollectionTime();
        }
        return "look "
                + status.pages()
                + " "
                + status.rows()
                + " "
                + threads.getTotalThreadAllocatedBytes()
                + " "
                + collections
                + " "
                + millis
                + " "
                + LockCount.monitors()
                + " "
                + LockCount.locks()
                + " "
                + LockCount.waits()
                + " "
                + status.seen()
                + " "
                + status.hosts()
                + " "
                + status.pauseMax().toMillis();
    }
}
