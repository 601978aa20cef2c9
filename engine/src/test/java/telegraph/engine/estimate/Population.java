package telegraph.engine.estimate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// A finite population of rows in units, kept as the sums of each unit and group: rows, sum,
/// squares.
///
/// @param units by unit, group and component
record Population(String name, double[][][] units) {
    /// A row: what it is grouped by, and its value.
    record Row(int group, double value) {}

    /// How rows lie in units.
    enum Layout {
        SHUFFLED,
        BY_VALUE,
        BY_GROUP
    }

    /// Which value the next row has.
    interface Values {
        double next(RandomGenerator random);
    }

    static final Values UNIFORM = RandomGenerator::nextDouble;
    static final Values LOGNORMAL = random -> Math.exp(random.nextGaussian());
    static final Values CONSTANT = random -> 100 + (random.nextInt(50) == 0 ? 1 : 0);

    static Values bernoulli(double p) {
        return random -> random.nextDouble() < p ? 1 : 0;
    }

    /// Which group the next row has.
    interface Groups {
        int next(RandomGenerator random);
    }

    static final Groups ONE = random -> 0;

    /// Group i has a share of rows proportional to 1/(i+1).
    static Groups zipf(int groups) {
        return zipf(groups, 1);
    }

    /// Group i has a share of rows proportional to a power of 1/(i+1).
    static Groups zipf(int groups, double exponent) {
        double[] ends = new double[groups];
        double sum = 0;
        for (int i = 0; i < groups; i++) {
            sum += Math.pow(i + 1, -exponent);
            ends[i] = sum;
        }
        double all = sum;
        return random -> {
            double drawn = random.nextDouble() * all;
            int group = 0;
            while (ends[group] < drawn) {
                group++;
            }
            return group;
        };
    }

    /// Group 0 is nearly all, and group i has a share of `share / 2^(i-1)`.
    static Groups rare(int groups, double share) {
        return random -> {
            double drawn = random.nextDouble();
            double end = 0;
            for (int i = 1; i < groups; i++) {
                end += share / (1 << (i - 1));
                if (drawn < end) {
                    return i;
                }
            }
            return 0;
        };
    }

    /// How many rows the next unit has.
    interface Sizes {
        int next(RandomGenerator random);
    }

    static Sizes equal(int rows) {
        return random -> rows;
    }

    /// From 1 row up to twice the mean.
    static Sizes differing(int mean) {
        return random -> 1 + random.nextInt(2 * mean);
    }

    static Population of(
            String name,
            int units,
            Sizes sizes,
            Groups groups,
            Values values,
            Layout layout,
            RandomGenerator random) {
        int[] rowsOf = new int[units];
        int groupsTotal = 0;
        List<Row> rows = new ArrayList<>();
        for (int unit = 0; unit < units; unit++) {
            rowsOf[unit] = sizes.next(random);
            for (int i = 0; i < rowsOf[unit]; i++) {
                Row row = new Row(groups.next(random), values.next(random));
                groupsTotal = Math.max(groupsTotal, row.group + 1);
                rows.add(row);
            }
        }
        switch (layout) {
            case SHUFFLED -> {}
            case BY_VALUE -> rows.sort(Comparator.comparingDouble(Row::value));
            case BY_GROUP -> rows.sort(Comparator.comparingInt(Row::group));
        }
        double[][][] sums = new double[units][groupsTotal][3];
        int at = 0;
        for (int unit = 0; unit < units; unit++) {
            for (int i = 0; i < rowsOf[unit]; i++) {
                Row row = rows.get(at++);
                double[] to = sums[unit][row.group];
                to[0]++;
                to[1] += row.value;
                to[2] += row.value * row.value;
            }
        }
        return new Population(name, sums);
    }

    /// Populations of all kinds.
    static List<Population> all(int units, int rows, RandomGenerator random) {
        List<Population> all = new ArrayList<>();
        Map<String, Values> kinds = new LinkedHashMap<>();
        kinds.put("uniform", UNIFORM);
        kinds.put("lognormal", LOGNORMAL);
        kinds.put("constant", CONSTANT);
        kinds.put("1 in 100", bernoulli(0.01));
        kinds.put("1 in 10", bernoulli(0.1));
        kinds.put("1 in 2", bernoulli(0.5));
        for (boolean isEqual : new boolean[] {true, false}) {
            Sizes sizes = isEqual ? equal(rows) : differing(rows);
            String suffix = isEqual ? " equal units" : "";
            for (Layout layout : Layout.values()) {
                for (Map.Entry<String, Values> kind : kinds.entrySet()) {
                    String name = kind.getKey() + " " + layout + suffix;
                    if (layout != Layout.BY_GROUP) {
                        all.add(of(name, units, sizes, ONE, kind.getValue(), layout, random));
                    }
                }
                for (String kind : List.of("uniform", "lognormal")) {
                    Values values = kinds.get(kind);
                    String name = kind + " " + layout + suffix;
                    all.add(of(name + " zipf", units, sizes, zipf(10), values, layout, random));
                    all.add(
                            of(
                                    name + " rare",
                                    units,
                                    sizes,
                                    rare(5, 0.05),
                                    values,
                                    layout,
                                    random));
                }
            }
        }
        return all;
    }

    int groups() {
        return units[0].length;
    }

    int unitsTotal() {
        return units.length;
    }

    /// The moments of a group over the units of some ranks of an order.
    void add(int group, int[] order, int from, int to, Moments moments) {
        for (int rank = from; rank < to; rank++) {
            moments.add(units[order[rank]][group]);
        }
    }

    /// How much of the spread of all units one of them makes, from 0 to 1.
    double dominance(int group, Statistic statistic) {
        Totals totals = truth(group);
        double[] gradient = new double[3];
        statistic.gradient(totals, gradient);
        double squares = 0;
        double most = 0;
        double mean = 0;
        for (int i = 0; i < gradient.length; i++) {
            mean += gradient[i] * totals.total(i) / units.length;
        }
        for (double[][] unit : units) {
            double distance = -mean;
            for (int i = 0; i < gradient.length; i++) {
                distance += gradient[i] * unit[group][i];
            }
            squares += distance * distance;
            most = Math.max(most, distance * distance);
        }
        return squares == 0 ? 0 : most / squares;
    }

    Totals truth(int group) {
        Moments all = new Moments(3);
        add(group, Samples.identity(units.length), 0, units.length, all);
        return Totals.of(all, units.length);
    }
}
