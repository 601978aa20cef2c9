package telegraph.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import telegraph.bench.memory.MemoryRun;
import telegraph.bench.memory.MemoryRun.Collector;
import telegraph.bench.memory.MemoryRun.Times;
import telegraph.bench.memory.MemoryRun.Way;

/// Repeats the experiments on memory of *Java Support for Data-Intensive Systems* (2001): the probe
/// of a Grace hash join over 50 partitions of 100,000 tuples of 100 bytes, and scan and filter,
/// with tuples as objects and as arrays of bytes under every collector, from the smallest heap that
/// works to eight times it; beside a loop by hand over one array, and Telegraph's hash join over
/// regions.
///
/// `--quick` takes two collectors and two heaps.
public final class MemoryBench {
    private static final int SMALLEST_TRIED = 12;
    private static final int STEP = 4;
    private static final int LARGEST_TRIED = 64;
    private static final int SMALL = 24;
    private static final int LARGE = 160;

    private final Report report;
    private final boolean quick;

    private MemoryBench(Report report, boolean quick) {
        this.report = report;
        this.quick = quick;
    }

    public static void main(String[] args) throws IOException {
        boolean quick = Options.of(args, List.of("--quick"), Map.of()).has("--quick");
        Report report = new Report("memory", quick);
        MemoryBench bench = new MemoryBench(report, quick);
        bench.join();
        bench.scan();
        report.finish();
    }

    private List<Collector> collectors() {
        return quick ? List.of(Collector.SERIAL, Collector.G1) : List.of(Collector.values());
    }

    private void join() throws IOException {
        int smallest = quick ? SMALL : smallest();
        report.section(
                "Grace hash join, probe",
                "50 partitions of 100,000 tuples of 100 bytes, each built and probed with as many"
                        + " keys; milliseconds of the second run. The heap in MB; what lies off the"
                        + " heap, one partition, is limited by its region.",
                "tuples",
                "collector",
                "heap",
                "all",
                "partition p50",
                "p99",
                "max");
        for (Way way : List.of(Way.OBJECT_JOIN, Way.BYTES_JOIN)) {
            for (Collector collector : collectors()) {
                for (int heap : heaps(smallest)) {
                    row(way, collector, heap);
                }
            }
        }
        Times small = best(Way.OBJECT_JOIN, SMALL);
        Times large = best(Way.OBJECT_JOIN, LARGE);
        Times loop = row(Way.LOOP_JOIN, Collector.SERIAL, SMALL).orElseThrow();
        Times own = row(Way.REGION_JOIN, Collector.SERIAL, SMALL).orElseThrow();
        row(Way.REGION_JOIN, Collector.SERIAL, LARGE);
        report.atLeast("objects-at-24-mb", small.total() / own.total(), 10);
        report.atLeast("objects-at-160-mb", large.total() / own.total(), 3);
        report.atMost("loop-by-hand", own.total() / loop.total(), 1.5);
        report.atMost("slowest-partition", own.max() / own.median(), 3);
    }

    private static int smallest() throws IOException {
        for (int heap = SMALLEST_TRIED; heap <= LARGEST_TRIED; heap += STEP) {
            if (MemoryRun.measure(Way.OBJECT_JOIN, Collector.SERIAL, heap).isPresent()) {
                return heap;
            }
        }
        throw new IllegalStateException("objects need more heap than expected: megabytes=64");
    }

    private List<Integer> heaps(int smallest) {
        return quick
                ? List.of(SMALL, LARGE)
                : List.of(smallest, 2 * smallest, 4 * smallest, 8 * smallest);
    }

    private Optional<Times> row(Way way, Collector collector, int heap) throws IOException {
        Optional<Times> times = MemoryRun.measure(way, collector, heap);
        List<Object> cells = new ArrayList<>(List.of(words(way), words(collector), heap));
        times.ifPresentOrElse(
                t -> cells.addAll(List.of(t.total(), t.median(), t.p99(), t.max())),
                () -> cells.addAll(List.of("does not run", "", "", "")));
        report.row(cells.toArray());
        return times;
    }

    private static String words(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// The best of all collectors with a heap.
    private Times best(Way way, int heap) throws IOException {
        Times best = null;
        for (Collector collector : collectors()) {
            Optional<Times> times = row(way, collector, heap);
            if (times.isPresent() && (best == null || times.get().total() < best.total())) {
                best = times.get();
            }
        }
        if (best == null) {
            throw new IllegalStateException("objects fit no heap: megabytes=" + heap);
        }
        return best;
    }

    private void scan() throws IOException {
        report.section(
                "Scan and filter",
                "5,000,000 tuples of 100 bytes made, handed on by the thousand and filtered, half of"
                        + " them kept; milliseconds of the second run, the heap in MB.",
                "tuples",
                "collector",
                "heap",
                "all",
                "partition p50",
                "p99",
                "max");
        double best = Double.POSITIVE_INFINITY;
        for (Collector collector : collectors()) {
            for (int heap : quick ? List.of(LARGE) : List.of(SMALL, LARGE)) {
                Optional<Times> times = row(Way.OBJECT_SCAN, collector, heap);
                best = Math.min(best, times.map(Times::total).orElse(best));
            }
        }
        Times own = row(Way.REGION_SCAN, Collector.SERIAL, SMALL).orElseThrow();
        report.atLeast("scan-objects", best / own.total(), 2);
    }
}
