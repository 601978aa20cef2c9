package telegraph.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.bench.load.Load;
import telegraph.bench.load.LoadPlan;
import telegraph.bench.load.LoadResult;
import telegraph.bench.load.LoadWorker;

/// Measures short transactions on Telegraph's tables and on its peers, each in a process of its
/// own.
///
/// The load is that of a study of Derby on machines with many processors: a table FOO(a INTEGER
/// PRIMARY KEY, b CHAR(96)), and threads that read or change a row by its key and commit. `--quick`
/// runs fewer of them for a shorter time; `--peer NAME` (again and again) only those peers.
public final class SelectloadBench {
    private static final String STORE = "telegraph-store";
    private static final String JDBC = "telegraph";

    private final Report report;
    private final boolean quick;
    private final Map<String, List<LoadResult>> results = new LinkedHashMap<>();
    private final Map<String, String> commits = new LinkedHashMap<>();

    private SelectloadBench(boolean quick) {
        this.quick = quick;
        this.report = new Report("selectload", quick);
    }

    public static void main(String[] args) throws Exception {
        Options options = Options.of(args, List.of("--quick"), Map.of("--peer", LoadWorker.PEERS));
        SelectloadBench bench = new SelectloadBench(options.has("--quick"));
        List<String> peers = options.all("--peer");
        for (String peer : peers.isEmpty() ? LoadWorker.PEERS : peers) {
            bench.run(peer);
        }
        bench.tables();
        bench.goals();
        bench.report.finish();
    }

    /// All loads on one peer; one that fails is missing from the tables, and says why.
    private void run(String peer) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:+UseParallelGC",
                        "-Xms2g",
                        "-Xmx2g",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadWorker.class.getName(),
                        peer));
        if (quick) {
            command.add("--quick");
        }
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        results.put(peer, new ArrayList<>());
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(LoadWorker.COMMITS)) {
                    commits.put(peer, line.substring(LoadWorker.COMMITS.length()));
                }
                LoadResult.parse(line).ifPresent(results.get(peer)::add);
            }
        }
        if (process.waitFor() != 0) {
            System.err.println("bench selectload: peer=" + peer + " failed");
        }
    }

    private void tables() {
        report.section(
                "Peers", "Each in a process of its own, with the same heap.", "peer", "commit");
        commits.forEach((peer, setting) -> report.row(peer, setting));
        LoadPlan plan = LoadPlan.of(quick);
        for (Load load : Load.values()) {
            report.section(
                    load.label(),
                    "Transactions of one statement; median and 99th percentile of their latencies,"
                            + " and processor time of their own threads, in microseconds; bytes of"
                            + " heap allocated per transaction.",
                    "peer",
                    "threads",
                    "transactions/s",
                    "speed-up",
                    "p50 us",
                    "p99 us",
                    "cpu us",
                    "bytes");
            for (String peer : results.keySet()) {
                for (int threads : plan.threads(load)) {
                    row(peer, load, threads);
                }
            }
        }
        visits();
        contention();
    }

    private void row(String peer, Load load, int threads) {
        for (LoadResult result : results.get(peer)) {
            if (result.load() == load && result.threads() == threads) {
                report.row(
                        peer,
                        threads,
                        Math.round(result.transactionsPerSecond()),
                        result.transactionsPerSecond() / rate(peer, load, 1),
                        result.p50Micros(),
                        result.p99Micros(),
                        result.cpuMicros(),
                        result.bytes());
            }
        }
    }

    private void visits() {
        report.section(
                "Visits",
                "What a transaction of Telegraph's store asks of its lock manager and latches; the"
                        + " study counted 12 to 15 visits of the lock manager for one SELECT.",
                "load",
                "threads",
                "lock manager calls",
                "latch retries",
                "log syncs");
        for (LoadResult result : results.getOrDefault(STORE, List.of())) {
            report.row(
                    result.load().label(),
                    result.threads(),
                    result.visits(),
                    result.latchRetries(),
                    result.syncs());
        }
    }

    private void contention() {
        report.section(
                "Contention in the SELECT run",
                "Waits for monitors and parked threads per 1,000 transactions, by the flight"
                        + " recorder, in a run of its own.",
                "peer",
                "threads",
                "monitors",
                "parks");
        results.forEach((peer, all) -> {
            for (LoadResult result : all) {
                if (result.load() == Load.SELECT) {
                    report.row(
                            peer,
                            result.threads(),
                            1_000 * result.monitors(),
                            1_000 * result.parks());
                }
            }
        });
    }

    private LoadResult find(String peer, Load load, int threads) {
        for (LoadResult result : results.getOrDefault(peer, List.of())) {
            if (result.load() == load && result.threads() == threads) {
                return result;
            }
        }
        double none = Double.NaN;
        return new LoadResult(
                load, threads, none, none, none, none, none, none, none, none, none, none);
    }

    private double rate(String peer, Load load, int threads) {
        return find(peer, load, threads).transactionsPerSecond();
    }

    private double ratio(String ours, String peer, Load load, int threads) {
        return rate(ours, load, threads) / rate(peer, load, threads);
    }

    private void goals() {
        report.atLeast("select-jdbc-over-h2-at-2", ratio(JDBC, "h2", Load.SELECT, 2), 2);
        report.atLeast("select-jdbc-over-derby-at-2", ratio(JDBC, "derby", Load.SELECT, 2), 8);
        report.atLeast("select-store-over-lmdb-at-2", ratio(STORE, "lmdb", Load.SELECT, 2), 2);
        report.atLeast(
                "select-store-over-lmdb-new-readers-at-2",
                ratio(STORE, "lmdb-new-readers", Load.SELECT, 2),
                2);
        scaling("jdbc", JDBC);
        scaling("store", STORE);
        double monitors =
                find(JDBC, Load.SELECT, 2).monitors()
                        + find(JDBC, Load.SELECT, 8).monitors()
                        + find(STORE, Load.SELECT, 2).monitors()
                        + find(STORE, Load.SELECT, 8).monitors();
        report.atMost("select-monitor-waits-per-million", 1e6 * monitors, 0);
        report.atMost("lock-calls-select", find(STORE, Load.SELECT, 2).visits(), 2);
        report.atMost("lock-calls-update", find(STORE, Load.UPDATE, 8).visits(), 4);
        report.atMost("lock-calls-delete", find(STORE, Load.DELETE, 2).visits(), 4);
        report.atLeast("update-over-sqlite-at-1", ratio(JDBC, "sqlite", Load.UPDATE, 1), 1);
        report.atLeast("update-over-derby-at-1", ratio(JDBC, "derby", Load.UPDATE, 1), 1);
        report.atLeast("update-over-derby-at-8", ratio(JDBC, "derby", Load.UPDATE, 8), 2);
        report.atMost("select-bytes-store", find(STORE, Load.SELECT, 2).bytes(), 0.01);
    }

    private void scaling(String name, String peer) {
        report.atLeast(
                "select-" + name + "-2-over-1",
                rate(peer, Load.SELECT, 2) / rate(peer, Load.SELECT, 1),
                1.8);
        report.atLeast(
                "select-" + name + "-8-over-2",
                rate(peer, Load.SELECT, 8) / rate(peer, Load.SELECT, 2),
                0.9);
    }
}
