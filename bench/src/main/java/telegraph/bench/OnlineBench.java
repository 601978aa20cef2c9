package telegraph.bench;

import java.nio.file.Path;
import java.util.List;
import telegraph.bench.run.DuckDb;
import telegraph.bench.run.TelegraphRuns;
import telegraph.bench.run.TpchFiles;

/// Measures how soon an answer is good enough, against how soon it is exact, here and in DuckDB.
///
/// `--quick` takes TPC-H at scale 0.1 and few repetitions; `--scale N` and `--dir FOLDER` say which
/// data and where they are kept (scale 1 in `bench/target`, if nothing else is said).
public final class OnlineBench {
    private static final int THREADS = 2;

    private OnlineBench() {}

    public static void main(String[] args) throws Exception {
        List<String> given = List.of(args);
        boolean quick = given.contains("--quick");
        double scale = Double.parseDouble(option(given, "--scale", quick ? "0.1" : "1"));
        Path directory = Path.of(option(given, "--dir", "bench/target"));
        Report report = new Report("online", quick);
        try (DuckDb duck = new DuckDb(THREADS);
                TelegraphRuns telegraph = new TelegraphRuns(THREADS, 1)) {
            TpchFiles files = TpchFiles.at(directory, scale, duck);
            new TpchBench(report, quick, files, duck, telegraph).run();
        }
        new FlightsBench(report, quick).run();
        report.finish();
    }

    private static String option(List<String> given, String name, String otherwise) {
        int at = given.indexOf(name);
        return at >= 0 && at + 1 < given.size() ? given.get(at + 1) : otherwise;
    }
}
