package telegraph.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import telegraph.bench.run.DuckDb;
import telegraph.bench.run.SampledQuery;
import telegraph.bench.run.TelegraphRuns;
import telegraph.bench.run.TpchFiles;
import telegraph.bench.tpch.TpchTables.Format;

/// Aggregates of TPC-H from files: exact in DuckDB, exact here without and with estimates, and good
/// enough.
///
/// The runs of a query take turns, so that a machine that is busy for a while is so for each of
/// them; each turn samples by another seed.
final class TpchBench {
    private static final double SAME = 1e-9;
    private static final double WITHIN = 0.01;

    private static final OperatingSystemMXBean MACHINE =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Report report;
    private final int runs;
    private final TpchFiles files;
    private final DuckDb duck;
    private final TelegraphRuns telegraph;
    private final List<String> beyond = new ArrayList<>();

    TpchBench(Report report, boolean quick, TpchFiles files, DuckDb duck, TelegraphRuns telegraph) {
        this.report = report;
        this.runs = quick ? 1 : 5;
        this.files = files;
        this.duck = duck;
        this.telegraph = telegraph;
    }

    /// Medians over the turns.
    private record Found(
            double duck,
            double off,
            double on,
            double first,
            double good,
            double share,
            double ratio,
            double processor) {}

    void run() throws IOException, SQLException, InterruptedException {
        report.note(
                String.format(
                        Locale.ROOT,
                        "Load of the machine at the start, 1 being one processor busy: %.1f.",
                        MACHINE.getSystemLoadAverage()));
        for (Format format : Format.values()) {
            report.section(
                    "TPC-H from " + format,
                    ("%s, %d MB of lineitem; two threads each, milliseconds, medians of %d after a"
                                    + " warm run. Good is `ERROR WITHIN 1 PERCENT` at 95 %%: every"
                                    + " value of every group. The true error is the largest of"
                                    + " all values in the worst run. What else ran on the machine"
                                    + " can only have added to times, so with and without estimates"
                                    + " are compared by the best of their runs, and by the median"
                                    + " of their processor time.")
                            .formatted(
                                    files.folder().getFileName(),
                                    files.bytes("lineitem", format) / 1_000_000,
                                    runs),
                    "query",
                    "DuckDB exact",
                    "exact, no estimates",
                    "exact",
                    "ratio of the best",
                    "of processor time",
                    "first estimate",
                    "good",
                    "of exact",
                    "DuckDB / good",
                    "% read",
                    "true error %",
                    "least % any sample needs");
            double ratio = 0;
            for (SampledQuery query : SampledQuery.all()) {
                ratio = Math.max(ratio, measure(query, format));
            }
            report.atMost(format.ending() + ".exact-with-estimates", ratio, 1.05);
        }
        report.note(
                beyond.isEmpty()
                        ? "No goal was missed for lack of rows."
                        : "Goals that no sample can reach: " + String.join("; ", beyond) + ".");
    }

    /// @return the time of the exact answer with estimates in relation to that without
    private double measure(SampledQuery query, Format format)
            throws SQLException, InterruptedException {
        String sql = files.in(query.sql(), format);
        Outcome right = duck.ask(sql);
        double off = telegraph.ask(sql).worst(right, query.keys().size(), query.names());
        if (!(off <= SAME)) {
            throw new IllegalStateException(
                    "exact answers agree: query=" + query.name() + " difference=" + off);
        }
        double[][] times = new double[6][runs];
        double[][] processor = new double[2][runs];
        double error = 0;
        for (int r = 0; r < runs; r++) {
            telegraph.execute("SET seed = " + (r + 1));
            times[0][r] = duck.ask(sql).millis();
            for (int which : r % 2 == 0 ? new int[] {1, 2} : new int[] {2, 1}) {
                telegraph.execute("SET estimates = " + (which == 2 ? "on" : "off"));
                long before = processorNanos();
                times[which][r] = telegraph.ask(sql).millis();
                processor[which - 1][r] = processorNanos() - before;
            }
            telegraph.execute("SET estimates = on");
            times[3][r] = telegraph.firstEstimate(sql);
            Outcome good = telegraph.ask(sql + " ERROR WITHIN 1 PERCENT");
            if (!(good.claimed(query.names()) <= WITHIN)) {
                throw new IllegalStateException(
                        "a stop is within its bound: query="
                                + query.name()
                                + " claimed="
                                + good.claimed(query.names()));
            }
            times[4][r] = good.millis();
            times[5][r] = good.share();
            error = Math.max(error, good.worst(right, query.keys().size(), query.names()));
        }
        Found found =
                new Found(
                        Report.median(times[0]),
                        Report.median(times[1]),
                        Report.median(times[2]),
                        Report.median(times[3]),
                        Report.median(times[4]),
                        Report.median(times[5]),
                        least(times[2]) / least(times[1]),
                        Report.median(processor[1]) / Report.median(processor[0]));
        double least = query.leastShare(WITHIN, files, duck);
        report.row(
                query.name(),
                found.duck,
                found.off,
                found.on,
                found.ratio,
                found.processor,
                found.first,
                found.good,
                found.good / found.off,
                found.duck / found.good,
                100 * found.share,
                100 * error,
                100 * least);
        if (format == Format.CSV) {
            goals(query, found, least);
        }
        return found.ratio;
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static long processorNanos() {
        return MACHINE.getProcessCpuTime();
    }

    private void goals(SampledQuery query, Found found, double least) {
        String name = "csv." + query.name().toLowerCase(Locale.ROOT).replace(' ', '-');
        report.atMost(name + ".of-exact", found.good / found.off, 0.1);
        report.atLeast(name + ".sooner-than-duckdb", found.duck / found.good, 5);
        if (least > 0.1) {
            beyond.add(
                    String.format(
                            Locale.ROOT,
                            "%s needs a uniform sample of at least %.1f %% of the rows, be it for"
                                    + " its smallest group or because it selects so few",
                            query.name(),
                            100 * least));
        }
    }
}
