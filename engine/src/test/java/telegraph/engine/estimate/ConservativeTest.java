package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import telegraph.engine.source.Bounds;
import telegraph.testkit.Seeds;

class ConservativeTest {
    private static final Conservative AT_95 = new Conservative(0.95);

    @Test
    void halfWidthsByHand() {
        // ln 40 = 3.6889
        assertEquals(
                10 * Math.sqrt(3.6888794541139363 / 200),
                Conservative.hoeffding(100, -1, 10, 0.05),
                1e-12);
        assertEquals(
                10 * Math.sqrt(3.6888794541139363 / 200 * 0.01),
                Conservative.hoeffding(100, 100, 10, 0.05),
                1e-12);
        // ln 60 = 4.0943
        assertEquals(
                Math.sqrt(8 * 4.0943445622221 / 100) + 30 * 4.0943445622221 / 100,
                Conservative.bernstein(100, 4, 10, 0.05),
                1e-12);
    }

    @Test
    void unitsOfMixedSignsHaveBothBounds() {
        assertEquals(new Bounds(-20, 30), Conservative.ofUnit(10, new Bounds(-2, 3)));
        assertEquals(new Bounds(0, 30), Conservative.ofUnit(10, new Bounds(2, 3)));
    }

    @Test
    void nothingReadLeavesEverythingOpenAndAllReadNothing() {
        Bounds unit = new Bounds(0, 10);
        assertEquals(new Bounds(0, 50), AT_95.total(new Moments(1), 5, 0, unit));
        Moments all = Samples.all(new double[][] {{3}, {4}, {5}});
        Bounds exact = AT_95.total(all, 3, 0, unit);
        assertEquals(12, exact.low(), 1e-12);
        assertEquals(12, exact.high(), 1e-12);
        assertThrows(IllegalArgumentException.class, () -> AT_95.total(all, -1, 0, unit));
        assertThrows(IllegalArgumentException.class, () -> new Conservative(1));
    }

    @Test
    void bernsteinIsNarrowerWhereValuesLieClose() {
        Moments close = new Moments(1);
        for (int i = 0; i < 2_000; i++) {
            close.add(new double[] {500 + i % 3});
        }
        Bounds interval = AT_95.total(close, 1_000_000, 0, new Bounds(0, 1_000));
        double half = (interval.high() - interval.low()) / 2 / 1_000_000;
        assertTrue(half < 10 && half > 5, "half=" + half);
        assertTrue(half < Conservative.hoeffding(2_000, 1_000_000, 1_000, 0.05) / 2);
    }

    /// Zeros and ones are the worst there is for a bound; intervals hold nevertheless, at any size
    /// of sample, in populations that have no large sample.
    @Test
    void intervalsHoldMoreOftenThanTheySay() {
        Population.Values[] kinds = {
            Population.bernoulli(0.02), Population.bernoulli(0.5), Population.UNIFORM
        };
        Statistic.Average average = new Statistic.Average(1, 0, 0);
        Bounds ofValue = new Bounds(0, 1);
        var values = new Conservative.Values(ofValue, 40);
        int[] misses = new int[3];
        int[] looks = new int[1];
        Seeds.run(
                300,
                (seed, random) -> {
                    Population population =
                            Population.of(
                                    "bounded",
                                    60,
                                    Population.differing(20),
                                    Population.ONE,
                                    kinds[(int) (seed % 3)],
                                    Population.Layout.BY_VALUE,
                                    random);
                    Totals truth = population.truth(0);
                    int[] order = Samples.permutation(60, random);
                    for (int n : new int[] {1, 5, 20, 50, 60}) {
                        Moments sample = new Moments(3);
                        population.add(0, order, 0, n, sample);
                        looks[0]++;
                        Bounds count = AT_95.total(sample, 60, 0, new Bounds(0, 40));
                        Bounds sum = AT_95.total(sample, 60, 1, Conservative.ofUnit(40, ofValue));
                        Bounds mean = AT_95.average(sample, 60, average, values);
                        misses[0] += holds(count, truth.total(0)) ? 0 : 1;
                        misses[1] += holds(sum, truth.total(1)) ? 0 : 1;
                        misses[2] += holds(mean, average.value(truth)) ? 0 : 1;
                    }
                });
        for (int missed : misses) {
            assertTrue(missed <= 0.02 * looks[0], "missed=" + missed + " of " + looks[0]);
        }
    }

    @Test
    void theAverageDoesNotDependOnTheShift() {
        Moments plain = new Moments(3);
        Moments shifted = new Moments(3);
        for (int i = 0; i < 400; i++) {
            double rows = 1 + i % 4;
            double sum = rows * (3 + i % 5);
            plain.add(new double[] {rows, sum, 0});
            shifted.add(new double[] {rows, sum - 2.5 * rows, 0});
        }
        var values = new Conservative.Values(new Bounds(0, 10), 4);
        Bounds one = AT_95.average(plain, 9_000, new Statistic.Average(1, 0, 0), values);
        Bounds two = AT_95.average(shifted, 9_000, new Statistic.Average(1, 0, 2.5), values);
        assertEquals(one.low(), two.low(), 1e-9);
        assertEquals(one.high(), two.high(), 1e-9);
        assertTrue(one.low() > 2 && one.high() < 8, one.toString());
    }

    private static boolean holds(Bounds interval, double truth) {
        double slack = 1e-9 * Math.max(1, Math.abs(truth));
        return interval.low() <= truth + slack && truth <= interval.high() + slack;
    }
}
