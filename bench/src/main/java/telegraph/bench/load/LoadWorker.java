package telegraph.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import telegraph.bench.load.JdbcPeer.Dialect;

/// Runs all loads on one peer: `LoadWorker PEER [--quick]`. Prints a line for each result.
public final class LoadWorker {
    /// The line that says what a commit waits for begins so.
    public static final String COMMITS = "commits\t";

    /// LMDB that begins a transaction for each read instead of renewing one; only reads.
    private static final String NEW_READERS = "lmdb-new-readers";

    /// Telegraph by its own API and by JDBC first, then its peers.
    public static final List<String> PEERS =
            List.of(
                    "telegraph-store",
                    "telegraph",
                    "derby",
                    "h2",
                    "hsqldb",
                    "sqlite",
                    "lmdb",
                    NEW_READERS,
                    "map");

    private static final Peer.Counts NONE = Peer.Counts.NONE;

    private LoadWorker() {}

    public static void main(String[] args) throws Exception {
        LoadPlan plan = LoadPlan.of(List.of(args).contains("--quick"));
        Path directory = Files.createTempDirectory("selectload");
        try (Peer peer = open(args[0], directory)) {
            System.out.println(COMMITS + peer.commits());
            peer.load(plan.rows());
            LoadRun run = new LoadRun(peer, plan.rows());
            run.run(Load.SELECT, 2, 0, plan.firstMillis());
            Load[] loads = args[0].equals(NEW_READERS) ? new Load[] {Load.SELECT} : Load.values();
            for (Load load : loads) {
                for (int threads : plan.threads(load)) {
                    System.out.println(measure(peer, run, load, threads, plan).line());
                }
            }
        } finally {
            delete(directory);
        }
        System.exit(0);
    }

    private static LoadResult measure(Peer peer, LoadRun run, Load load, int threads, LoadPlan plan)
            throws Exception {
        LoadRun.Outcome outcome = run.run(load, threads, plan.warmMillis(), plan.millis());
        Peer.Counts counts = NONE;
        double counted = Double.NaN;
        if (peer.counts().areKnown()) {
            Peer.Counts before = peer.counts();
            counted = run.run(load, threads, 0, plan.warmMillis()).transactions();
            counts = peer.counts().since(before);
        }
        Contention.Counts waits = null;
        double watched = Double.NaN;
        if (load == Load.SELECT) {
            try (Contention contention = new Contention()) {
                watched = run.run(load, threads, 0, plan.warmMillis()).transactions();
                waits = contention.counts();
            }
        }
        return new LoadResult(
                load,
                threads,
                outcome.transactionsPerSecond(),
                outcome.p50Micros(),
                outcome.p99Micros(),
                outcome.cpuMicros(),
                outcome.bytes(),
                counts.lockVisits() / counted,
                counts.latchRetries() / counted,
                counts.syncs() / counted,
                waits == null ? Double.NaN : waits.monitors() / watched,
                waits == null ? Double.NaN : waits.parks() / watched);
    }

    private static Peer open(String name, Path directory) throws Exception {
        return switch (name) {
            case "telegraph-store" -> new StorePeer(directory);
            case "telegraph" -> new JdbcPeer(Dialect.telegraph(), directory);
            case "derby" -> {
                System.setProperty(
                        "derby.stream.error.file", directory.resolve("derby.log").toString());
                yield new JdbcPeer(Dialect.derby(), directory);
            }
            case "h2" -> new JdbcPeer(Dialect.h2(), directory);
            case "hsqldb" -> new JdbcPeer(Dialect.hsqldb(), directory);
            case "sqlite" -> new JdbcPeer(Dialect.sqlite(), directory);
            case "lmdb" -> new LmdbPeer(directory, true);
            case NEW_READERS -> new LmdbPeer(directory, false);
            case "map" -> new MapPeer();
            default ->
                    throw new IllegalArgumentException(
                            "a peer is one of " + PEERS + ": peer=" + name);
        };
    }

    private static void delete(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
