package telegraph.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
        Options options =
                Options.of(
                        args, List.of("--quick"), Map.of("--scale", List.of(), "--dir", List.of()));
        boolean quick = options.has("--quick");
        double scale = Double.parseDouble(options.last("--scale", quick ? "0.1" : "1"));
        Path directory = Path.of(options.last("--dir", "bench/target"));
        Report report = new Report("online", quick);
        try (DuckDb duck = new DuckDb(THREADS);
                TelegraphRuns telegraph = new TelegraphRuns(THREADS, 1)) {
            TpchFiles files = TpchFiles.at(directory, scale, duck);
            new TpchBench(report, quick, files, duck, telegraph).run();
        }
        new FlightsBench(report, quick).run();
        report.finish();
    }
}
