package telegraph.bench.crawl;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import telegraph.bench.doors.Child;
import telegraph.ground.Ticker;

/// What the least cost of fetching a web was.
///
/// @param pages fetched in the measured round
/// @param perSecond of them
/// @param cpuSeconds of a thousand pages
/// @param webCpuSeconds of the web's process, of a thousand pages
public record Floor(long pages, double perSecond, double cpuSeconds, double webCpuSeconds) {
    private static final double NANOS = 1e9;

    /// Ways of [FloorProcess].
    public enum Way {
        KEPT,
        CONNECT,
        KEPT_SCAN,
        CONNECT_SCAN
    }

    /// Fetches all of a plain web some times and tells of the cheapest round.
    public static Floor measure(Web web, int hosts, int pages, Way way, int rounds)
            throws IOException {
        try (Child child =
                Child.java(
                        FloorProcess.class,
                        List.of("-Xmx512m"),
                        String.valueOf(web.port()),
                        String.valueOf(hosts),
                        String.valueOf(pages),
                        "64",
                        way.name().toLowerCase(Locale.ROOT))) {
            child.await("ready");
            Floor best = null;
            for (int round = 0; round < rounds; round++) {
                double cpu = child.cpuMicros();
                double webCpu = web.cpuMicros();
                long start = Ticker.SYSTEM.nanos();
                child.tell("go");
                double fetched = child.numbers("done")[0];
                double seconds = (Ticker.SYSTEM.nanos() - start) / NANOS;
                Floor floor =
                        new Floor(
                                (long) fetched,
                                fetched / seconds,
                                (child.cpuMicros() - cpu) / fetched / 1_000,
                                (web.cpuMicros() - webCpu) / fetched / 1_000);
                if (best == null || floor.cpuSeconds < best.cpuSeconds) {
                    best = floor;
                }
            }
            return best;
        }
    }
}
