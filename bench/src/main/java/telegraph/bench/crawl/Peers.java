package telegraph.bench.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import telegraph.bench.doors.Child;
import telegraph.ground.Ticker;

/// Programs started as a user starts them: wget, if it is installed, and our own command.
public final class Peers {
    private static final double NANOS = 1e9;
    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final Duration NOW_AND_THEN = Duration.ofMillis(200);
    private static final double PATIENCE_SECONDS = 60;

    private Peers() {}

    /// @param cpuSeconds of a thousand pages
    public record Result(long pages, double perSecond, double cpuSeconds, long rssPeak) {}

    /// wget through all hosts of the web, which it takes for a proxy because it cannot be told a
    /// name server.
    public static Optional<Result> wget(Web web, long pagesMax)
            throws IOException, InterruptedException {
        if (!Files.isExecutable(Path.of("/usr/bin/wget"))) {
            return Optional.empty();
        }
        Path directory = Files.createTempDirectory("wget");
        long before = web.counts().distinct();
        long start = Ticker.SYSTEM.nanos();
        String command =
                "cd %s && exec wget -q -r -l inf -H --delete-after -e http_proxy=127.0.0.1:%d %s"
                        .formatted(directory, web.port(), web.seed());
        try (Child child = Child.program("bash", "-c", command)) {
            long pages = 0;
            double seconds = 0;
            while (pages < pagesMax && seconds < PATIENCE_SECONDS) {
                Ticker.SYSTEM.sleep(NOW_AND_THEN);
                pages = web.counts().distinct() - before;
                seconds = (Ticker.SYSTEM.nanos() - start) / NANOS;
            }
            return Optional.of(
                    new Result(
                            pages,
                            pages / seconds,
                            child.cpuMicros() / pages / 1_000,
                            child.memoryPeak()));
        } finally {
            Run.delete(directory);
        }
    }

    /// A start of our command up to its first page.
    ///
    /// @param cpuSeconds that this took of the processors
    public record First(double seconds, double cpuSeconds) {}

    /// The fastest of some starts.
    public static First firstPage(Web web, int times) throws IOException, InterruptedException {
        First best = new First(PATIENCE_SECONDS, 0);
        for (int i = 0; i < times; i++) {
            Path directory = Files.createTempDirectory("first");
            long before = web.counts().distinct() + web.counts().repeated();
            long start = Ticker.SYSTEM.nanos();
            List<String> command =
                    List.of(
                            "./telegraph",
                            "crawl",
                            "--seed",
                            web.seed(),
                            "--resolver",
                            web.resolver(),
                            "--max-pages",
                            "3",
                            "--into",
                            directory.resolve("it").toString());
            try (Child child = Child.program(command.toArray(String[]::new))) {
                double seconds = 0;
                while (web.counts().distinct() + web.counts().repeated() == before
                        && seconds < PATIENCE_SECONDS) {
                    Ticker.SYSTEM.sleep(OFTEN);
                    seconds = (Ticker.SYSTEM.nanos() - start) / NANOS;
                }
                if (seconds < best.seconds) {
                    best = new First(seconds, child.cpuMicros() / 1e6);
                }
            }
            Run.delete(directory);
        }
        return best;
    }
}
