package telegraph.sql.coverage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import telegraph.engine.Column;
import telegraph.memory.Type;
import telegraph.testkit.Seeds;

/// Rows to draw samples of: `g` a group, `c` a number from 0 to 99, `x` a value that is sometimes
/// NULL.
final class Population {
    static final List<Column> COLUMNS =
            List.of(
                    new Column("g", Type.INTEGER),
                    new Column("c", Type.INTEGER),
                    new Column("x", Type.DOUBLE));

    private Population() {}

    /// How a row's group is chosen.
    @FunctionalInterface
    interface Groups {
        int of(RandomGenerator random, int row);
    }

    /// Rows whose value is 40 to 100, more in groups of higher number, with a tail to the right.
    static List<Object[]> rows(int count, long seed, Groups groups) {
        RandomGenerator random = Seeds.random(seed);
        List<Object[]> rows = new ArrayList<>();
        for (int r = 0; r < count; r++) {
            int group = groups.of(random, r);
            double x = 40 + 3 * (group % 10) + 15 * random.nextExponential();
            boolean isNull = random.nextInt(10) == 0;
            rows.add(new Object[] {group, random.nextInt(100), isNull ? null : x});
        }
        return rows;
    }

    static int oneGroup(RandomGenerator random, int row) {
        return 0;
    }

    static Groups few(int groups) {
        return (random, _) -> random.nextInt(groups);
    }

    /// The g-th group has 1/g times the rows of the first.
    static Groups zipf(int groups) {
        double[] upTo = new double[groups];
        for (int g = 0; g < groups; g++) {
            upTo[g] = (g == 0 ? 0 : upTo[g - 1]) + 1.0 / (g + 1);
        }
        return (random, _) -> {
            double at = random.nextDouble() * upTo[groups - 1];
            int group = 0;
            while (upTo[group] < at) {
                group++;
            }
            return group;
        };
    }

    /// Sorted by the value, NULL first.
    static List<Object[]> sorted(List<Object[]> rows) {
        List<Object[]> sorted = new ArrayList<>(rows);
        sorted.sort(
                Comparator.comparing(
                        row -> (Double) row[2], Comparator.nullsFirst(Comparator.naturalOrder())));
        return sorted;
    }

    /// The rows in pages of about `size`: from half to one and a half times as many.
    static List<List<Object[]>> uneven(List<Object[]> rows, int size, long seed) {
        RandomGenerator random = Seeds.random(seed);
        List<List<Object[]>> pages = new ArrayList<>();
        for (int from = 0; from < rows.size(); ) {
            int to = Math.min(rows.size(), from + size / 2 + random.nextInt(size + 1));
            pages.add(rows.subList(from, to));
            from = to;
        }
        return pages;
    }

    /// The rows in pages of `size`, as an API has them.
    static List<List<Object[]>> even(List<Object[]> rows, int size) {
        List<List<Object[]>> pages = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += size) {
            pages.add(rows.subList(from, Math.min(rows.size(), from + size)));
        }
        return pages;
    }
}
