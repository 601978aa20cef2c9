package telegraph.bench;

import java.io.IOException;
import java.sql.SQLException;

/// Aggregates of TPC-H from files: exact here, exact in DuckDB.
final class TpchBench {
    private static final double SAME = 1e-9;

    private final Report report;
    private final int runs;
    private final TpchFiles files;
    private final DuckDb duck;
    private final TelegraphRuns telegraph;

    TpchBench(Report report, boolean quick, TpchFiles files, DuckDb duck, TelegraphRuns telegraph) {
        this.report = report;
        this.runs = quick ? 1 : 3;
        this.files = files;
        this.duck = duck;
        this.telegraph = telegraph;
    }

    void run() throws IOException, SQLException, InterruptedException {
        for (TpchFiles.Format format : TpchFiles.Format.values()) {
            report.section(
                    "TPC-H from " + format,
                    "%s, %d MB of lineitem; two threads each, medians of %d after a warm run."
                            .formatted(
                                    files.folder().getFileName(),
                                    files.bytes("lineitem", format) / 1_000_000,
                                    runs),
                    "query",
                    "DuckDB exact ms",
                    "exact ms",
                    "least share of rows for 1 %");
            for (SampledQuery query : SampledQuery.all()) {
                measure(query, format);
            }
        }
    }

    private void measure(SampledQuery query, TpchFiles.Format format)
            throws SQLException, InterruptedException {
        String sql = files.in(query.sql(), format);
        Outcome right = duck.ask(sql);
        Outcome ours = telegraph.ask(sql);
        double off = ours.worst(right, query.keys().size(), query.names());
        if (!(off <= SAME)) {
            throw new IllegalStateException(
                    "exact answers agree: query=" + query.name() + " difference=" + off);
        }
        double[] theirs = new double[runs];
        double[] exact = new double[runs];
        for (int r = 0; r < runs; r++) {
            theirs[r] = duck.ask(sql).millis();
            exact[r] = telegraph.ask(sql).millis();
        }
        report.row(
                query.name(),
                Report.median(theirs),
                Report.median(exact),
                query.leastShare(0.01, files, duck));
    }
}
