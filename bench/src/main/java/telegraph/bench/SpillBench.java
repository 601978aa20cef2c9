package telegraph.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.bench.run.DuckDb;
import telegraph.bench.run.TelegraphRuns;
import telegraph.bench.tpch.TpchTables;
import telegraph.ground.TelegraphException;

/// Measures a join, an aggregate and a sort with all the memory they would like, half of it, and a
/// tenth.
///
/// What they would like is what they held at most when nothing limited them; for a budget below
/// what a query needs to begin with, the table says so. `--quick` takes scale 0.1; `--scale N` and
/// `--dir FOLDER` say which data and where they are kept.
public final class SpillBench {
    private static final int THREADS = 2;
    private static final double SLOWER_MAX = 3;
    private static final double FIRST_LATER_MAX = 1.1;
    private static final double TENTH = 0.1;
    private static final double[] SHARES = {1, 0.5, TENTH};
    private static final double MEGABYTE = 1 << 20;

    /// A query that keeps much of what it reads.
    private record Hungry(String name, String sql, boolean streams) {}

    private static final List<Hungry> QUERIES =
            List.of(
                    new Hungry(
                            "join",
                            "SELECT count(*), sum(l_extendedprice), max(o_clerk), max(o_comment)"
                                    + " FROM orders JOIN lineitem ON l_orderkey = o_orderkey",
                            false),
                    new Hungry(
                            "join, rows",
                            "SELECT o_clerk, o_totalprice, l_quantity FROM orders"
                                    + " JOIN lineitem ON l_orderkey = o_orderkey"
                                    + " WHERE l_quantity > 45",
                            true),
                    new Hungry(
                            "aggregate",
                            "SELECT count(*), sum(q), max(c) FROM (SELECT l_orderkey, l_suppkey,"
                                    + " sum(l_quantity) AS q, max(l_comment) AS c FROM lineitem"
                                    + " GROUP BY l_orderkey, l_suppkey) AS g",
                            false),
                    new Hungry(
                            "sort",
                            "SELECT count(*), max(n) FROM (SELECT row_number() OVER (ORDER BY"
                                    + " l_extendedprice, l_orderkey) AS n FROM lineitem) AS s",
                            false));

    private final Report report;
    private final int turns;

    private SpillBench(Report report, int turns) {
        this.report = report;
        this.turns = turns;
    }

    public static void main(String[] args) throws Exception {
        Options options =
                Options.of(
                        args, List.of("--quick"), Map.of("--scale", List.of(), "--dir", List.of()));
        boolean quick = options.has("--quick");
        double scale = Double.parseDouble(options.last("--scale", quick ? "0.1" : "1"));
        Path directory = Path.of(options.last("--dir", "bench/target"));
        Report report = new Report("spill", quick);
        TpchTables data;
        try (DuckDb duck = new DuckDb(THREADS)) {
            data = TpchTables.at(directory, scale, duck::execute);
        }
        try (TelegraphRuns telegraph = new TelegraphRuns(THREADS, 1)) {
            new SpillBench(report, quick ? 1 : 3).run(data, telegraph);
        }
        report.finish();
    }

    private void run(TpchTables data, TelegraphRuns telegraph)
            throws IOException, InterruptedException {
        for (String view : data.views(TpchTables.Format.PARQUET, TpchTables.Dialect.TELEGRAPH)) {
            telegraph.execute(view);
        }
        telegraph.execute("SET estimates = off");
        report.section(
                "From memory to disk",
                ("%s, %.0f MB of Parquet, two threads; milliseconds, medians of %d. The budget in"
                                + " MB; the first row of a grouped query is its last.")
                        .formatted(
                                data.folder().getFileName(),
                                data.bytes(TpchTables.Format.PARQUET) / MEGABYTE,
                                turns),
                "query",
                "budget",
                "of need",
                "all",
                "in relation",
                "first row",
                "in relation");
        for (Hungry query : QUERIES) {
            measure(query, telegraph);
        }
    }

    private void measure(Hungry query, TelegraphRuns telegraph) throws InterruptedException {
        telegraph.execute("SET memory_limit = '3GB'");
        telegraph.timed(query.sql());
        TelegraphRuns.Timed free = telegraph.timed(query.sql());
        List<Object[]> right = free.rows();
        double inMemory = 0;
        double firstInMemory = 0;
        for (double share : SHARES) {
            // A little more than the most it had, which chance decides in part.
            long budget = (long) (free.peakBytes() * share * (share == 1 ? 1.1 : 1));
            telegraph.execute("SET memory_limit = '" + budget / 1024 + "KB'");
            double[] all = new double[turns];
            double[] first = new double[turns];
            try {
                for (int t = 0; t < turns; t++) {
                    TelegraphRuns.Timed timed = telegraph.timed(query.sql());
                    demandSame(query, right, timed.rows());
                    all[t] = timed.millis();
                    first[t] = timed.firstMillis();
                }
            } catch (TelegraphException e) {
                report.row(
                        query.name(),
                        budget / MEGABYTE,
                        percent(share),
                        e.getMessage(),
                        "",
                        "",
                        "");
                Arrays.fill(all, Double.POSITIVE_INFINITY);
                Arrays.fill(first, Double.POSITIVE_INFINITY);
            }
            double took = Report.median(all);
            double firstTook = Report.median(first);
            if (share == 1) {
                inMemory = took;
                firstInMemory = firstTook;
            }
            if (took < Double.POSITIVE_INFINITY) {
                report.row(
                        query.name(),
                        budget / MEGABYTE,
                        percent(share),
                        took,
                        took / inMemory,
                        firstTook,
                        firstTook / firstInMemory);
            }
            if (share == TENTH) {
                String name = query.name().replace(", ", "-");
                report.atMost(name + ".at-a-tenth", took / inMemory, SLOWER_MAX);
                if (query.streams()) {
                    report.atMost(name + ".first-row", firstTook / firstInMemory, FIRST_LATER_MAX);
                }
            }
        }
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    /// Rows that leave as they come have no order.
    private static void demandSame(Hungry query, List<Object[]> right, List<Object[]> rows) {
        boolean same = query.streams() ? rows.size() == right.size() : same(right, rows);
        if (!same) {
            throw new IllegalStateException(
                    "answers agree whatever the budget: query=" + query.name());
        }
    }

    private static boolean same(List<Object[]> right, List<Object[]> rows) {
        List<String> a = new ArrayList<>();
        List<String> b = new ArrayList<>();
        right.forEach(row -> a.add(String.format(Locale.ROOT, "%s", List.of(row))));
        rows.forEach(row -> b.add(String.format(Locale.ROOT, "%s", List.of(row))));
        return a.equals(b);
    }
}
