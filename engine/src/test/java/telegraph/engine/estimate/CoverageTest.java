package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

/// How often the intervals of 95 % hold, for each aggregate, over populations of many kinds: values
/// uniform, skewed, nearly constant, zeros and rare ones; rows shuffled, sorted by the very value,
/// sorted by the group; units of equal and of differing size; common and rare groups.
///
/// Strategy: from each population many samples are drawn and looked at at each cohort. The last
/// tests spoil the arithmetic on purpose and see that this is noticed.
class CoverageTest {
    private static final int UNITS = 337;
    private static final int SIZES = Cohorts.last(UNITS);
    private static final List<Statistic> STATISTICS =
            List.of(
                    Statistic.count(0),
                    Statistic.sum(1, 0),
                    Statistic.average(1, 0),
                    Statistic.variance(0, 1, 2, true),
                    Statistic.deviation(0, 1, 2, true));

    /// Where one unit makes more of the spread of all the answer hangs on whether it is met, and
    /// any sample can miss one unit: of a third of the units two samples in three do. What its
    /// intervals lack is no noise, and the bounds are what the worst of these populations was
    /// measured at.
    private static final double DOMINANCE_MAX = 0.25;

    private static final double LEAST_IF_DOMINATED = 0.87;

    private static final double FIRST_WRONG_IF_DOMINATED = 0.13;

    private static final String[] NAMES = {"COUNT", "SUM", "AVG", "VAR", "STDDEV"};

    /// The half-width of a statistic; NaN for none.
    private interface Claims {
        double halfWidth(Statistic statistic, Moments sample);
    }

    @Test
    void intervalsThatAreShownHold() {
        assertHold(100, false);
    }

    @Test
    @Tag("slow")
    void intervalsThatAreShownHoldInAThousandRuns() {
        assertHold(1_000, true);
    }

    /// What the gates do: how often intervals hold with and without them.
    @Test
    @Tag("slow")
    void gatesAreWorthTheirPrice() {
        int faults = 0;
        for (Population population : Population.all(UNITS, 100, Seeds.random(7))) {
            if (population.name().contains("equal units")) {
                continue;
            }
            for (int group : population.groups() == 1 ? new int[] {0} : new int[] {0, 3}) {
                Tally[] bare = tallies(population, group, 1_000, CoverageTest::ungated);
                Tally[] gated = tallies(population, group, 1_000, CoverageTest::honest);
                for (int s = 2; s <= 3; s++) {
                    faults += bare[s].faults().size();
                    assertEquals(List.of(), faults(population, group, s, gated[s]));
                    System.out.println(row(bare[s], gated[s]));
                }
            }
        }
        assertTrue(faults > 100, "faults=" + faults);
    }

    private static String row(Tally bare, Tally gated) {
        StringBuilder row = new StringBuilder("| " + bare.name());
        for (int size : new int[] {0, 2, 4, 6, 8}) {
            int shown = gated.shown(size);
            row.append(
                    String.format(
                            Locale.ROOT,
                            " | %.2f %s",
                            bare.held(size) / (double) bare.shown(size),
                            shown < 20
                                    ? "–"
                                    : String.format(
                                            Locale.ROOT,
                                            "**%.2f** (%d)",
                                            gated.held(size) / (double) shown,
                                            (shown + 5) / 10)));
        }
        return row.append(" |").toString();
    }

    private static List<String> faults(Population population, int group, int s, Tally tally) {
        double dominance = population.dominance(group, STATISTICS.get(s));
        return dominance > DOMINANCE_MAX
                ? tally.faults(LEAST_IF_DOMINATED, FIRST_WRONG_IF_DOMINATED)
                : tally.faults();
    }

    private static double ungated(Statistic statistic, Moments sample) {
        Totals totals = Totals.of(sample, UNITS);
        return Quantiles.student(0.975, totals.degreesOfFreedom())
                * Math.sqrt(statistic.variance(totals));
    }

    /// The correction matters where much was read: without it intervals there hold nearly always.
    @Test
    void withoutThePopulationCorrectionItIsNoticed() {
        Claims spoilt =
                (statistic, sample) ->
                        honest(statistic, sample) / Math.sqrt(1 - (double) sample.units() / UNITS);
        Population population = shuffled(Population.ONE, Population.UNIFORM);
        Tally average = tallies(population, 0, 2_000, spoilt)[2];
        assertFalse(Tally.faultsTogether("AVG", List.of(average), 0, SIZES).isEmpty());
        Tally honest = tallies(population, 0, 2_000, CoverageTest::honest)[2];
        assertEquals(List.of(), Tally.faultsTogether("AVG", List.of(honest), 0, SIZES));
    }

    /// Rows of a page sorted by the value are no sample of all rows.
    @Test
    void rowsTakenForUnitsAreNoticed() {
        Claims spoilt =
                (statistic, sample) -> {
                    if (!Double.isFinite(honest(statistic, sample))) {
                        return Double.NaN;
                    }
                    double spread =
                            Statistic.variance(0, 1, 2, true).value(Totals.of(sample, UNITS));
                    double left = 1 - (double) sample.units() / UNITS;
                    return 1.96 * Math.sqrt(left * spread / sample.rows());
                };
        Population population =
                Population.of(
                        "sorted",
                        UNITS,
                        Population.equal(100),
                        Population.ONE,
                        Population.UNIFORM,
                        Population.Layout.BY_VALUE,
                        Seeds.random(3));
        Tally average = tallies(population, 0, 200, spoilt)[2];
        assertTrue(average.counts(SIZES - 1));
        assertTrue(average.held(SIZES - 1) < 0.4 * average.shown(SIZES - 1), average.toString());
        assertFalse(average.faults().isEmpty());
        assertEquals(List.of(), tallies(population, 0, 200, CoverageTest::honest)[2].faults());
    }

    /// Ones in three pages only: whoever has not seen them is sure of 0.
    @Test
    void withoutGatesItIsNoticed() {
        Claims spoilt = CoverageTest::ungated;
        Population population =
                Population.of(
                        "rare",
                        UNITS,
                        Population.equal(100),
                        Population.ONE,
                        Population.bernoulli(0.01),
                        Population.Layout.BY_VALUE,
                        Seeds.random(3));
        assertFalse(tallies(population, 0, 100, spoilt)[2].faults().isEmpty());
        Tally honest = tallies(population, 0, 100, CoverageTest::honest)[2];
        assertEquals(List.of(), honest.faults());
        assertTrue(honest.counts(SIZES - 1));
    }

    private static Population shuffled(Population.Groups groups, Population.Values values) {
        return Population.of(
                "shuffled",
                UNITS,
                Population.differing(100),
                groups,
                values,
                Population.Layout.SHUFFLED,
                Seeds.random(3));
    }

    private static void assertHold(int runs, boolean prints) {
        List<String> faults = new ArrayList<>();
        List<List<Tally>> kinds = new ArrayList<>();
        for (String name : NAMES) {
            kinds.add(new ArrayList<>());
        }
        for (Population population : Population.all(UNITS, 100, Seeds.random(7))) {
            for (int group = 0; group < population.groups(); group++) {
                Tally[] tallies = tallies(population, group, runs, CoverageTest::honest);
                for (int s = 0; s < tallies.length; s++) {
                    faults.addAll(faults(population, group, s, tallies[s]));
                    kinds.get(s).add(tallies[s]);
                    if (prints) {
                        System.out.println(tallies[s]);
                    }
                }
            }
        }
        for (int s = 0; s < NAMES.length; s++) {
            assertTrue(kinds.get(s).stream().anyMatch(tally -> tally.counts(SIZES - 1)));
            faults.addAll(Tally.faultsTogether(NAMES[s], kinds.get(s), 0, SIZES));
        }
        Tally.assertNone(faults);
    }

    private static Tally[] tallies(Population population, int group, int runs, Claims claims) {
        Tally[] tallies = new Tally[NAMES.length];
        double[] truths = new double[NAMES.length];
        Totals all = population.truth(group);
        for (int s = 0; s < tallies.length; s++) {
            tallies[s] = new Tally(population.name() + " " + group + " " + NAMES[s], SIZES);
            truths[s] = STATISTICS.get(s).value(all);
        }
        Seeds.run(
                runs,
                (seed, random) -> {
                    int[] order = Samples.permutation(UNITS, random);
                    Moments sample = new Moments(3);
                    for (Tally tally : tallies) {
                        tally.begin();
                    }
                    for (int size = 0; size < SIZES; size++) {
                        int units = (int) Cohorts.size(size);
                        population.add(group, order, (int) sample.units(), units, sample);
                        Totals totals = Totals.of(sample, UNITS);
                        for (int s = 0; s < tallies.length; s++) {
                            Statistic statistic = STATISTICS.get(s);
                            double half = claims.halfWidth(statistic, sample);
                            if (!Double.isNaN(half)) {
                                double error = Math.abs(statistic.value(totals) - truths[s]);
                                tallies[s].add(size, error <= half + 1e-9 * Math.abs(truths[s]));
                            }
                        }
                    }
                });
        return tallies;
    }

    private static double honest(Statistic statistic, Moments sample) {
        return Samples.halfWidth(statistic, sample, UNITS, Totals.of(sample, UNITS));
    }
}
