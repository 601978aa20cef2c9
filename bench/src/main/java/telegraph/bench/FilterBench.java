package telegraph.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Five filters over one scan: what choosing their order costs, and what it gains.
final class FilterBench {
    private static final int WARM = 8;

    private final Report report;
    private final long rows;
    private final int sets;
    private final int ordersMax;
    private final int repeats;

    FilterBench(Report report, boolean quick) {
        this.report = report;
        this.rows = quick ? 400_000 : 2_000_000;
        this.sets = quick ? 3 : 8;
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
            double a = scan(filters, "rank").millis();
            double f = scan(byRank(filters), "fixed").millis();
            if (r >= 0) {
                adaptive[r] = a;
                fixed[r] = f;
            }
        }
        double[] ratios = new double[repeats];
        java.util.Arrays.setAll(ratios, r -> adaptive[r] / fixed[r]);
        // Runs side by side share what else the machine does.
        double ratio = Report.median(ratios);
        report.section(
                "Overhead: " + name,
                "Five filters over " + rows + " rows, one worker, medians of " + repeats + ".",
                "routing",
                "ms",
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
                        + " rows (median of 3 runs each), against the adaptive run.",
                "set",
                "best ms",
                "worst ms",
                "rank ms",
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

    private double[] orders(int set) throws InterruptedException {
        List<WorkFilter> filters = filters(new Random(100 + set));
        List<List<WorkFilter>> orders = new ArrayList<>();
        permute(new ArrayList<>(), filters, orders);
        java.util.Collections.shuffle(orders, new Random(set));
        orders = new ArrayList<>(orders.subList(0, Math.min(ordersMax, orders.size())));
        orders.add(byRank(filters));
        orders.add(byRank(filters).reversed());
        double best = Double.MAX_VALUE;
        double worst = 0;
        double[] adaptive = new double[orders.size() / 4];
        for (int o = 0; o < orders.size(); o++) {
            double millis = fixed(orders.get(o));
            best = Math.min(best, millis);
            worst = Math.max(worst, millis);
            if (o % 4 == 0 && o / 4 < adaptive.length) {
                adaptive[o / 4] = quarter(filters, "rank");
            }
        }
        double rank = Report.median(adaptive);
        report.row(set, best, worst, rank, rank / best, worst / rank);
        return new double[] {rank / best, worst / rank};
    }

    private double fixed(List<WorkFilter> order) throws InterruptedException {
        double[] runs = new double[3];
        for (int r = 0; r < runs.length; r++) {
            runs[r] = quarter(order, "fixed");
        }
        return Report.median(runs);
    }

    private double quarter(List<WorkFilter> filters, String policy) throws InterruptedException {
        RowSource source = new RowSource("rows", rows / 4, (row, column) -> row, "id");
        return new BlockRun().input(source).filters(filters).policy(policy).millis();
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
