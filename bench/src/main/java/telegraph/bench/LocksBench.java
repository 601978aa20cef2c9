package telegraph.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import telegraph.bench.locks.LockRun;
import telegraph.bench.locks.LockRun.Scenario;

/// Measures a cache under six kinds of locks, in the four scenarios of a study of locking in
/// caches: reads that are fast or take as long as a disk, and four of them to a write or one.
///
/// `--quick` measures each for a shorter time, and once.
public final class LocksBench {
    private static final int SYNCHRONIZED = 0;
    private static final int READ_WRITE = 2;
    private static final int OPTIMISTIC = 4;
    private static final int CONCURRENT = 5;

    private final boolean quick;
    private final Report report;

    private LocksBench(boolean quick) {
        this.quick = quick;
        this.report = new Report("locks", quick);
    }

    public static void main(String[] args) throws Exception {
        LocksBench bench =
                new LocksBench(Options.of(args, List.of("--quick"), Map.of()).has("--quick"));
        bench.measure();
        bench.report.finish();
    }

    private void measure() throws InterruptedException {
        List<String> kinds = LockRun.kinds();
        int cores = Runtime.getRuntime().availableProcessors();
        for (int threads : List.of(cores, 8)) {
            double[][] rates = new double[Scenario.values().length][kinds.size()];
            List<String> columns = new ArrayList<>(List.of("lock"));
            for (Scenario scenario : Scenario.values()) {
                columns.add(scenario.title());
                for (int kind = 0; kind < kinds.size(); kind++) {
                    rates[scenario.ordinal()][kind] = rate(scenario, threads, kind);
                }
            }
            report.section(
                    threads + " threads",
                    "Reads and writes a second, in thousands, on a cache of 1,024 entries. A slow"
                            + " read holds what it reads for about 50 microseconds of waiting, as"
                            + " for a disk.",
                    columns.toArray(String[]::new));
            for (int kind = 0; kind < kinds.size(); kind++) {
                List<Object> row = new ArrayList<>(List.of(kinds.get(kind)));
                for (Scenario scenario : Scenario.values()) {
                    row.add(rates[scenario.ordinal()][kind] / 1e3);
                }
                report.row(row.toArray());
            }
            ratios(threads, rates);
        }
    }

    private void ratios(int threads, double[][] rates) {
        for (Scenario scenario : Scenario.values()) {
            double[] of = rates[scenario.ordinal()];
            report.note(
                    scenario.title()
                            + ", "
                            + threads
                            + " threads: ReentrantReadWriteLock "
                            + ratio(of[READ_WRITE], of[SYNCHRONIZED])
                            + " of synchronized, optimistic reads "
                            + ratio(of[OPTIMISTIC], of[SYNCHRONIZED])
                            + ", ConcurrentHashMap "
                            + ratio(of[CONCURRENT], of[SYNCHRONIZED])
                            + ".");
        }
    }

    private static String ratio(double one, double other) {
        return String.format(Locale.ROOT, "%.2f times", one / other);
    }

    private double rate(Scenario scenario, int threads, int kind) throws InterruptedException {
        long millis = quick ? 250 : 1_000;
        double[] rates = new double[quick ? 1 : 5];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = new LockRun(scenario, threads, millis / 2, millis).measure(kind);
        }
        return Report.median(rates);
    }
}
