package telegraph.bench.growth;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was measured of one server in one series: milliseconds, by what was done and by size.
///
/// Threads: one.
public final class Samples {
    private static final int RUNS_MAX = 7;
    private static final double MILLIS_ENOUGH = 1_500;

    private final Map<String, TreeMap<Integer, Double>> millis = new LinkedHashMap<>();
    private int size;

    /// Something that is done and timed.
    @FunctionalInterface
    public interface Deed {
        void run() throws SQLException;
    }

    /// What follows is of a size.
    public void at(int next) {
        size = next;
    }

    /// The median of some runs, after one that does not count.
    public void time(String what, Deed deed) throws SQLException {
        deed.run();
        List<Double> runs = new ArrayList<>();
        double all = 0;
        while (runs.size() < RUNS_MAX && all < MILLIS_ENOUGH) {
            double took = millis(deed);
            runs.add(took);
            all += took;
        }
        double[] sorted = runs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        put(what, sorted[sorted.length / 2]);
    }

    /// One run of what cannot be done again.
    public void once(String what, Deed deed) throws SQLException {
        put(what, millis(deed));
    }

    private void put(String what, double value) {
        millis.computeIfAbsent(what, _ -> new TreeMap<>()).put(size, value);
    }

    private static double millis(Deed deed) throws SQLException {
        long start = System.nanoTime();
        deed.run();
        return (System.nanoTime() - start) / 1e6;
    }

    public List<String> measures() {
        return List.copyOf(millis.keySet());
    }

    /// The milliseconds at a size; NaN if it was not measured.
    public double at(String what, int at) {
        return millis.getOrDefault(what, new TreeMap<>()).getOrDefault(at, Double.NaN);
    }

    /// The power of the size with which the time grew between the last two sizes; NaN if there are
    /// no two.
    public double exponent(String what) {
        TreeMap<Integer, Double> all = millis.getOrDefault(what, new TreeMap<>());
        if (all.size() < 2) {
            return Double.NaN;
        }
        int[] sizes = all.keySet().stream().mapToInt(Integer::intValue).toArray();
        int[] last = Arrays.copyOfRange(sizes, sizes.length - 2, sizes.length);
        return Math.log(all.get(last[1]) / all.get(last[0])) / Math.log((double) last[1] / last[0]);
    }
}
