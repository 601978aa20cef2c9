package telegraph.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import telegraph.bench.run.BlockRun;
import telegraph.bench.run.RowSource;
import telegraph.bench.run.WorkFilter;

/// Five filters over one scan: what choosing their order costs, and what it gains.
final class FilterBench {
    private static final int WARM = 8;
    private static final int CANDIDATES = 3;

    private final Report report;
    private final long rows;
    private final int sets;
    private final int ordersMax;
    private final int repeats;

    FilterBench(Report report, boolean quick) {
        this.report = report;
        this.rows = quick ? 1_000_000 : 4_000_000;
        this.sets = quick ? 3 : 6;
        this.ordersMax = quick ? 24 : 120;
        this.repeats = quick ? 5 : 11;
    }

    void run() throws InterruptedException {
        overhead("overhead", filters(new Random(5)), 1.10);
        List<WorkFilter> same = new ArrayList<>();
        for (int f = 0; f < 5; f++) {
            same.add(new WorkFilter("f" + f, f * 7919, 800, 10));
        }
        overhead("overhead-equal", same, 1.05);
        orders();
    }

    private static List<WorkFilter> filters(Random random) {
        List<WorkFilter> filters = new ArrayList<>();
        for (int f = 0; f < 5; f++) {
            int passes = 50 + random.nextInt(900);
            int steps = (int) Math.pow(10, 0.3 + 2 * random.nextDouble());
            filters.add(new WorkFilter("f" + f, f * 7919, passes, steps));
        }
        return filters;
    }

    private BlockRun scan(List<WorkFilter> filters, String policy) {
        RowSource source = new RowSource("rows", rows, (row, column) -> row, "id");
        return new BlockRun().input(source).filters(filters).policy(policy);
    }

    /// Best first by what is known of the filters.
    private static List<WorkFilter> byRank(List<WorkFilter> filters) {
        List<WorkFilter> sorted = new ArrayList<>(filters);
        sorted.sort((a, b) ->
                Double.compare(
                        (a.steps() + 3.0) / (1000 - a.passes()),
                        (b.steps() + 3.0) / (1000 - b.passes())));
        return sorted;
    }

    private void overhead(String name, List<WorkFilter> filters, double bound)
            throws InterruptedException {
        double[] adaptive = new double[repeats];
        double[] fixed = new double[repeats];
        for (int r = -WARM; r < repeats; r++) {
            double a = cpuMillis(scan(filters, "rank"));
            double f = cpuMillis(scan(byRank(filters), "fixed"));
            if (r >= 0) {
                adaptive[r] = a;
                fixed[r] = f;
            }
        }
        double[] ratios = new double[repeats];
        Arrays.setAll(ratios, r -> adaptive[r] / fixed[r]);
        // Runs side by side share what else the machine does.
        double ratio = Report.median(ratios);
        report.section(
                "Overhead: " + name,
                "Five filters over "
                        + rows
                        + " rows, one worker; processor time, medians of "
                        + repeats
                        + ".",
                "routing",
                "CPU ms",
                "ratio");
        report.row("best fixed order", Report.median(fixed), 1.0);
        report.row("rank", Report.median(adaptive), ratio);
        report.atMost(name, ratio, bound);
    }

    private void orders() throws InterruptedException {
        report.section(
                "Filters",
                "All orders of five filters with random costs and pass rates over "
                        + rows / 4
                        + " rows; the best, the worst and the adaptive run again and again in turn; processor time, medians.",
                "set",
                "best CPU ms",
                "worst CPU ms",
                "rank CPU ms",
                "rank / best",
                "worst / rank");
        double best = 0;
        double worst = 0;
        for (int set = 0; set < sets; set++) {
            double[] ratios = orders(set);
            best += Math.log(ratios[0]);
            worst += Math.log(ratios[1]);
        }
        report.atMost("filters-to-best", Math.exp(best / sets), 1.15);
        report.atLeast("filters-to-worst", Math.exp(worst / sets), 3);
    }

    /// One run of each order finds candidates; those and the adaptive run are then measured in
    /// turn.
    private double[] orders(int set) throws InterruptedException {
        List<WorkFilter> filters = filters(new Random(100 + set));
        List<List<WorkFilter>> orders = new ArrayList<>();
        permute(new ArrayList<>(), filters, orders);
        Collections.shuffle(orders, new Random(set));
        orders = new ArrayList<>(orders.subList(0, Math.min(ordersMax, orders.size())));
        orders.add(byRank(filters));
        orders.add(byRank(filters).reversed());
        Map<List<WorkFilter>, Double> once = new HashMap<>();
        for (List<WorkFilter> order : orders) {
            once.put(order, quarter(order, "fixed"));
        }
        orders.sort(Comparator.comparing(once::get));
        List<List<WorkFilter>> candidates = new ArrayList<>(orders.subList(0, CANDIDATES));
        candidates.add(orders.getLast());
        double[][] fixed = new double[candidates.size()][repeats];
        double[] adaptive = new double[repeats];
        for (int r = 0; r < repeats; r++) {
            for (int c = 0; c < fixed.length; c++) {
                fixed[c][r] = quarter(candidates.get(c), "fixed");
            }
            adaptive[r] = quarter(filters, "rank");
        }
        double best = Double.MAX_VALUE;
        for (int c = 0; c < CANDIDATES; c++) {
            best = Math.min(best, Report.median(fixed[c]));
        }
        double worst = Report.median(fixed[CANDIDATES]);
        double rank = Report.median(adaptive);
        report.row(set, best, worst, rank, rank / best, worst / rank);
        return new double[] {rank / best, worst / rank};
    }

    private double quarter(List<WorkFilter> filters, String policy) throws InterruptedException {
        RowSource source = new RowSource("rows", rows / 4, (row, column) -> row, "id");
        return cpuMillis(new BlockRun().input(source).filters(filters).policy(policy));
    }

    private static double cpuMillis(BlockRun run) throws InterruptedException {
        run.millis();
        return run.cpuMillis;
    }

    private static void permute(
            List<WorkFilter> head, List<WorkFilter> rest, List<List<WorkFilter>> all) {
        if (rest.isEmpty()) {
            all.add(List.copyOf(head));
            return;
        }
        for (WorkFilter next : rest) {
            List<WorkFilter> longer = new ArrayList<>(head);
            longer.add(next);
            List<WorkFilter> left = new ArrayList<>(rest);
            left.remove(next);
            permute(longer, left, all);
        }
    }
}
