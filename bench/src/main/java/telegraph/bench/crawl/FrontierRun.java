package telegraph.bench.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import telegraph.bench.doors.Child;
import telegraph.ground.Ticker;

/// What the frontier took for a number of URLs.
///
/// @param seen different URLs
/// @param taken out of the queues, each with 30 links put in
/// @param rssPeak the most memory of the process, in bytes
/// @param cpuMicros of each URL taken
public record FrontierRun(
        long seen,
        long queued,
        long sites,
        long taken,
        double seconds,
        long rssPeak,
        double cpuMicros) {
    private static final double NANOS = 1e9;

    /// @param bytes for the frontier
    public static FrontierRun measure(long urls, int hosts, long take, long bytes)
            throws IOException {
        Path directory = Files.createTempDirectory(Path.of("bench", "target"), "frontier");
        long start = Ticker.SYSTEM.nanos();
        try (Child child =
                Child.java(
                        FrontierProcess.class,
                        List.of("-Xmx96m"),
                        String.valueOf(urls),
                        String.valueOf(hosts),
                        String.valueOf(take),
                        String.valueOf(bytes),
                        directory.toString())) {
            double[] done = child.numbers("done");
            return new FrontierRun(
                    (long) done[0],
                    (long) done[1],
                    (long) done[2],
                    (long) done[3],
                    (Ticker.SYSTEM.nanos() - start) / NANOS,
                    child.memoryPeak(),
                    child.cpuMicros() / done[3]);
        } finally {
            Run.delete(directory);
        }
    }
}
