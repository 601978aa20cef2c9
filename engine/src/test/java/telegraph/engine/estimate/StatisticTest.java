package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

class StatisticTest {
    private static final List<Statistic> ALL =
            List.of(
                    Statistic.count(0),
                    Statistic.sum(1, 0),
                    Statistic.average(1, 0),
                    Statistic.variance(0, 1, 2, false),
                    Statistic.variance(0, 1, 2, true),
                    Statistic.deviation(0, 1, 2, false),
                    Statistic.deviation(0, 1, 2, true),
                    new Statistic.Sum(1, 0, 3),
                    new Statistic.Average(1, 0, 3));

    /// Values 1, 3 | 4 | 8 in three units: the whole population.
    private static final double[][] UNITS = {{2, 4, 10}, {1, 4, 16}, {1, 8, 64}};

    @Test
    void theValuesOfFourRowsByHand() {
        Totals totals = Totals.of(Samples.all(UNITS), 3);
        double[] expected = {4, 16, 4, 6.5, 26 / 3.0, Math.sqrt(6.5), Math.sqrt(26 / 3.0), 28, 7};
        for (int i = 0; i < ALL.size(); i++) {
            assertEquals(expected[i], ALL.get(i).value(totals), 1e-12, ALL.get(i).toString());
            assertEquals(0, ALL.get(i).variance(totals), ALL.get(i).toString());
        }
    }

    /// Two units, (2 rows, sum 4) and (1, 8), of ten: R = 4, residuals -4 and 4, so Var = (1 -
    /// 2/10) · 32 / 2 / 1.5².
    @Test
    void theVarianceOfAnAverageByHand() {
        Totals totals = Totals.of(Samples.of(UNITS, 0, 2), 10);
        assertEquals(4, Statistic.average(1, 0).value(totals), 1e-12);
        assertEquals(0.8 * 16 / 2.25, Statistic.average(1, 0).variance(totals), 1e-12);
    }

    /// The influence of a unit on the variance, as the literature writes it, gives the same, but
    /// for the variance of the squared error of the mean.
    @Test
    void theVarianceOfAVarianceIsThatOfItsInfluences() {
        Seeds.run(
                20,
                (seed, random) -> {
                    double[][] units = randomUnits(40, random);
                    Moments sample = Samples.all(units);
                    double u = sample.mean(0);
                    double second = sample.mean(2) / u;
                    double mean = sample.mean(1) / u;
                    Moments influences = new Moments(1);
                    for (double[] unit : units) {
                        double g =
                                (unit[2] - second * unit[0]) / u
                                        - 2 * mean * (unit[1] - mean * unit[0]) / u;
                        influences.add(new double[] {g});
                    }
                    Totals totals = Totals.of(sample, 100);
                    double noise = Statistic.average(1, 0).variance(totals);
                    double expected = 0.6 * influences.covariance(0, 0) / 40 + 2 * noise * noise;
                    assertEquals(
                            expected,
                            Statistic.variance(0, 1, 2, false).variance(totals),
                            1e-9 * expected);
                    double deviation = Statistic.deviation(0, 1, 2, false).value(totals);
                    assertEquals(
                            expected / (4 * deviation * deviation),
                            Statistic.deviation(0, 1, 2, false).variance(totals),
                            1e-9 * expected);
                });
    }

    @Test
    void gradientsAreTheSlopesOfTheValues() {
        Seeds.run(
                20,
                (seed, random) -> {
                    double[][] units = randomUnits(12, random);
                    Totals here = Totals.of(Samples.all(units), 12);
                    double[] gradient = new double[3];
                    for (Statistic statistic : ALL) {
                        statistic.gradient(here, gradient);
                        for (int i = 0; i < 3; i++) {
                            double step = 1e-5 * Math.abs(here.total(i));
                            double slope =
                                    (statistic.value(moved(units, i, step))
                                                    - statistic.value(moved(units, i, -step)))
                                            / (2 * step);
                            assertEquals(
                                    slope,
                                    gradient[i],
                                    1e-6 * (1e-3 + Math.abs(slope)),
                                    statistic + " by " + i);
                        }
                    }
                });
    }

    /// Among values near 10⁹ with a spread near 1 plain squares leave no digit of the variance.
    @Test
    void shiftedSumsKeepTheVarianceOfLargeValues() {
        double shift = 1e9;
        Seeds.run(
                5,
                (seed, random) -> {
                    double[][] small = new double[30][];
                    double[][] plain = new double[30][];
                    for (int i = 0; i < 30; i++) {
                        double[] values = random.doubles(50, -2, 2).toArray();
                        small[i] = sums(values, 0);
                        plain[i] = sums(values, shift);
                    }
                    Totals shifted = Totals.of(Samples.all(small), 60);
                    Totals unshifted = Totals.of(Samples.all(plain), 60);
                    Statistic variance = Statistic.variance(0, 1, 2, true);
                    assertEquals(4 / 3.0, variance.value(shifted), 0.2);
                    assertTrue(Math.abs(variance.value(unshifted) - 4 / 3.0) > 1);
                    Statistic average = new Statistic.Average(1, 0, shift);
                    Statistic sum = new Statistic.Sum(1, 0, shift);
                    assertEquals(
                            Statistic.average(1, 0).value(unshifted), average.value(shifted), 1e-6);
                    assertEquals(
                            Statistic.average(1, 0).value(shifted) + shift,
                            average.value(shifted),
                            1e-6);
                    assertEquals(3_000 * 1e9, sum.value(shifted), 3_000 * 2);
                    assertEquals(
                            Statistic.average(1, 0).variance(shifted), average.variance(shifted));
                });
    }

    @Test
    void whereThereAreNoRowsThereIsNoAverage() {
        Moments empty = new Moments(3);
        empty.addZeros(20);
        Totals totals = Totals.of(empty, 100);
        assertEquals(0, Statistic.count(0).value(totals));
        assertEquals(0, Statistic.sum(1, 0).value(totals));
        for (Statistic statistic : ALL.subList(2, 7)) {
            assertTrue(Double.isNaN(statistic.value(totals)), statistic.toString());
            assertTrue(Double.isNaN(statistic.variance(totals)), statistic.toString());
        }
    }

    @Test
    void ofAnUnknownNumberOfUnitsOnlyRatiosAreEstimated() {
        Totals totals = Totals.of(Samples.all(UNITS), -1);
        assertTrue(Double.isNaN(Statistic.count(0).variance(totals)));
        assertTrue(Double.isNaN(Statistic.sum(1, 0).variance(totals)));
        assertTrue(Statistic.average(1, 0).variance(totals) > 0);
        assertTrue(Double.isNaN(Statistic.average(1, 0).covariance(Statistic.count(0), totals)));
    }

    @Test
    void covariancesAreThoseOfSumsAndDifferences() {
        Seeds.run(
                20,
                (seed, random) -> {
                    Totals totals = Totals.of(Samples.all(randomUnits(20, random)), 90);
                    for (Statistic one : ALL) {
                        for (Statistic two : ALL) {
                            if (one.equals(two)) {
                                continue;
                            }
                            double[] g = new double[3];
                            double[] h = new double[3];
                            one.gradient(totals, g);
                            two.gradient(totals, h);
                            double[] sum = new double[3];
                            double[] difference = new double[3];
                            for (int i = 0; i < 3; i++) {
                                sum[i] = g[i] + h[i];
                                difference[i] = g[i] - h[i];
                            }
                            double both = totals.quadratic(sum, sum);
                            double apart = totals.quadratic(difference, difference);
                            assertEquals(
                                    (both - apart) / 4,
                                    one.covariance(two, totals),
                                    1e-9 * (both + apart));
                        }
                    }
                });
    }

    /// Zeros and ones in equal numbers: the gradient of the variance is 0 there, and 1/4 - (p-1/2)²
    /// is always too small.
    @Test
    void overAllSamplesTheVarianceIsNearlyUnbiased() {
        double[][] units = new double[10][];
        for (int i = 0; i < 10; i++) {
            units[i] = sums(new double[] {i % 2}, 0);
        }
        Statistic variance = Statistic.variance(0, 1, 2, false);
        double plain = 0;
        double mean = 0;
        var samples = Samples.choices(10, 5);
        for (int[] chosen : samples) {
            Totals totals = Totals.of(Samples.of(units, chosen), 10);
            double p = totals.total(1) / totals.total(0);
            plain += p * (1 - p) / samples.size();
            mean += variance.value(totals) / samples.size();
        }
        assertEquals(0.25 - 0.25 / 9, plain, 1e-12);
        assertEquals(0.25, mean, 1e-12);
    }

    private static double[][] randomUnits(int count, java.util.random.RandomGenerator random) {
        double[][] units = new double[count][];
        for (int i = 0; i < count; i++) {
            units[i] = sums(random.doubles(1 + random.nextInt(9), -1, 5).toArray(), 0);
        }
        return units;
    }

    private static double[] sums(double[] values, double plus) {
        double[] unit = new double[3];
        for (double value : values) {
            unit[0]++;
            unit[1] += value + plus;
            unit[2] += (value + plus) * (value + plus);
        }
        return unit;
    }

    private static Totals moved(double[][] units, int component, double by) {
        double[][] moved = units.clone();
        moved[0] = units[0].clone();
        moved[0][component] += by;
        return Totals.of(Samples.all(moved), units.length);
    }
}
