package telegraph.bench;

import java.util.Arrays;
import java.util.List;

/// Runs the measurement of a name: `telegraph bench NAME [--quick]`.
public final class Bench {
    private static final List<String> NAMES =
            List.of(
                    "crawl",
                    "doors",
                    "eddy",
                    "layout",
                    "locks",
                    "memory",
                    "online",
                    "scan",
                    "selectload",
                    "spill");

    private Bench() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 0 || !NAMES.contains(args[0])) {
            System.err.println(
                    "usage: telegraph bench NAME [--quick], where NAME is one of " + NAMES);
            System.exit(2);
        }
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        switch (args[0]) {
            case "crawl" -> CrawlBench.main(rest);
            case "doors" -> DoorsBench.main(rest);
            case "eddy" -> EddyBench.main(rest);
            case "locks" -> LocksBench.main(rest);
            case "online" -> OnlineBench.main(rest);
            case "memory" -> MemoryBench.main(rest);
            case "scan" -> ScanBench.main(rest);
            case "selectload" -> SelectloadBench.main(rest);
            case "spill" -> SpillBench.main(rest);
            default -> org.openjdk.jmh.Main.main(layout(rest));
        }
    }

    /// One fork and few iterations, fewer still in a hurry.
    private static String[] layout(String[] args) {
        String iterations = List.of(args).contains("--quick") ? "1" : "3";
        return new String[] {
            BatchLayoutBenchmark.class.getSimpleName(),
            "-f",
            "1",
            "-wi",
            iterations,
            "-i",
            iterations
        };
    }
}
