package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.engine.estimate.PagePopulation.Kind;
import telegraph.engine.source.Bounds;
import telegraph.testkit.Seeds;

/// What pages that were not met do to intervals and to stops: in each population of its own, not
/// only on average, intervals hold where they are shown, and stops are right.
///
/// Strategy: of each population many samples are drawn and looked at at every cohort, as they are
/// by whoever watches, and at every stopping point, as they are by `ERROR WITHIN` 5 and 1 percent.
class UnlikeTest {
    private static final List<Statistic> STATISTICS =
            List.of(Statistic.count(0), Statistic.sum(1, 0), Statistic.average(1, 0));
    private static final double[] WITHIN = {0.05, 0.01};
    private static final StoppingRule RULE = new StoppingRule(0.95);

    /// Looks at one aggregate of one population.
    private static final class Looks {
        int all;
        int shown;
        int held;
        int late;
        int lateShown;
        double halfWidths;
        double errors;
        final int[] stops = new int[WITHIN.length];
        final int[] wrong = new int[WITHIN.length];

        double covered() {
            return shown == 0 ? 1 : (double) held / shown;
        }

        double worstStops(int runs) {
            return Math.max(wrong[0], wrong[1]) / (double) runs;
        }
    }

    @Test
    void asManyUnitsAreNeededAsTheRuleOfThreeSays() {
        assertEquals(99, Unlike.unitsNeeded(-1));
        assertEquals(100, Unlike.unitsNeeded(1_000_000));
        assertEquals(81, Unlike.unitsNeeded(337));
        assertEquals(64, Unlike.unitsNeeded(100));
        assertEquals(13, Unlike.unitsNeeded(20));
        for (long units : new long[] {3, 20, 60, 100, 337, 1_001, 50_000}) {
            double missed = 1 - (double) Unlike.unitsNeeded(units) / units;
            double rare = Math.max(3, Math.ceil(0.03 * units));
            assertTrue(Math.pow(missed, rare) <= 0.05, "units=" + units);
        }
    }

    @Test
    void soManyOfTheRestMayBeUnlike() {
        assertEquals(298, Unlike.most(10, 1_000));
        assertEquals(28, Unlike.most(100, 1_000));
        assertEquals(1, Unlike.most(900, 1_000));
        assertEquals(0, Unlike.most(1_000, 1_000));
    }

    @Test
    void whereAllUnitsAreAlikeOnlyBoundsSayHowFarOffAnAnswerMayBe() {
        Moments alike = new Moments(3);
        for (int unit = 0; unit < 128; unit++) {
            alike.add(new double[] {50, 350, 50 * 49});
        }
        double most = Unlike.most(128, 1_000);
        Bounds bounds = new Bounds(-3, 12);
        // The other end is farther: a page of up to 60 rows may have none.
        assertRoom(most * 50, STATISTICS.get(0), alike, 60, null);
        assertRoom(most * 150, STATISTICS.get(0), alike, 200, null);
        assertRoom(most * (12 * 60 - 350), STATISTICS.get(1), alike, 60, new Bounds(0, 12));
        assertRoom(most * (350 + 3 * 60), STATISTICS.get(1), alike, 60, bounds);
        double share = most * 60 / ((1_000 - most) * 50 + most * 60);
        assertRoom(share * 10, STATISTICS.get(2), alike, 60, bounds);
        LargeSample unbounded = new LargeSample(alike, 1_000, Totals.of(alike, 1_000), 0.05, -1);
        for (Statistic statistic : STATISTICS) {
            assertEquals(Gates.ALIKE, unbounded.refusal(statistic, bounds).orElseThrow());
        }
    }

    /// Ones on one of 91 pages that were read, seven of them, and nobody knows whether the next
    /// such page has a hundred.
    @Test
    void oneUnitUnlikeAllOthersDoesNotSayHowFarOffASecondWouldBe() {
        Moments sample = new Moments(3);
        for (int unit = 0; unit < 90; unit++) {
            sample.add(new double[] {40 + unit % 30, 0, 0});
        }
        sample.addZeros(1);
        sample.add(new double[] {50, 7, 7});
        for (Totals totals : List.of(Totals.of(sample, 337), Totals.ofRows(sample, 337, 18_200))) {
            LargeSample one = new LargeSample(sample, 337, totals, 0.05, -1);
            assertEquals(Optional.empty(), one.refusal(STATISTICS.get(0), null));
            for (Statistic statistic : STATISTICS.subList(1, 3)) {
                assertEquals(Optional.of(Gates.ALIKE_BUT_FOR_ONE), one.refusal(statistic, null));
            }
        }
        LargeSample bounded = new LargeSample(sample, 337, Totals.of(sample, 337), 0.05, 200);
        double room = Unlike.most(92, 337) * (200 - 7 / 92.0);
        assertEquals(Optional.empty(), bounded.refusal(STATISTICS.get(1), new Bounds(0, 1)));
        assertTrue(bounded.halfWidth(STATISTICS.get(1), new Bounds(0, 1)) > room);
        sample.add(new double[] {50, 9, 9});
        LargeSample two = new LargeSample(sample, 337, Totals.of(sample, 337), 0.05, -1);
        for (Statistic statistic : STATISTICS) {
            assertEquals(Optional.empty(), two.refusal(statistic, null));
        }
    }

    /// Values that are all 700 but on one page, which is the same whatever they are shifted by.
    @Test
    void whatTheOthersHaveInCommonNeedNotBeZero() {
        for (double shift : new double[] {0, 650, 700, 701}) {
            Moments sample = new Moments(2);
            for (int unit = 0; unit < 128; unit++) {
                double rows = 20 + unit % 30;
                double more = unit == 77 ? 3 : 0;
                sample.add(new double[] {rows, rows * (700 - shift) + more});
            }
            Totals totals = Totals.of(sample, 1_000);
            LargeSample large = new LargeSample(sample, 1_000, totals, 0.05, -1);
            assertEquals(
                    Optional.of(Gates.ALIKE_BUT_FOR_ONE),
                    large.refusal(new Statistic.Average(1, 0, shift), null),
                    "shift=" + shift);
            assertEquals(Optional.empty(), large.refusal(new Statistic.Sum(1, 0, shift), null));
        }
    }

    private static void assertRoom(
            double expected, Statistic statistic, Moments alike, long pageSize, Bounds bounds) {
        LargeSample sample = new LargeSample(alike, 1_000, Totals.of(alike, 1_000), 0.05, pageSize);
        assertTrue(sample.refusal(statistic, bounds).isEmpty());
        assertEquals(expected, sample.halfWidth(statistic, bounds), 1e-9 * expected);
        assertEquals(
                expected,
                Unlike.room(statistic, alike, 1_000, pageSize, bounds, Totals.of(alike, 1_000))
                        .orElseThrow(),
                1e-9 * expected);
    }

    @Test
    void intervalsHoldAndStopsAreRightInEachPopulation() {
        assertHold(100, false);
    }

    @Test
    @Tag("slow")
    void intervalsHoldAndStopsAreRightInAThousandSamplesOfEachPopulation() {
        assertHold(1_000, true);
    }

    private static void assertHold(int runs, boolean prints) {
        List<String> faults = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        List<Double> worst = new ArrayList<>();
        for (PagePopulation population : PagePopulation.all()) {
            List<Looks> looks = new ArrayList<>();
            for (Statistic statistic : STATISTICS) {
                Looks of = looks(population, statistic, runs);
                looks.add(of);
                String what = population.name() + " " + statistic;
                faults.addAll(faults(what, population.kind(), of, runs));
            }
            lines.add(line(population, looks, runs));
            worst.add(looks.stream().mapToDouble(Looks::covered).min().orElseThrow());
        }
        if (prints) {
            Stream.iterate(0, i -> i + 1)
                    .limit(lines.size())
                    .sorted(Comparator.comparing(worst::get))
                    .forEach(i -> System.out.println(lines.get(i)));
        }
        Tally.assertNone(faults);
    }

    private static List<String> faults(String what, Kind kind, Looks looks, int runs) {
        List<String> faults = new ArrayList<>();
        if (kind != Kind.IMPOSSIBLE
                && 50 * looks.shown > looks.all
                && looks.covered() < 0.93 - room(0.93, runs)) {
            faults.add(what + ": held=" + looks.held + " of " + looks.shown);
        }
        if (kind != Kind.IMPOSSIBLE && looks.worstStops(runs) > 0.05 + room(0.05, runs)) {
            faults.add(what + ": wrong stops=" + looks.worstStops(runs));
        }
        if (kind == Kind.MODERATE && 2 * looks.lateShown < looks.late) {
            faults.add(what + ": shown=" + looks.lateShown + " of " + looks.late);
        }
        return faults;
    }

    /// What chance may make of a share.
    private static double room(double share, int runs) {
        return 2.5 * Math.sqrt(share * (1 - share) / runs);
    }

    private static Looks looks(PagePopulation population, Statistic statistic, int runs) {
        Looks looks = new Looks();
        int units = population.pages().unitsTotal();
        double truth = statistic.value(population.pages().truth(0));
        Seeds.run(
                runs,
                (seed, random) -> {
                    int[] order = Samples.permutation(units, random);
                    Moments sample = new Moments(3);
                    boolean[] stopped = new boolean[WITHIN.length];
                    for (int cohort = 0; cohort < Cohorts.last(units); cohort++) {
                        int size = (int) Cohorts.size(cohort);
                        population.pages().add(0, order, (int) sample.units(), size, sample);
                        watch(population, statistic, truth, sample, looks);
                        int test = StoppingRule.test(cohort, StoppingRule.first(units));
                        if (test > 0) {
                            double alpha = RULE.level(test);
                            stop(population, statistic, truth, sample, alpha, stopped, looks);
                        }
                    }
                });
        return looks;
    }

    private static void watch(
            PagePopulation population,
            Statistic statistic,
            double truth,
            Moments sample,
            Looks looks) {
        boolean late = 3 * sample.units() >= population.pages().unitsTotal();
        looks.all++;
        looks.late += late ? 1 : 0;
        LargeSample large = large(population, sample, 0.05);
        if (large.refusal(statistic, null).isEmpty()) {
            double half = large.halfWidth(statistic, null);
            double error = Math.abs(statistic.value(large.totals()) - truth);
            looks.shown++;
            looks.lateShown += late ? 1 : 0;
            looks.held += error <= half + 1e-9 * Math.abs(truth) ? 1 : 0;
            looks.halfWidths += half;
            looks.errors += error;
        }
    }

    private static void stop(
            PagePopulation population,
            Statistic statistic,
            double truth,
            Moments sample,
            double alpha,
            boolean[] stopped,
            Looks looks) {
        LargeSample large = large(population, sample, alpha);
        if (large.refusal(statistic, null).isPresent()) {
            return;
        }
        double half = large.halfWidth(statistic, null);
        double value = statistic.value(large.totals());
        for (int w = 0; w < WITHIN.length; w++) {
            if (!stopped[w] && half <= WITHIN[w] * Math.abs(value)) {
                stopped[w] = true;
                looks.stops[w]++;
                boolean right = Math.abs(value - truth) <= half + 1e-9 * Math.abs(truth);
                looks.wrong[w] += right ? 0 : 1;
            }
        }
    }

    private static LargeSample large(PagePopulation population, Moments sample, double alpha) {
        int units = population.pages().unitsTotal();
        Totals totals = Totals.of(sample, units);
        return new LargeSample(sample, units, totals, alpha, population.pageSize());
    }

    private static String line(PagePopulation population, List<Looks> looks, int runs) {
        StringBuilder line = new StringBuilder("| " + population.name());
        for (Looks of : looks) {
            line.append(
                    of.shown == 0
                            ? " | –"
                            : String.format(
                                    Locale.ROOT,
                                    " | %.1f (%.0f)",
                                    100 * of.covered(),
                                    100.0 * of.lateShown / of.late));
        }
        for (ToDoubleFunction<Looks> share :
                List.<ToDoubleFunction<Looks>>of(l -> l.wrong[0], l -> l.wrong[1])) {
            double wrong = looks.stream().mapToDouble(share).max().orElseThrow();
            line.append(String.format(Locale.ROOT, " | %.1f", 100 * wrong / runs));
        }
        return line + " |";
    }
}
