package telegraph.bench;

import java.util.List;

/// Measures the eddy against the best and the worst that one could have chosen for it.
///
/// `--quick` takes smaller inputs and fewer repetitions.
public final class EddyBench {
    private EddyBench() {}

    public static void main(String[] args) throws Exception {
        boolean quick = List.of(args).contains("--quick");
        Report report = new Report("eddy", quick);
        new FilterBench(report, quick).run();
        new SiteBench(report, quick).run();
        new RequestsBench(report, quick).run();
        report.finish();
    }
}
