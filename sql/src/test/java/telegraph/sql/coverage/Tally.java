package telegraph.sql.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// How often the intervals of a case held the truth, by aggregate, group and cohort.
///
/// Cohorts of one run are nested and groups share their units, so the intervals of a run are worth
/// less than as many of different runs. A group at a cohort has one in each run, and is judged by
/// itself. If at least half of the runs show one, so many of these hold the truth; else few enough
/// of all runs show a wrong one: gates look at the sample, and what few samples pass is a choice of
/// samples, not a sample.
final class Tally {
    /// Nominal 95 % intervals hold between these shares.
    static final double LOW = 0.93;

    static final double HIGH = 0.97;

    private static final double NEARLY_ALL = 0.95;

    private final Map<Key, Cell> cells = new TreeMap<>();
    private final Map<Integer, Integer> looks = new TreeMap<>();
    private int runs;

    /// What an interval is of.
    ///
    /// @param aggregate its number among those of the block
    private record Key(int aggregate, String group, long units) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byAggregate = Integer.compare(aggregate, other.aggregate);
            int byGroup = byAggregate != 0 ? byAggregate : group.compareTo(other.group);
            return byGroup != 0 ? byGroup : Long.compare(units, other.units);
        }
    }

    /// Counts of intervals of one kind, and sums over them.
    private static final class Cell {
        int shown;
        int covered;
        double halfWidths;
        double errors;

        void add(Cell other) {
            shown += other.shown;
            covered += other.covered;
            halfWidths += other.halfWidths;
            errors += other.errors;
        }

        double coverage() {
            return (double) covered / shown;
        }
    }

    /// Another run begins.
    void begin() {
        runs++;
    }

    /// Counts an interval, or that there was none.
    ///
    /// @param interval value and half-width, which is NaN if nothing is claimed
    /// @param units of the cohort it was published of
    void add(int aggregate, String group, long units, double[] interval, double truth) {
        looks.merge(aggregate, 1, Integer::sum);
        if (Double.isNaN(interval[1])) {
            return;
        }
        Cell cell = cells.computeIfAbsent(new Key(aggregate, group, units), _ -> new Cell());
        double error = Math.abs(interval[0] - truth);
        cell.shown++;
        cell.covered += error <= interval[1] + 1e-9 * Math.abs(truth) ? 1 : 0;
        cell.halfWidths += interval[1];
        cell.errors += error;
    }

    /// One line of the table: all intervals of an aggregate that were shown.
    ///
    /// @param shown the share of looks at a group at a cohort that showed an interval
    /// @param covered the share of these that held the truth
    /// @param usual the same of the groups and cohorts that at least half of the runs show; NaN if
    ///   there are none
    /// @param lowest, highest of these the group and cohort with the least and the most
    /// @param tooLow how likely so few right ones would be, of the worst group and cohort, if it
    ///   covered [#LOW]
    /// @param tooHigh how likely so many would be if it covered [#HIGH], of those that nearly all
    ///   runs show
    record Line(
            String name,
            double shown,
            double covered,
            double usual,
            double lowest,
            double highest,
            double tooLow,
            double tooHigh,
            double widthByError) {
        @Override
        public String toString() {
            return String.join(
                    " | ",
                    name,
                    percent(shown),
                    percent(covered),
                    percent(usual),
                    Double.isNaN(usual) ? "" : percent(lowest) + " to " + percent(highest),
                    String.format(Locale.ROOT, "%.2f", widthByError));
        }

        private static String percent(double share) {
            return Double.isNaN(share) ? "" : String.format(Locale.ROOT, "%.1f", 100 * share);
        }
    }

    /// A line for each aggregate of which an interval was shown.
    List<Line> lines(List<String> names) {
        List<Line> lines = new ArrayList<>();
        for (int a = 0; a < names.size(); a++) {
            int aggregate = a;
            List<Cell> of =
                    cells.entrySet().stream()
                            .filter(e -> e.getKey().aggregate() == aggregate)
                            .map(Map.Entry::getValue)
                            .toList();
            if (!of.isEmpty()) {
                lines.add(line(names.get(a), looks.get(a), of));
            }
        }
        return lines;
    }

    private Line line(String name, int looks, List<Cell> of) {
        Cell all = new Cell();
        Cell usual = new Cell();
        double lowest = 1;
        double highest = 0;
        double tooLow = 1;
        double tooHigh = 1;
        for (Cell cell : of) {
            all.add(cell);
            int wrong = cell.shown - cell.covered;
            if (2 * cell.shown >= runs) {
                usual.add(cell);
                lowest = Math.min(lowest, cell.coverage());
                highest = Math.max(highest, cell.coverage());
                tooLow = Math.min(tooLow, atLeast(wrong, cell.shown, 1 - LOW));
                // The samples that a gate lets pass have many rows, and are seldom too low.
                if (cell.shown >= NEARLY_ALL * runs) {
                    tooHigh = Math.min(tooHigh, atLeast(cell.covered, cell.shown, HIGH));
                }
            } else {
                tooLow = Math.min(tooLow, atLeast(wrong, runs, 1 - LOW));
            }
        }
        return new Line(
                name,
                (double) all.shown / looks,
                all.coverage(),
                usual.coverage(),
                lowest,
                highest,
                tooLow,
                tooHigh,
                all.halfWidths / all.errors);
    }

    /// How likely `count` or more of `of` are, each having this chance.
    static double atLeast(int count, int of, double chance) {
        double term = of * Math.log1p(-chance);
        double sum = 0;
        for (int k = 0; k <= of; k++) {
            if (k >= count) {
                sum += Math.exp(term);
            }
            term += Math.log((double) (of - k) / (k + 1)) + Math.log(chance / (1 - chance));
        }
        return sum;
    }

    /// The standard error of a share of `count`.
    static double error(double share, int count) {
        return Math.sqrt(share * (1 - share) / count);
    }

    /// By group and cohort, for whoever must find out why.
    String details(List<String> names) {
        StringBuilder text = new StringBuilder();
        cells.forEach((key, cell) ->
                text.append(
                        String.format(
                                Locale.ROOT,
                                "%-32s group=%-6s units=%-5d shown=%-5d coverage=%.3f%n",
                                names.get(key.aggregate()),
                                key.group(),
                                key.units(),
                                cell.shown,
                                cell.coverage())));
        return text.toString();
    }
}
