package telegraph.sql.simulation;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.Condition;
import java.util.function.Function;
import telegraph.ground.Ticker;
import telegraph.ground.World;
import telegraph.sql.Telegraph;
import telegraph.store.SimDisk;
import telegraph.testkit.simulation.SimulatedThreads;

/// All that a sandbox takes from outside, as a seed decides: the order of its threads, its time,
/// its chance, its disk and its web.
///
/// Threads: those of the world.
final class SimulatedWorld {
    private static final Path DIRECTORY = Path.of("/simulated/sandbox");
    private static final Path FOLDER = Path.of("/simulated");

    /// Small, so that its limits are met.
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "workers", "2",
                    "process_memory_limit", "256MB",
                    "memory_limit", "64MB",
                    "store_cache", "1MB",
                    "checkpoint_size", "1MB",
                    "lock_timeout", "20s",
                    "http_timeout", "5s");

    /// For how long answers of sites are kept: not at all, or past the next statement and not long.
    private static final List<Map<String, String>> CACHES =
            List.of(
                    Map.of("http_cache_limit", "0"),
                    Map.of("http_cache_limit", "256KB", "http_cache_ttl", "3s"));

    final SimulatedThreads threads;
    final SimDisk disk;
    final SimulatedWeb web;
    private final World world;
    private final Map<String, String> settings;

    /// @param settings beside the usual ones
    SimulatedWorld(
            SimulatedThreads threads,
            long seed,
            SimDisk disk,
            Function<URI, String> sites,
            Map<String, String> settings) {
        this.settings = new HashMap<>(SETTINGS);
        Random chance = new Random(seed);
        this.settings.putAll(CACHES.get(chance.nextInt(CACHES.size())));
        this.settings.putAll(settings);
        this.threads = threads;
        this.disk = disk;
        this.web = new SimulatedWeb(threads, chance.nextLong(), sites, chance.nextDouble() * 0.4);
        this.world =
                new World(
                        new Time(threads),
                        threads.clock(),
                        chance,
                        SimulatedDisk.over(disk, threads, chance.nextLong()),
                        web::builder,
                        "somebody",
                        1);
    }

    /// Opens what the disk holds.
    Telegraph open() {
        return Telegraph.open(world, DIRECTORY, FOLDER, settings, Map.of());
    }

    private record Time(SimulatedThreads threads) implements Ticker {
        @Override
        public long nanos() {
            return threads.nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            threads.sleep(duration);
        }

        @Override
        public long await(Condition signal, long nanos) throws InterruptedException {
            return threads.await(signal, nanos);
        }
    }
}
