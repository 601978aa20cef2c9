package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import telegraph.engine.Bounds;
import telegraph.testkit.Seeds;

class WoodruffTest {
    private static final double Z = Quantiles.normal(0.975);

    @Test
    void quantilesLieBetweenRows() {
        double[] sorted = {1, 2, 4, 8};
        assertEquals(1, Woodruff.quantile(sorted, 0));
        assertEquals(3, Woodruff.quantile(sorted, 0.5));
        assertEquals(8, Woodruff.quantile(sorted, 1));
        assertEquals(1.75, Woodruff.quantile(sorted, 0.25));
        assertThrows(IllegalArgumentException.class, () -> Woodruff.quantile(sorted, 1.1));
    }

    /// n q ± z √(n q (1-q) f), but for n - 1 in place of n and rounding outward.
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
                assertEquals(Math.floor(n * q - reach), interval.low(), "q=" + q);
                assertEquals(Math.ceil(n * q + reach) + 1, interval.high(), "q=" + q);
            }
        }
    }

    @Test
    void unitsOfEqualRowsWidenTheInterval() {
        double[] sorted = new double[1_000];
        int[] alike = new int[1_000];
        int[] mixed = new int[1_000];
        for (int i = 0; i < 1_000; i++) {
            sorted[i] = i;
            alike[i] = i / 20;
            mixed[i] = i % 50;
        }
        double wide = width(Woodruff.interval(sorted, alike, 50, -1, 0.5, Z));
        double narrow = width(Woodruff.interval(sorted, mixed, 50, -1, 0.5, Z));
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

    /// The quantiles of a population of pages, over many samples. Sorted pages are nearly equal
    /// rows; on them an interval that takes rows for units covers a third of the time.
    @Test
    void intervalsCoverAsTheySay() {
        for (boolean sortedPages : new boolean[] {false, true}) {
            for (double q : new double[] {0.25, 0.5, 0.9}) {
                int[] count = new int[2];
                Seeds.run(400, (seed, random) -> covers(sortedPages, q, random, count));
                double unitShare = count[0] / 400.0;
                String what = "sorted=" + sortedPages + " q=" + q + " covered=" + unitShare;
                assertTrue(unitShare > 0.92 && unitShare < 0.985, what);
                if (sortedPages) {
                    assertTrue(count[1] / 400.0 < 0.6, "rows as units covered=" + count[1]);
                }
            }
        }
    }

    private static void covers(
            boolean sortedPages, double q, java.util.random.RandomGenerator random, int[] count) {
        int pages = 250;
        int rows = 40;
        double[] all = new double[pages * rows];
        for (int i = 0; i < all.length; i++) {
            all[i] = Math.exp(random.nextGaussian());
        }
        double[] truth = all.clone();
        Arrays.sort(truth);
        if (sortedPages) {
            // Mostly sorted: neighbours may change places.
            all = truth.clone();
            for (int i = 0; i < all.length - 60; i++) {
                int j = i + random.nextInt(60);
                double moved = all[i];
                all[i] = all[j];
                all[j] = moved;
            }
        }
        int read = 91;
        int[] order = Samples.permutation(pages, random);
        double[][] drawn = new double[read * rows][];
        for (int rank = 0; rank < read; rank++) {
            for (int i = 0; i < rows; i++) {
                drawn[rank * rows + i] = new double[] {all[order[rank] * rows + i], rank};
            }
        }
        Arrays.sort(drawn, (x, y) -> Double.compare(x[0], y[0]));
        double[] sorted = Arrays.stream(drawn).mapToDouble(row -> row[0]).toArray();
        int[] units = Arrays.stream(drawn).mapToInt(row -> (int) row[1]).toArray();
        double x = Woodruff.quantile(truth, q);
        double t = Quantiles.student(0.975, read - 1);
        count[0] += holds(Woodruff.interval(sorted, units, read, pages, q, t), x);
        int[] own = Samples.identity(sorted.length);
        count[1] += holds(Woodruff.interval(sorted, own, own.length, all.length, q, t), x);
    }

    private static int holds(Optional<Bounds> interval, double truth) {
        return interval.isPresent()
                        && interval.get().low() <= truth
                        && truth <= interval.get().high()
                ? 1
                : 0;
    }

    private static double width(Optional<Bounds> interval) {
        return interval.orElseThrow().high() - interval.orElseThrow().low();
    }
}
