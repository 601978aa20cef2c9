package telegraph.bench.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import telegraph.bench.doors.Child;
import telegraph.ground.Ticker;

/// One whole crawl until it has seen a number of URLs, killed there and started again.
///
/// @param seen different URLs
/// @param seconds until they were seen
/// @param pageRates pages a second in each fifth of that time
/// @param rssPeak the most memory of the process, in bytes
/// @param rssMiddle what it had when half of the URLs were seen
/// @param pauseMillis the longest that the crawl's loop was busy with one thing
/// @param restartSeconds from the start of the next process to its first request
public record ScaleRun(
        long seen,
        long hosts,
        long pages,
        double seconds,
        List<Long> pageRates,
        double cpuSeconds,
        long rssPeak,
        long rssMiddle,
        double pauseMillis,
        double restartSeconds) {
    private static final double NANOS = 1e9;
    private static final Duration EACH = Duration.ofMillis(500);
    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final double SECONDS_MAX = 3_600;
    private static final int PARTS = 5;

    private static final int PAGES = 0;
    private static final int SEEN = 8;
    private static final int HOSTS = 9;
    private static final int PAUSE = 10;

    private record Sample(double seconds, double[] look, long rss) {}

    /// Crawls until so many URLs are seen.
    public static ScaleRun measure(Web web, long urls) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(Path.of("bench", "target"), "scale");
        String[] arguments = {
            web.seed(),
            web.resolver(),
            directory.resolve("it").toString(),
            "scope=any",
            "per-host-delay=0",
            "keep=nothing"
        };
        try {
            List<Sample> samples;
            double cpu;
            long peak;
            try (Child child = Child.java(CrawlProcess.class, Run.OPTIONS, arguments)) {
                samples = crawl(child, urls);
                cpu = child.cpuMicros();
                peak = child.memoryPeak();
                child.kill();
            }
            Sample last = samples.getLast();
            Sample middle =
                    samples.stream().filter(s -> s.look[SEEN] >= urls / 2.0).findFirst().get();
            long pages = (long) last.look[PAGES];
            return new ScaleRun(
                    (long) last.look[SEEN],
                    (long) last.look[HOSTS],
                    pages,
                    last.seconds,
                    rates(samples),
                    cpu / pages / 1_000,
                    peak,
                    middle.rss,
                    last.look[PAUSE],
                    restart(web, arguments));
        } finally {
            Run.delete(directory);
        }
    }

    private static List<Sample> crawl(Child child, long urls) throws InterruptedException {
        List<Sample> samples = new ArrayList<>();
        long start = Ticker.SYSTEM.nanos();
        double seen = 0;
        while (seen < urls) {
            Ticker.SYSTEM.sleep(EACH);
            double seconds = since(start);
            child.tell("look");
            double[] look = child.numbers("look");
            samples.add(new Sample(seconds, look, child.memory()));
            seen = look[SEEN];
            if (seconds > SECONDS_MAX) {
                throw new IllegalStateException("a crawl stands still: seen=" + seen);
            }
        }
        return samples;
    }

    private static double since(long start) {
        return (Ticker.SYSTEM.nanos() - start) / NANOS;
    }

    private static List<Long> rates(List<Sample> samples) {
        List<Long> rates = new ArrayList<>();
        Sample from = samples.getFirst();
        for (int part = 1; part <= PARTS; part++) {
            Sample to = samples.get((samples.size() - 1) * part / PARTS);
            double pages = to.look[PAGES] - from.look[PAGES];
            rates.add(Math.round(pages / (to.seconds - from.seconds)));
            from = to;
        }
        return rates;
    }

    /// Goes on with the crawl until the web sees a request.
    private static double restart(Web web, String[] arguments)
            throws IOException, InterruptedException {
        long before = web.counts().requests();
        long start = Ticker.SYSTEM.nanos();
        try (Child child = Child.java(CrawlProcess.class, Run.OPTIONS, arguments)) {
            while (web.counts().requests() == before) {
                Ticker.SYSTEM.sleep(OFTEN);
                if (since(start) > SECONDS_MAX) {
                    throw new IllegalStateException("a crawl goes on after it was killed");
                }
            }
            double seconds = since(start);
            child.kill();
            return seconds;
        }
    }
}
