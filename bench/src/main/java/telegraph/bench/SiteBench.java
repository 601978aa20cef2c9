package telegraph.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import telegraph.bench.run.BlockRun;
import telegraph.bench.run.RowSource;

/// Slow sites: some swap their speeds, some are late, some can be asked in two ways, some must be
/// asked ten thousand times.
final class SiteBench {
    private final Report report;
    private final boolean quick;

    SiteBench(Report report, boolean quick) {
        this.report = report;
        this.quick = quick;
    }

    void run() throws InterruptedException {
        swap();
        firstRow();
        fanOut();
        competition();
        delay();
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) {
            Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
        }
    }

    /// Two sites, each of which knows 1 row in 100, one fast and one slow, and when they swap.
    ///
    /// @param swapMillis after how long they swap
    /// @param again whether they swap again after as long, and so on
    private record Swap(String name, int rows, long swapMillis, boolean again) {
        boolean isFirstFast(long started) {
            long swaps = (System.nanoTime() - started) / (swapMillis * 1_000_000);
            return again ? swaps % 2 == 0 : swaps == 0;
        }
    }

    /// What somebody asks who knows which site is the faster one: always that one first. Two sites
    /// that never swap are to him as two that do.
    private void swap() throws InterruptedException {
        Swap often =
                quick
                        ? new Swap("every", 12_000, 500, true)
                        : new Swap("every", 24_000, 2_000, true);
        Swap once =
                quick ? new Swap("once", 3_000, 500, false) : new Swap("once", 6_000, 1_000, false);
        swap(often, 1.7, 1);
        swap(once, 1, 20);
    }

    private void swap(Swap swap, double bestGoal, double worstGoal) throws InterruptedException {
        report.section(
                "Swap " + swap.name,
                swap.rows
                        + " rows meet two sites, each of which knows 1 in 100; one answers in 2 ms"
                        + " and the other in 75 ms, and after "
                        + swap.swapMillis
                        + " ms the other way round, "
                        + (swap.again ? "again and again" : "for good")
                        + ". Three lookups at once.",
                "order",
                "s",
                "lookups a",
                "lookups b",
                "changes of route");
        double adaptive = swap("rank", "rank", swap, true, true);
        double clairvoyant = swap("clairvoyant", "fixed", swap, true, false);
        double first = swap("a, then b", "fixed", swap, true, true);
        double second = swap("b, then a", "fixed", swap, false, true);
        String goal = "swap-" + swap.name;
        report.atMost(goal + "-clairvoyant", adaptive / clairvoyant, 1.15);
        if (bestGoal > 1) {
            report.atLeast(goal + "-best-static", Math.min(first, second) / adaptive, bestGoal);
        }
        if (worstGoal > 1) {
            report.atLeast(goal + "-worst-static", Math.max(first, second) / adaptive, worstGoal);
        }
    }

    private double swap(String name, String policy, Swap swap, boolean aFirst, boolean swapping)
            throws InterruptedException {
        long started = System.nanoTime();
        RowSource driver = new RowSource("driver", swap.rows, (row, column) -> row, "x", "y");
        RowSource a = site("a", swap.rows, () -> !swapping || swap.isFirstFast(started));
        RowSource b = site("b", swap.rows, () -> swapping && !swap.isFirstFast(started));
        BlockRun run =
                new BlockRun()
                        .input(driver)
                        .input(aFirst ? a : b)
                        .input(aFirst ? b : a)
                        .equal(0, 0, 1, 0)
                        .equal(0, 1, 2, 0)
                        .policy(policy);
        double seconds = run.millis() / 1000;
        report.row(name, seconds, a.lookups.get(), b.lookups.get(), run.routes.changes().size());
        return seconds;
    }

    /// Knows the numbers divisible by 100.
    private static RowSource site(String name, int rows, BooleanSupplier fast) {
        RowSource site =
                new RowSource(name, rows, (row, column) -> row % 100 == 0 ? row : -1, "id")
                        .onlyByLookup();
        site.lookupsMax = 3;
        site.beforeLookup = id -> Thread.sleep(fast.getAsBoolean() ? 2 : 75);
        return site;
    }

    private void delay() throws InterruptedException {
        long lateMillis = quick ? 2_000 : 10_000;
        long rows = quick ? 500_000 : 2_000_000;
        delayed(rows, 0); // warm
        double[] runs = new double[3];
        for (int r = 0; r < runs.length; r++) {
            runs[r] = delayed(rows, 0);
        }
        double prompt = Report.median(runs);
        double late = delayed(rows, lateMillis);
        double ratio = late / (lateMillis + prompt);
        report.section(
                "Delay",
                "A join of three inputs of "
                        + rows
                        + ", 100,000 and 1,000 rows; the largest begins "
                        + lateMillis
                        + " ms late. The work left then is at most that of the prompt run (warm, median of 3).",
                "run",
                "ms");
        report.row("prompt", prompt);
        report.row("late", late);
        report.atMost("delay", ratio, 1.1);
    }

    private static double delayed(long rows, long lateMillis) throws InterruptedException {
        RowSource large =
                new RowSource("large", rows, (row, c) -> row * (c + 1) % 100_000, "x", "y");
        large.beforeBatch =
                row -> {
                    if (row == 0) {
                        Thread.sleep(lateMillis);
                    }
                };
        RowSource middle =
                new RowSource("middle", 100_000, (row, c) -> c == 0 ? row : row % 1_000, "id", "z");
        RowSource small = new RowSource("small", 1_000, (row, c) -> row, "id");
        BlockRun run =
                new BlockRun()
                        .input(large)
                        .input(middle)
                        .input(small)
                        .equal(0, 0, 1, 0)
                        .equal(1, 1, 2, 0);
        run.workers = 2;
        return run.millis();
    }

    private void competition() throws InterruptedException {
        int[] scanMillis = {30, 100, 300, 1_000, 3_000, quick ? 4_000 : 10_000};
        report.section(
                "Competition without places",
                "A scan that shares nothing with lookups. 500 rows look for their partners among 5,000, by a scan of the given length, by"
                        + " lookups of 10 ms, four at once, or by both; medians of 3 up to a second.",
                "scan ms",
                "scan alone",
                "lookups alone",
                "both",
                "both / better");
        competing(1, 30, RowSource::byBoth); // warm
        double worst = 0;
        for (int millis : scanMillis) {
            int runs = millis > 1_000 ? 1 : 3;
            double scan = competing(runs, millis, target -> target);
            double lookups = competing(runs, millis, RowSource::onlyByLookup);
            double both = competing(runs, millis, RowSource::byBoth);
            double ratio = both / Math.min(scan, lookups);
            report.row(millis, scan, lookups, both, ratio);
            worst = Math.max(worst, ratio);
        }
        report.atMost("competition-apart", worst, 1.15);
    }

    private static double competing(int runs, int scanMillis, UnaryOperator<RowSource> way)
            throws InterruptedException {
        double[] millis = new double[runs];
        for (int r = 0; r < runs; r++) {
            RowSource target = new RowSource("t", 5_000, (row, c) -> row, "id");
            millis[r] = competing(scanMillis, way.apply(target));
        }
        return Report.median(millis);
    }

    private static double competing(int scanMillis, RowSource target) throws InterruptedException {
        long started = System.nanoTime();
        target.batchRows = 50;
        target.lookupsMax = 4;
        target.beforeBatch = row -> sleepUntil(started + scanMillis * 1_000_000L * row / 5_000);
        target.beforeLookup = id -> Thread.sleep(10);
        RowSource driver = new RowSource("driver", 500, (row, c) -> row * 10, "x");
        return new BlockRun().input(driver).input(target).equal(0, 0, 1, 0).millis();
    }

    private void fanOut() throws InterruptedException {
        int lookups = quick ? 4_000 : 20_000;
        RowSource site = new RowSource("site", lookups, (row, c) -> row, "id").onlyByLookup();
        site.lookupsMax = 200;
        AtomicLong heapPeak = new AtomicLong();
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        long before = runtime.totalMemory() - runtime.freeMemory();
        site.beforeLookup =
                id -> {
                    Thread.sleep(100);
                    if (id == lookups / 4) {
                        System.gc();
                        heapPeak.set(runtime.totalMemory() - runtime.freeMemory() - before);
                    }
                };
        RowSource driver = new RowSource("driver", lookups, (row, c) -> row, "x");
        BlockRun run = new BlockRun().input(driver).input(site).equal(0, 0, 1, 0);
        double seconds = run.millis() / 1000;
        double rate = lookups / seconds;
        double megabytes = (run.peakBytes + Math.max(0, heapPeak.get())) / 1e6;
        report.section(
                "Fan-out",
                lookups + " lookups of 100 ms, 200 at once; the ideal is 2,000 a second.",
                "lookups a second",
                "MB while they wait");
        report.row(rate, megabytes);
        report.atLeast("fan-out", rate, 1_800);
        report.atMost("fan-out-megabytes", megabytes, 200);
    }

    private void firstRow() throws InterruptedException {
        List<Double> waits = new ArrayList<>();
        for (int r = 0; r < 25; r++) {
            AtomicLong sent = new AtomicLong();
            RowSource slow = new RowSource("slow", 10_000, (row, c) -> row, "id");
            slow.batchRows = 1;
            slow.beforeBatch =
                    row -> {
                        if (row == 0) {
                            sent.set(System.nanoTime());
                        } else {
                            LockSupport.parkNanos(10_000_000);
                        }
                    };
            RowSource other = new RowSource("other", 10, (row, c) -> row, "id");
            BlockRun run = new BlockRun().input(slow).input(other).equal(0, 0, 1, 0);
            run.workers = 2;
            waits.add((run.firstRowNanos() - sent.get()) / 1e6);
        }
        double median = Report.median(waits.stream().mapToDouble(Double::doubleValue).toArray());
        report.section(
                "First row",
                "From the first row a slow source sends to the first row of the join, median of 25.",
                "ms");
        report.row(median);
        report.atMost("first-row-ms", median, 20);
    }
}
