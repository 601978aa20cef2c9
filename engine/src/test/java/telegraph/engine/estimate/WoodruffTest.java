package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.engine.source.Bounds;
import telegraph.testkit.Seeds;

class WoodruffTest {
    private static final double Z = Quantiles.normal(0.975);
    private static final int PAGES = 337;
    private static final int SIZES = Cohorts.last(PAGES);
    private static final double[] QUANTILES = {0.1, 0.5, 0.9};

    @Test
    void quantilesLieBetweenRows() {
        double[] sorted = {1, 2, 4, 8};
        assertEquals(1, Woodruff.quantile(sorted, 0));
        assertEquals(3, Woodruff.quantile(sorted, 0.5));
        assertEquals(8, Woodruff.quantile(sorted, 1));
        assertEquals(1.75, Woodruff.quantile(sorted, 0.25));
        assertThrows(IllegalArgumentException.class, () -> Woodruff.quantile(sorted, 1.1));
    }

    /// n q ± z √(n q (1-q) f), but for n - 1 in place of n.
    @Test
    void whereUnitsAreRowsTheRanksAreThoseOfOrderStatistics() {
        int n = 400;
        double[] sorted = new double[n];
        Arrays.setAll(sorted, i -> i + 1);
        for (double q : new double[] {0.1, 0.5, 0.8}) {
            for (long total : new long[] {-1, 500}) {
                double f = total < 0 ? 1 : 1 - 400 / 500.0;
                double reach = Z * Math.sqrt(n * q * (1 - q) * f * n / (n - 1.0));
                Bounds interval =
                        Woodruff.interval(sorted, Samples.identity(n), n, total, q, Z)
                                .orElseThrow();
                assertEquals(Math.rint(n * q - reach), interval.low(), "q=" + q);
                assertEquals(Math.rint(n * q + reach) + 1, interval.high(), "q=" + q);
            }
        }
    }

    @Test
    void unitsOfEqualRowsWidenTheInterval() {
        double[] sorted = new double[2_000];
        int[] alike = new int[2_000];
        int[] mixed = new int[2_000];
        for (int i = 0; i < 2_000; i++) {
            sorted[i] = i;
            alike[i] = i / 20;
            mixed[i] = i % 100;
        }
        double wide = width(Woodruff.interval(sorted, alike, 100, -1, 0.5, Z));
        double narrow = width(Woodruff.interval(sorted, mixed, 100, -1, 0.5, Z));
        assertTrue(wide > 4 * narrow, "wide=" + wide + " narrow=" + narrow);
    }

    @Test
    void smallSamplesHaveNone() {
        double[] sorted = new double[99];
        assertTrue(Woodruff.interval(sorted, Samples.identity(99), 99, 500, 0.5, Z).isEmpty());
        double[] more = new double[150];
        Arrays.setAll(more, i -> i);
        int[] units = Samples.identity(150);
        assertTrue(Woodruff.interval(more, units, 150, 500, 0.5, Z).isPresent());
        assertTrue(Woodruff.interval(more, units, 150, 500, 0.999, Z).isEmpty());
        assertTrue(Woodruff.interval(more, new int[150], 15, 500, 0.5, Z).isEmpty());
    }

    @Test
    void whatWasReadToItsEndIsExact() {
        double[] all = {3, 5};
        assertEquals(
                Optional.of(new Bounds(4, 4)),
                Woodruff.interval(all, new int[] {0, 1}, 2, 2, 0.5, Z));
    }

    /// Quantiles of groups in pages shuffled, sorted by the value and sorted by the group.
    @Test
    void intervalsCoverAsTheySay() {
        assertHold(100, false);
    }

    @Test
    @Tag("slow")
    void intervalsCoverAsTheySayInAThousandRuns() {
        assertHold(1_000, true);
    }

    private static void assertHold(int runs, boolean prints) {
        List<String> faults = new ArrayList<>();
        for (Population.Layout layout : Population.Layout.values()) {
            for (int group : new int[] {0, 2, 7}) {
                double[][] rows = rows(layout, group);
                Tally[] tallies = new Tally[QUANTILES.length];
                for (int i = 0; i < tallies.length; i++) {
                    tallies[i] = new Tally(layout + " " + group + " q=" + QUANTILES[i], SIZES);
                }
                Seeds.run(runs, (seed, random) -> look(rows, random, tallies));
                for (Tally tally : tallies) {
                    if (prints) {
                        System.out.println(tally);
                    }
                    faults.addAll(tally.faults());
                }
            }
        }
        Tally.assertNone(faults);
    }

    /// The values of a group, ascending, and the page of each.
    private static double[][] rows(Population.Layout layout, int group) {
        RandomGenerator random = Seeds.random(9);
        Population.Groups groups = Population.zipf(10);
        double[][] rows = new double[PAGES * 40][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new double[] {Math.exp(random.nextGaussian()), groups.next(random), 0};
        }
        switch (layout) {
            case SHUFFLED -> {}
            case BY_VALUE -> Arrays.sort(rows, Comparator.comparingDouble(row -> row[0]));
            case BY_GROUP -> Arrays.sort(rows, Comparator.comparingDouble(row -> row[1]));
        }
        for (int i = 0; i < rows.length; i++) {
            rows[i][2] = i / 40;
        }
        return Arrays.stream(rows)
                .filter(row -> row[1] == group)
                .sorted(Comparator.comparingDouble(row -> row[0]))
                .toArray(double[][]::new);
    }

    private static void look(double[][] rows, RandomGenerator random, Tally[] tallies) {
        double[] all = Arrays.stream(rows).mapToDouble(row -> row[0]).toArray();
        int[] rank = Samples.permutation(PAGES, random);
        for (Tally tally : tallies) {
            tally.begin();
        }
        for (int size = 0; size < SIZES; size++) {
            int read = (int) Cohorts.size(size);
            double[] sorted = new double[all.length];
            int[] units = new int[all.length];
            int count = 0;
            for (double[] row : rows) {
                if (rank[(int) row[2]] < read) {
                    sorted[count] = row[0];
                    units[count++] = rank[(int) row[2]];
                }
            }
            sorted = Arrays.copyOf(sorted, count);
            units = Arrays.copyOf(units, count);
            double t = Quantiles.student(0.975, read - 1);
            for (int i = 0; i < tallies.length; i++) {
                double truth = Woodruff.quantile(all, QUANTILES[i]);
                int at = size;
                Tally tally = tallies[i];
                Woodruff.interval(sorted, units, read, PAGES, QUANTILES[i], t)
                        .ifPresent(found -> tally.add(at, holds(found, truth)));
            }
        }
    }

    /// Rows of sorted pages are nearly equal: taken for units they cover a third of the time.
    @Test
    void rowsTakenForUnitsAreNoticed() {
        double[][] rows = rows(Population.Layout.BY_VALUE, 0);
        double truth = rows[rows.length / 2][0];
        int[] held = new int[1];
        Seeds.run(
                100,
                (seed, random) -> {
                    int[] rank = Samples.permutation(PAGES, random);
                    double[] sorted =
                            Arrays.stream(rows)
                                    .filter(row -> rank[(int) row[2]] < 91)
                                    .mapToDouble(row -> row[0])
                                    .toArray();
                    int[] units = Samples.identity(sorted.length);
                    held[0] +=
                            Woodruff.interval(sorted, units, units.length, rows.length, 0.5, Z)
                                            .filter(found -> holds(found, truth))
                                            .isPresent()
                                    ? 1
                                    : 0;
                });
        assertTrue(held[0] < 50, "held=" + held[0]);
    }

    private static boolean holds(Bounds interval, double truth) {
        return interval.low() <= truth && truth <= interval.high();
    }

    private static double width(Optional<Bounds> interval) {
        return interval.orElseThrow().high() - interval.orElseThrow().low();
    }
}
