package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

class TotalsTest {
    /// Rows, sum, squares of each unit.
    private static final double[][] UNITS = {
        {3, 10, 60}, {1, -4, 16}, {0, 0, 0}, {5, 50, 700}, {2, 3, 5}, {2, 20, 202}, {4, 1, 90}
    };

    @Test
    void theTotalsOfTwoUnitsByHand() {
        Moments sample = new Moments(1);
        sample.add(new double[] {4});
        sample.add(new double[] {10});
        Totals totals = Totals.of(sample, 6);
        assertEquals(42, totals.total(0), 1e-12);
        // 36 (1 - 2/6) 18 / 2
        assertEquals(216, totals.covariance(0, 0), 1e-11);
        assertEquals(1, totals.degreesOfFreedom());
        assertTrue(totals.isScaled());
    }

    /// Design-based truth: over all samples of a population the estimates average to the totals,
    /// and the variances to the variance of the estimates. Without the finite population correction
    /// the latter would be 7/4 of it.
    @Test
    void overAllSamplesTotalsAndCovariancesAreUnbiased() {
        for (int size = 2; size <= UNITS.length; size++) {
            List<int[]> samples = Samples.choices(UNITS.length, size);
            Moments estimates = new Moments(3);
            double[][] covariances = new double[3][3];
            for (int[] sample : samples) {
                Totals totals = Totals.of(Samples.of(UNITS, sample), UNITS.length);
                double[] estimate = new double[3];
                for (int i = 0; i < 3; i++) {
                    estimate[i] = totals.total(i);
                    for (int j = 0; j < 3; j++) {
                        covariances[i][j] += totals.covariance(i, j) / samples.size();
                    }
                }
                estimates.add(estimate);
            }
            double[] truth = {17, 80, 1_073};
            for (int i = 0; i < 3; i++) {
                assertEquals(truth[i], estimates.mean(i), 1e-9);
                for (int j = 0; j < 3; j++) {
                    double actual =
                            size == UNITS.length
                                    ? 0
                                    : estimates.covariance(i, j)
                                            * (samples.size() - 1)
                                            / samples.size();
                    assertEquals(actual, covariances[i][j], 1e-7, "size=" + size);
                }
            }
        }
    }

    /// The same of three populations together, of each of which all samples of some size are drawn,
    /// one of them whole: over all combinations the estimates average to the totals, and the
    /// covariances to those of the estimates.
    @Test
    void overAllSamplesOfSeveralStrataTotalsAndCovariancesAreUnbiased() {
        double[][] others = {{30, 90, 11}, {10, 400, 7}, {50, 5, 9}, {20, 11, 100}, {1, 2, 3}};
        double[] whole = {7, -70, 700};
        List<int[]> first = Samples.choices(UNITS.length, 3);
        List<int[]> second = Samples.choices(others.length, 2);
        Moments estimates = new Moments(3);
        double[][] covariances = new double[3][3];
        double samples = (double) first.size() * second.size();
        for (int[] one : first) {
            for (int[] two : second) {
                Totals totals =
                        Totals.together(
                                List.of(
                                        Totals.of(Samples.of(UNITS, one), UNITS.length),
                                        Totals.known(whole),
                                        Totals.of(Samples.of(others, two), others.length)));
                assertEquals(1, totals.degreesOfFreedom());
                double[] estimate = new double[3];
                for (int i = 0; i < 3; i++) {
                    estimate[i] = totals.total(i);
                    for (int j = 0; j < 3; j++) {
                        covariances[i][j] += totals.covariance(i, j) / samples;
                    }
                }
                estimates.add(estimate);
            }
        }
        double[] truth = {17 + 111 + 7, 80 + 508 - 70, 1_073 + 130 + 700};
        for (int i = 0; i < 3; i++) {
            assertEquals(truth[i], estimates.mean(i), 1e-9);
            for (int j = 0; j < 3; j++) {
                double actual = estimates.covariance(i, j) * (samples - 1) / samples;
                assertEquals(actual, covariances[i][j], 1e-6);
            }
        }
    }

    /// An average over strata is the combined ratio estimate, with the variance of Cochran 1977,
    /// (6.46): Σ N_h² (1 - f_h)/n_h (s_y² + R² s_x² - 2 R s_yx), by the rows squared.
    @Test
    void anAverageOverStrataIsTheCombinedRatio() {
        double[][] others = {{30, 90}, {10, 400}, {50, 5}, {20, 11}, {1, 2}};
        Moments one = new Moments(2);
        Moments two = new Moments(2);
        for (int u = 0; u < 4; u++) {
            one.add(new double[] {UNITS[u][0], UNITS[u][1]});
            two.add(others[u]);
        }
        Totals totals = Totals.together(List.of(Totals.of(one, 7), Totals.of(two, 5)));
        double rows = 7 * one.mean(0) + 5 * two.mean(0);
        double ratio = (7 * one.mean(1) + 5 * two.mean(1)) / rows;
        double variance = 0;
        for (Moments h : List.of(one, two)) {
            double n = h == one ? 7 : 5;
            variance +=
                    n
                            * n
                            * (1 - 4 / n)
                            / 4
                            * (h.covariance(1, 1)
                                    + ratio * ratio * h.covariance(0, 0)
                                    - 2 * ratio * h.covariance(0, 1));
        }
        Statistic average = Statistic.average(1, 0);
        assertEquals(ratio, average.value(totals), 1e-12);
        assertEquals(variance / rows / rows, average.variance(totals), 1e-9);
    }

    /// The ratio estimator of a population whose rows are known, by hand: means 5 and 18, ratio
    /// 3.6.
    @Test
    void whereRowsAreKnownSumsGoWithThem() {
        Moments sample = new Moments(2);
        sample.add(new double[] {4, 12});
        sample.add(new double[] {6, 24});
        Totals totals = Totals.ofRows(sample, 6, 32);
        assertEquals(32, totals.total(0));
        assertEquals(115.2, totals.total(1), 1e-12);
        assertEquals(0, totals.covariance(0, 0));
        assertEquals(0, totals.covariance(1, 0));
        // The residuals are -2.4 and 2.4: (32/5)² (1 - 2/6) 11.52 / 2
        assertEquals(157.2864, totals.covariance(1, 1), 1e-9);
        assertTrue(totals.isScaled());
        assertTrue(Totals.ofRows(sample, -1, 32).isScaled(), "whatever the number of units");
    }

    @Test
    void aNumberOfRowsThatTheSampleSpeaksAgainstIsNotBelieved() {
        Moments sample = new Moments(1);
        for (int unit = 0; unit < 32; unit++) {
            sample.add(new double[] {100});
        }
        assertEquals(9_950, Totals.ofRows(sample, 100, 9_950).total(0), "a short last unit");
        assertEquals(10_000, Totals.ofRows(sample, 100, 20_000).total(0));
        assertTrue(Totals.ofRows(sample, 100, 20_000).covariance(0, 0) > 0);
    }

    /// 160 pages of 100 rows but the last, which has one: intervals of the sum hold as often as
    /// they say, and are there whether or not the last page was met.
    @Test
    void aShortLastUnitCostsASumOfKnownRowsNothing() {
        RandomGenerator random = Seeds.random(17);
        int units = 160;
        double[][] population = new double[units][];
        double truth = 0;
        for (int u = 0; u < units; u++) {
            int rows = u == units - 1 ? 1 : 100;
            double sum = 0;
            for (int row = 0; row < rows; row++) {
                sum += 100 * random.nextDouble();
            }
            truth += sum;
            population[u] = new double[] {rows, rows, sum};
        }
        long rows = 100 * (units - 1) + 1;
        Statistic sum = Statistic.sum(2, 1);
        int runs = 1_000;
        int held = 0;
        int shown = 0;
        for (int run = 0; run < runs; run++) {
            int[] drawn = Arrays.copyOf(Samples.permutation(units, random), 91);
            Moments sample = Samples.of(population, drawn);
            Totals totals = Totals.ofRows(sample, units, rows);
            assertEquals(0, Samples.halfWidth(Statistic.count(0), sample, units, totals));
            double half = Samples.halfWidth(sum, sample, units, totals);
            if (!Double.isNaN(half)) {
                shown++;
                held += Math.abs(sum.value(totals) - truth) <= half ? 1 : 0;
            }
        }
        assertTrue(shown > 0.9 * runs, "shown=" + shown);
        assertTrue(held >= 0.93 * shown && held <= 0.98 * shown, held + " of " + shown);
    }

    @Test
    void ofAnUnknownNumberOfUnitsOnlyTheSampleIsKnown() {
        Totals totals = Totals.of(Samples.of(UNITS, 0, 1, 3), -1);
        assertFalse(totals.isScaled());
        assertEquals(9, totals.total(0), 1e-12);
        assertEquals(56, totals.total(1), 1e-12);
        // n S
        assertEquals(3 * 4, totals.covariance(0, 0), 1e-12);
    }

    @Test
    void oneUnitOfMoreClaimsNothing() {
        assertTrue(Double.isNaN(Totals.of(Samples.of(UNITS, 3), 7).covariance(0, 0)));
        double[][] only = {{3, 4}};
        assertEquals(0, Totals.of(Samples.all(only), 1).covariance(1, 1));
        assertEquals(0, Totals.of(new Moments(1), 0).covariance(0, 0));
    }

    @Test
    void moreUnitsThanThereAreIsRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> Totals.of(Samples.of(UNITS, 0, 1, 2), 2));
    }

    /// Over all pairs of samples of the two sides of a join: the estimates average to the truth,
    /// and the variances to theirs; without the sums of pairs, once more the part that belongs to
    /// no side.
    @Test
    void overAllPairsOfSamplesARippleJoinIsUnbiased() {
        Seeds.run(
                5,
                (seed, random) -> {
                    double[][] pairs = new double[6][5];
                    double truth = 0;
                    for (double[] row : pairs) {
                        for (int s = 0; s < row.length; s++) {
                            row[s] = random.nextInt(3) == 0 ? random.nextInt(10) : 0;
                            truth += row[s];
                        }
                    }
                    Moments estimates = new Moments(1);
                    double wide = 0;
                    double claimed = 0;
                    List<int[]> left = Samples.choices(6, 4);
                    List<int[]> right = Samples.choices(5, 3);
                    int count = left.size() * right.size();
                    for (int[] r : left) {
                        for (int[] s : right) {
                            Totals totals = ripple(pairs, r, s, false);
                            assertEquals(2, totals.degreesOfFreedom());
                            estimates.add(new double[] {totals.total(0)});
                            wide += totals.covariance(0, 0) / count;
                            claimed += ripple(pairs, r, s, true).covariance(0, 0) / count;
                        }
                    }
                    double actual = estimates.covariance(0, 0) * (count - 1) / count;
                    assertEquals(truth, estimates.mean(0), 1e-9);
                    assertEquals(actual, claimed, 1e-9 * claimed);
                    double wider = 900 * (2 / 6.0) * (2 / 5.0) * interaction(pairs) / 12;
                    assertTrue(wider > 0);
                    assertEquals(actual + wider, wide, 1e-9 * wide);
                });
    }

    @Test
    void aVarianceIsNeverLessThanHalfOfWhatWasCounted() {
        // Only the pairs of a diagonal match: all is interaction.
        double[][] diagonal = new double[30][30];
        for (int i = 0; i < 30; i++) {
            diagonal[i][i] = 1;
        }
        int[] first = {0, 1, 2, 3, 4, 5};
        int[] second = {0, 1, 2, 3, 14, 15};
        Totals wide = ripple(diagonal, first, second, false);
        Totals narrow = ripple(diagonal, first, second, true);
        double counted = Statistic.count(0).variance(wide);
        double claimed = Statistic.count(0).variance(narrow);
        assertEquals(wide.covariance(0, 0), counted, 1e-9 * counted);
        assertTrue(claimed >= counted / 2 && claimed < counted, claimed + " of " + counted);
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        Totals.ripple(
                                Samples.of(diagonal, 0, 1),
                                30,
                                Samples.of(diagonal, 0, 1),
                                30,
                                Samples.of(diagonal, 0, 1, 2)));
    }

    /// The variance of what neither the row nor the column of a pair explains.
    private static double interaction(double[][] pairs) {
        int rows = pairs.length;
        int columns = pairs[0].length;
        double[] byRow = new double[rows];
        double[] byColumn = new double[columns];
        double mean = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                byRow[i] += pairs[i][j] / columns;
                byColumn[j] += pairs[i][j] / rows;
                mean += pairs[i][j] / rows / columns;
            }
        }
        double squares = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double rest = pairs[i][j] - byRow[i] - byColumn[j] + mean;
                squares += rest * rest;
            }
        }
        return squares / ((rows - 1) * (columns - 1));
    }

    private static Totals ripple(double[][] pairs, int[] r, int[] s) {
        return ripple(pairs, r, s, true);
    }

    private static Totals ripple(double[][] pairs, int[] r, int[] s, boolean byPairs) {
        Moments a = new Moments(1);
        Moments b = new Moments(1);
        for (int i : r) {
            double sum = 0;
            for (int j : s) {
                sum += pairs[i][j];
            }
            a.add(new double[] {sum / s.length});
        }
        for (int j : s) {
            double sum = 0;
            for (int i : r) {
                sum += pairs[i][j];
            }
            b.add(new double[] {sum / r.length});
        }
        if (!byPairs) {
            return Totals.ripple(a, pairs.length, b, pairs[0].length);
        }
        Moments each = new Moments(1);
        for (int i : r) {
            for (int j : s) {
                each.add(new double[] {pairs[i][j]});
            }
        }
        return Totals.ripple(a, pairs.length, b, pairs[0].length, each);
    }

    @Test
    void onlyUnitsThatMayHaveAShortOneAmongThemAreTakenToDiffer() {
        Moments sample = new Moments(1);
        sample.add(new double[] {100}, 25);
        double spread = Totals.of(sample, 400).covariance(0, 0);
        assertEquals(400.0 * 400 * (1 - 25.0 / 400) * 100 * 100 / 400 / 25, spread, 1e-6);
        assertEquals(0, Totals.ofEven(sample, 400).covariance(0, 0));
    }
}
