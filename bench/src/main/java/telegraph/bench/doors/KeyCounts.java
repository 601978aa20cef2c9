package telegraph.bench.doors;

import java.util.SplittableRandom;
import telegraph.bench.load.Latencies;

/// What the clients of one event loop count together, and where they draw from.
///
/// Threads: that loop.
final class KeyCounts {
    private final SplittableRandom random;
    private Latencies latencies = new Latencies();
    private long commands;

    KeyCounts(long seed) {
        this.random = new SplittableRandom(seed);
    }

    SplittableRandom random() {
        return random;
    }

    void answered(long nanos) {
        commands++;
        latencies.add(nanos);
    }

    /// Forgets latencies so far; the commands until now.
    long begin() {
        latencies = new Latencies();
        return commands;
    }

    /// Adds latencies to `all`; the commands until now.
    long end(Latencies all) {
        all.add(latencies);
        return commands;
    }
}
