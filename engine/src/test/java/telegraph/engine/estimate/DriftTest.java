package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

class DriftTest {
    /// The ranks are 4, 1.5, 1.5, 5, 0, 3, and their mean is 2.5.
    @Test
    void equalValuesShareTheirRank() {
        assertArrayEquals(
                new double[] {1.5, -1, -1, 2.5, -2.5, 0.5},
                Drift.centredRanks(new double[] {7, 3, 3, 9, 1, 5}));
    }

    @Test
    void sortedUnitsAreFoundOut() {
        double[] sorted = new double[32];
        Arrays.setAll(sorted, i -> i * i);
        assertTrue(Drift.reason(sorted).orElseThrow().contains("second half"));
        double[] falling = new double[32];
        Arrays.setAll(falling, i -> -i);
        assertTrue(Drift.reason(falling).isPresent());
    }

    @Test
    void wavesAreFoundOut() {
        double[] waves = new double[64];
        Arrays.setAll(waves, i -> Math.sin(i / 64.0 * 8 * Math.PI));
        assertTrue(Drift.reason(waves).orElseThrow().contains("came before"));
    }

    @Test
    void aNoisyTrendIsFoundOut() {
        int[] found = new int[1];
        Seeds.run(
                200,
                (seed, random) -> {
                    double[] means = new double[128];
                    Arrays.setAll(means, i -> i / 48.0 + random.nextGaussian());
                    found[0] += Drift.reason(means).isPresent() ? 1 : 0;
                });
        assertTrue(found[0] > 190, "found=" + found[0]);
    }

    @Test
    void fewOrEqualUnitsSayNothing() {
        assertTrue(Drift.reason(new double[] {1, 2, 3, 4, 5}).isEmpty());
        assertTrue(Drift.reason(new double[100]).isEmpty());
    }

    @Test
    void randomOrderRaisesAlarmLessThanOnceInAThousand() {
        int trials = 20_000;
        int alarms = 0;
        RandomGenerator random = Seeds.random(5);
        for (int trial = 0; trial < trials; trial++) {
            double[] means = new double[trial % 2 == 0 ? 32 : 128];
            int kind = trial % 3;
            Arrays.setAll(
                    means,
                    i ->
                            kind == 0
                                    ? random.nextGaussian()
                                    : kind == 1
                                            ? Math.exp(3 * random.nextGaussian())
                                            : random.nextInt(10) == 0 ? 1 : 0);
            alarms += Drift.reason(means).isPresent() ? 1 : 0;
        }
        assertTrue(alarms < trials / 1_000, "alarms=" + alarms + " of " + trials);
    }
}
