package telegraph.bench.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.bench.doors.Child;

/// One contender in a virtual machine of its own, with a collector and a heap of so many megabytes.
///
/// Each runs all partitions twice and is judged by the second run, when its code is compiled.
public final class MemoryRun {
    private static final int ROUNDS = 2;

    private MemoryRun() {}

    /// Who keeps the tuples, and what for.
    public enum Way {
        OBJECT_JOIN,
        BYTES_JOIN,
        LOOP_JOIN,
        REGION_JOIN,
        OBJECT_SCAN,
        REGION_SCAN;

        private Contender open() {
            return switch (this) {
                case OBJECT_JOIN -> new ObjectJoin(Tuples.JOIN, false);
                case BYTES_JOIN -> new ObjectJoin(Tuples.JOIN, true);
                case LOOP_JOIN -> new ArrayJoin(Tuples.JOIN);
                case REGION_JOIN -> new RegionJoin(Tuples.JOIN);
                case OBJECT_SCAN -> new ObjectScan(Tuples.JOIN);
                case REGION_SCAN -> new RegionScan(Tuples.JOIN);
            };
        }

        private boolean isJoin() {
            return this != OBJECT_SCAN && this != REGION_SCAN;
        }
    }

    /// A garbage collector.
    public enum Collector {
        SERIAL("-XX:+UseSerialGC"),
        G1("-XX:+UseG1GC"),
        PARALLEL("-XX:+UseParallelGC"),
        ZGC("-XX:+UseZGC"),
        SHENANDOAH("-XX:+UseShenandoahGC");

        private final String option;

        Collector(String option) {
            this.option = option;
        }
    }

    /// What was measured, in milliseconds.
    ///
    /// @param total of all partitions
    public record Times(double total, double median, double p99, double max) {}

    /// Measures one, or nothing if the heap does not do.
    public static Optional<Times> measure(Way way, Collector collector, int megabytes)
            throws IOException {
        List<String> options =
                List.of(
                        // What comes later counts: the child's own choice of a collector is undone.
                        "-XX:-UseSerialGC",
                        collector.option,
                        "-Xms" + megabytes + "m",
                        "-Xmx" + megabytes + "m",
                        "-XX:MaxDirectMemorySize=1g",
                        "-XX:+ExitOnOutOfMemoryError");
        try (Child child = Child.java(MemoryRun.class, options, way.name())) {
            double[] times = child.numbers("times");
            return Optional.of(new Times(times[0], times[1], times[2], times[3]));
        } catch (IllegalStateException e) {
            return Optional.empty();
        }
    }

    /// The child.
    ///
    /// @param arguments which way
    public static void main(String[] arguments) throws Exception {
        Way way = Way.valueOf(arguments[0]);
        double[] each = new double[Tuples.JOIN.partitions()];
        try (Contender contender = way.open()) {
            for (int round = 0; round < ROUNDS; round++) {
                long sum = 0;
                for (int partition = 0; partition < each.length; partition++) {
                    long start = System.nanoTime();
                    sum += contender.partition(partition);
                    each[partition] = (System.nanoTime() - start) / 1e6;
                }
                if (way.isJoin() && sum != Tuples.JOIN.expected()) {
                    throw new IllegalStateException("every probe finds its tuple: sum=" + sum);
                }
            }
        }
        double total = Arrays.stream(each).sum();
        Arrays.sort(each);
        List<String> said = new ArrayList<>();
        for (double time :
                new double[] {
                    total,
                    each[each.length / 2],
                    each[each.length * 99 / 100],
                    each[each.length - 1]
                }) {
            said.add(String.format(Locale.ROOT, "%.3f", time));
        }
        System.out.println("times " + String.join(" ", said));
    }
}
