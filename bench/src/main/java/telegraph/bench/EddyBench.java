package telegraph.bench;

import java.util.List;
import java.util.Map;

/// Measures the eddy against the best and the worst that one could have chosen for it.
///
/// `--quick` takes smaller inputs and fewer repetitions; `--only filters`, `sites` or `competition`
/// measures some of it.
public final class EddyBench {
    private EddyBench() {}

    public static void main(String[] args) throws Exception {
        Options options =
                Options.of(
                        args,
                        List.of("--quick"),
                        Map.of("--only", List.of("filters", "sites", "competition", "requests")));
        boolean quick = options.has("--quick");
        String part = options.last("--only", "");
        Report report = new Report("eddy", part, quick);
        if (part.isEmpty() || part.equals("filters")) {
            new FilterBench(report, quick).run();
        }
        if (part.isEmpty() || part.equals("sites")) {
            new SiteBench(report, quick).run();
        }
        if (part.isEmpty() || part.equals("competition")) {
            new CompetitionBench(report, quick).run();
        }
        if (part.isEmpty() || part.equals("requests")) {
            new RequestsBench(report, quick).run();
        }
        report.finish();
    }
}
