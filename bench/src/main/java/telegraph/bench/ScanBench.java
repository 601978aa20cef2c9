package telegraph.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import telegraph.bench.run.DuckDb;
import telegraph.bench.tpch.PeerProcess;
import telegraph.bench.tpch.Same;
import telegraph.bench.tpch.TpchQuery;
import telegraph.bench.tpch.TpchTables;

/// Measures the 22 queries of TPC-H over files, beside DuckDB over the same files, and H2 and
/// Calcite's enumerable runtime over rows in memory.
///
/// Each is a process of its own with as many threads as it can use of two; they take turns, query
/// by query. Every answer is held against DuckDB's. `--quick` takes scale 0.1 and one turn;
/// `--scale N` one scale only, `--format F` one format, `--query N` one query, `--few` leaves H2
/// and Calcite out, `--dir FOLDER` says where the files are kept.
public final class ScanBench {
    private static final int THREADS = 2;
    private static final int SECONDS_MAX = 120;
    private static final double SLOW_PEERS_AT_LEAST = 20;
    private static final double PARQUET_MAX = 1.25;
    private static final double CSV_MAX = 1.0;
    private static final double WORST_MAX = 4;
    private static final int WORDS_MAX = 60;
    private static final double MEGABYTE = 1 << 20;

    private final Report report;
    private final int turns;
    private final boolean slowPeers;
    private final List<TpchQuery> queries;

    private ScanBench(Report report, int turns, boolean slowPeers, List<TpchQuery> queries) {
        this.report = report;
        this.turns = turns;
        this.slowPeers = slowPeers;
        this.queries = queries;
    }

    public static void main(String[] args) throws Exception {
        Options options =
                Options.of(
                        args,
                        List.of("--quick", "--few"),
                        Map.of(
                                "--dir", List.of(),
                                "--scale", List.of(),
                                "--format", List.of("parquet", "csv"),
                                "--query", List.of()));
        boolean quick = options.has("--quick");
        Path directory = Path.of(options.last("--dir", "bench/target"));
        List<Double> scales = options.all("--scale").stream().map(Double::valueOf).toList();
        if (scales.isEmpty()) {
            scales = quick ? List.of(0.1) : List.of(0.1, 1.0);
        }
        List<TpchTables.Format> formats =
                options.all("--format").stream()
                        .map(name -> TpchTables.Format.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList();
        if (formats.isEmpty()) {
            formats = List.of(TpchTables.Format.PARQUET, TpchTables.Format.CSV);
        }
        List<TpchQuery> queries = new ArrayList<>();
        for (String number : options.all("--query")) {
            queries.add(TpchQuery.of(Integer.parseInt(number)));
        }
        if (queries.isEmpty()) {
            queries.addAll(TpchQuery.all());
        }
        Report report = new Report("scan", quick);
        ScanBench bench =
                new ScanBench(report, quick ? 1 : 3, !quick && !options.has("--few"), queries);
        for (double scale : scales) {
            for (TpchTables.Format format : formats) {
                bench.measure(data(directory, scale), scale, format);
            }
        }
        report.finish();
    }

    private static TpchTables data(Path directory, double scale) throws IOException, SQLException {
        try (DuckDb duck = new DuckDb(THREADS)) {
            return TpchTables.at(directory, scale, duck::execute);
        }
    }

    private void measure(TpchTables data, double scale, TpchTables.Format format)
            throws IOException, ClassNotFoundException {
        List<PeerProcess.Kind> kinds = new ArrayList<>();
        kinds.add(PeerProcess.Kind.DUCKDB);
        kinds.add(PeerProcess.Kind.TELEGRAPH);
        // What they have in memory does not depend on the files.
        if (slowPeers && format == TpchTables.Format.PARQUET) {
            kinds.add(PeerProcess.Kind.H2);
            kinds.add(PeerProcess.Kind.CALCITE);
        }
        report.section(
                "Scale " + scale + " from " + format,
                ("%.0f MB; two threads; milliseconds, medians of %d after a warm run (H2 and Calcite:"
                                + " one run of at most %d s over rows in memory). Memory is the"
                                + " most the process had, in MB, that of its Java heap included.")
                        .formatted(data.bytes(format) / MEGABYTE, turns, slowSeconds(scale)),
                "query",
                "Telegraph",
                "DuckDB",
                "ratio",
                "CPU Telegraph",
                "CPU DuckDB",
                "memory Telegraph",
                "memory DuckDB",
                "H2",
                "Calcite");
        Map<PeerProcess.Kind, PeerProcess> peers = new EnumMap<>(PeerProcess.Kind.class);
        try {
            for (PeerProcess.Kind kind : kinds) {
                peers.put(kind, PeerProcess.start(kind, THREADS, data, format));
            }
            Ratios ratios = new Ratios();
            for (TpchQuery query : queries) {
                measure(query, peers, slowSeconds(scale), ratios);
            }
            goals(scale, format, ratios);
        } finally {
            for (PeerProcess peer : peers.values()) {
                peer.close();
            }
        }
    }

    /// Enough to see whether they take twenty times as long.
    private static int slowSeconds(double scale) {
        return scale < 1 ? 3 : 6;
    }

    /// Times of others in relation to ours, query by query.
    private static final class Ratios {
        private final List<Double> toDuck = new ArrayList<>();
        private final List<Double> ofH2 = new ArrayList<>();
        private final List<Double> ofCalcite = new ArrayList<>();
        private int wrong;
    }

    private void measure(
            TpchQuery query,
            Map<PeerProcess.Kind, PeerProcess> peers,
            int slowSeconds,
            Ratios ratios)
            throws IOException, ClassNotFoundException {
        PeerProcess duck = peers.get(PeerProcess.Kind.DUCKDB);
        PeerProcess telegraph = peers.get(PeerProcess.Kind.TELEGRAPH);
        PeerProcess.Answered right = duck.ask(query, SECONDS_MAX);
        PeerProcess.Answered ours = telegraph.ask(query, SECONDS_MAX);
        Optional<String> difference =
                ours.trouble().isEmpty()
                        ? Same.difference(right.rows(), ours.rows())
                        : Optional.of(ours.trouble());
        if (difference.isPresent()) {
            ratios.wrong++;
            report.row(query.name(), difference.get(), "", "", "", "", "", "", "", "");
            return;
        }
        double[][] times = new double[2][turns];
        double[][] processor = new double[2][turns];
        long[] memory = new long[2];
        for (int t = 0; t < turns; t++) {
            PeerProcess.Answered[] both = {
                telegraph.ask(query, SECONDS_MAX), duck.ask(query, SECONDS_MAX)
            };
            for (int p = 0; p < both.length; p++) {
                times[p][t] = both[p].millis();
                processor[p][t] = both[p].cpuMillis();
                memory[p] = Math.max(memory[p], both[p].peakBytes());
            }
        }
        double own = Report.median(times[0]);
        double others = Report.median(times[1]);
        ratios.toDuck.add(own / others);
        report.row(
                query.name(),
                own,
                others,
                own / others,
                Report.median(processor[0]),
                Report.median(processor[1]),
                Math.round(memory[0] / MEGABYTE),
                Math.round(memory[1] / MEGABYTE),
                slow(peers.get(PeerProcess.Kind.H2), query, slowSeconds, own, ratios.ofH2),
                slow(
                        peers.get(PeerProcess.Kind.CALCITE),
                        query,
                        slowSeconds,
                        own,
                        ratios.ofCalcite));
    }

    /// The time of a peer that may give up; then at least so long.
    private static Object slow(
            PeerProcess peer, TpchQuery query, int seconds, double own, List<Double> ratios)
            throws IOException, ClassNotFoundException {
        if (peer == null) {
            return "";
        }
        PeerProcess.Answered answered = peer.ask(query, seconds);
        if (answered.trouble().isEmpty()) {
            ratios.add(answered.millis() / own);
            return answered.millis();
        }
        if (answered.trouble().startsWith("more than")) {
            ratios.add(seconds * 1_000 / own);
        }
        String trouble = answered.trouble();
        return trouble.substring(0, Math.min(WORDS_MAX, trouble.length()));
    }

    private void goals(double scale, TpchTables.Format format, Ratios ratios) {
        String name = "scale-" + scale + "." + format.ending();
        boolean csv = format == TpchTables.Format.CSV;
        report.atMost(name + ".wrong", ratios.wrong, 0);
        if (ratios.toDuck.isEmpty()) {
            return;
        }
        report.atMost(
                name + ".to-duckdb", geometricMean(ratios.toDuck), csv ? CSV_MAX : PARQUET_MAX);
        report.atMost(
                name + ".worst-to-duckdb",
                ratios.toDuck.stream().mapToDouble(r -> r).max().orElseThrow(),
                WORST_MAX);
        if (!ratios.ofH2.isEmpty()) {
            report.atLeast(name + ".h2", geometricMean(ratios.ofH2), SLOW_PEERS_AT_LEAST);
        }
        if (!ratios.ofCalcite.isEmpty()) {
            report.atLeast(name + ".calcite", geometricMean(ratios.ofCalcite), SLOW_PEERS_AT_LEAST);
        }
    }

    private static double geometricMean(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElseThrow());
    }
}
