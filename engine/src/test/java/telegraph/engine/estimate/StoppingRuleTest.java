package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

/// Stops are right as often as asked for, whatever makes one stop: the bound that was wished for,
/// or the malice to wait for an interval that is wrong.
class StoppingRuleTest {
    private static final int UNITS = 2_000;
    private static final StoppingRule AT_95 = new StoppingRule(0.95);
    private static final Statistic AVERAGE = Statistic.average(1, 0);

    @Test
    void theLevelsAddUpToWhatMayBeWrong() {
        assertEquals(0.05 * 6 / (Math.PI * Math.PI), AT_95.level(1), 1e-15);
        assertEquals(AT_95.level(1) / 9, AT_95.level(3), 1e-15);
        double sum = 0;
        for (int test = 1; test < 100_000; test++) {
            sum += AT_95.level(test);
        }
        assertEquals(0.05, sum, 1e-6);
        assertThrows(IllegalArgumentException.class, () -> AT_95.level(0));
        assertThrows(IllegalArgumentException.class, () -> new StoppingRule(95));
    }

    @Test
    void everySecondCohortIsAStoppingPoint() {
        int[] expected = {0, 0, 0, 0, 1, 0, 2, 0, 3};
        for (int cohort = 0; cohort < expected.length; cohort++) {
            assertEquals(expected[cohort], StoppingRule.test(cohort, 4));
        }
        assertEquals(0, StoppingRule.test(-1, 4));
        assertEquals(1, StoppingRule.lastTest(0, 4));
        assertEquals(1, StoppingRule.lastTest(4, 4));
        assertEquals(4, StoppingRule.lastTest(9, 4));
        assertEquals(4, StoppingRule.lastTest(10, 4));
    }

    @Test
    void theFirstIsWhereRareUnitsWouldHaveShown() {
        assertEquals(128, Cohorts.size(StoppingRule.first(1_001)));
        assertEquals(128, Cohorts.size(StoppingRule.first(-1)));
        assertEquals(64, Cohorts.size(StoppingRule.first(100)));
        assertEquals(32, Cohorts.size(StoppingRule.first(40)));
        assertEquals(128, Cohorts.size(StoppingRule.first(40, 1_001)));
    }

    @Test
    void stopsAreRight() {
        assertStops(250);
    }

    @Test
    @Tag("slow")
    void ofAThousandStopsAtMostFiftyAreWrong() {
        assertStops(1_000);
    }

    private static void assertStops(int runs) {
        double allowed = 0.05 * runs + (runs < 1_000 ? 2.5 * Math.sqrt(0.05 * 0.95 * runs) : 0);
        int peeked = 0;
        for (Population population : populations()) {
            int[] counts = new int[4];
            Seeds.run(runs, (seed, random) -> run(population, random, counts));
            String what = population.name() + " of " + counts[3] + " stops wrong=" + counts[0];
            assertTrue(counts[3] > 0.8 * runs, what);
            assertTrue(counts[0] <= allowed, what);
            assertTrue(counts[1] <= allowed, population.name() + " ever wrong=" + counts[1]);
            peeked = Math.max(peeked, counts[2]);
        }
        assertTrue(peeked > 2 * allowed, "looking without a rule was wrong=" + peeked);
    }

    private static List<Population> populations() {
        return List.of(
                population("uniform", Population.UNIFORM, Population.Layout.SHUFFLED),
                population("skewed", Population.LOGNORMAL, Population.Layout.SHUFFLED),
                population("sorted", Population.UNIFORM, Population.Layout.BY_VALUE),
                population("1 in 5", Population.bernoulli(0.2), Population.Layout.SHUFFLED));
    }

    private static Population population(
            String name, Population.Values values, Population.Layout layout) {
        return Population.of(
                name,
                UNITS,
                Population.differing(10),
                Population.ONE,
                values,
                layout,
                Seeds.random(11));
    }

    /// Counts wrong stops at 5 %, samples with a wrong interval at any stopping point, samples with
    /// a wrong interval of 95 % at any cohort, and stops.
    private static void run(
            Population population, java.util.random.RandomGenerator random, int[] counts) {
        double truth = AVERAGE.value(population.truth(0));
        int[] order = Samples.permutation(UNITS, random);
        Moments sample = new Moments(3);
        boolean stopped = false;
        boolean everWrong = false;
        boolean everPeeked = false;
        for (int cohort = 0; cohort < Cohorts.last(UNITS); cohort++) {
            population.add(0, order, (int) sample.units(), (int) Cohorts.size(cohort), sample);
            Totals totals = Totals.of(sample, UNITS);
            LargeSample watched = new LargeSample(sample, UNITS, totals, 0.05, -1);
            if (watched.refusal(AVERAGE, null).isPresent()) {
                continue;
            }
            double error = Math.abs(AVERAGE.value(totals) - truth);
            everPeeked |= error > watched.halfWidth(AVERAGE, null);
            int test = StoppingRule.test(cohort, StoppingRule.first(UNITS));
            if (test == 0) {
                continue;
            }
            double alpha = AT_95.level(test);
            double half =
                    new LargeSample(sample, UNITS, totals, alpha, -1).halfWidth(AVERAGE, null);
            everWrong |= error > half;
            if (!stopped && half <= 0.05 * Math.abs(AVERAGE.value(totals))) {
                stopped = true;
                counts[0] += error > half ? 1 : 0;
                counts[3]++;
            }
        }
        counts[1] += everWrong ? 1 : 0;
        counts[2] += everPeeked ? 1 : 0;
    }
}
