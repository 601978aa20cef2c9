package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

/// How often the intervals of a ripple join hold, by the keys of the join: few and shared by many
/// rows, many and rare, or a few heavy ones among many. Units are rows, 2,000 on each side.
///
/// Where keys are heavy or matches rare the gates keep silent, and that is part of what is tested:
/// the intervals they hold back hold far less often than they say.
class RippleCoverageTest {
    private static final int ROWS = 2_000;
    private static final int[] READ = {50, 100, 200, 400, 800, 1_600};
    private static final List<Statistic> STATISTICS =
            List.of(Statistic.count(0), Statistic.sum(1, 0), Statistic.average(1, 0));
    private static final String[] NAMES = {"COUNT", "SUM", "AVG"};

    @Test
    void intervalsThatAreShownHold() {
        assertHold(100, false);
    }

    @Test
    @Tag("slow")
    void intervalsThatAreShownHoldInAThousandRuns() {
        assertHold(1_000, true);
    }

    private static void assertHold(int runs, boolean prints) {
        List<String> faults = new ArrayList<>();
        Population.Groups[] keys = {
            random -> random.nextInt(40),
            random -> random.nextInt(ROWS),
            Population.zipf(500),
            Population.zipf(500, 1.7)
        };
        String[] names = {"40 keys", "2,000 keys", "heavy keys", "heavier keys"};
        for (int kind = 0; kind < keys.length; kind++) {
            Tally[] gated = tallies(names[kind], keys[kind], runs, true);
            Tally[] bare = tallies(names[kind] + " without gates", keys[kind], runs, false);
            for (int s = 0; s < gated.length; s++) {
                faults.addAll(gated[s].faults());
                if (prints) {
                    System.out.println(bare[s] + "\n" + gated[s] + gated[s].shares());
                }
            }
            assertTrue(gated[0].counts(READ.length - 1));
            if (kind == 1) {
                assertTrue(bare[2].held(0) < 0.6 * bare[2].shown(0), bare[2].toString());
                assertFalse(bare[2].faults().isEmpty());
            }
        }
        Tally.assertNone(faults);
    }

    private static Tally[] tallies(String name, Population.Groups keys, int runs, boolean isGated) {
        Tally[] tallies = new Tally[STATISTICS.size()];
        for (int s = 0; s < tallies.length; s++) {
            tallies[s] = new Tally(name + " " + NAMES[s], READ.length);
        }
        Seeds.run(runs, (seed, random) -> once(keys, random, tallies, isGated));
        return tallies;
    }

    private static void once(
            Population.Groups keys, RandomGenerator random, Tally[] tallies, boolean isGated) {
        int[] left = new int[ROWS];
        int[] right = new int[ROWS];
        double[] values = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            left[i] = keys.next(random);
            right[i] = keys.next(random);
            values[i] = Math.exp(0.5 * random.nextGaussian());
        }
        Totals truth = totals(ripple(left, right, values, ROWS));
        for (Tally tally : tallies) {
            tally.begin();
        }
        for (int size = 0; size < READ.length; size++) {
            Moments[] sides = ripple(left, right, values, READ[size]);
            Totals totals = totals(sides);
            double factor = Quantiles.student(0.975, totals.degreesOfFreedom());
            for (int s = 0; s < tallies.length; s++) {
                Statistic statistic = STATISTICS.get(s);
                if (isGated
                        && Gates.ripple(statistic, sides[0], ROWS, sides[1], ROWS).isPresent()) {
                    continue;
                }
                double half = factor * Math.sqrt(statistic.variance(totals));
                double error = Math.abs(statistic.value(totals) - statistic.value(truth));
                tallies[s].add(size, error <= half);
            }
        }
    }

    private static Totals totals(Moments[] sides) {
        return Totals.ripple(sides[0], ROWS, sides[1], ROWS, sides[2]);
    }

    private static Moments[] ripple(int[] left, int[] right, double[] values, int read) {
        double[] leftRows = new double[ROWS];
        double[] leftSums = new double[ROWS];
        double[] rightRows = new double[ROWS];
        for (int i = 0; i < read; i++) {
            leftRows[left[i]]++;
            leftSums[left[i]] += values[i];
            rightRows[right[i]]++;
        }
        Moments a = new Moments(2);
        Moments b = new Moments(2);
        Moments pairs = new Moments(2);
        for (int i = 0; i < read; i++) {
            double matches = rightRows[left[i]] / read;
            a.add(new double[] {matches, values[i] * matches});
            pairs.add(new double[] {1, values[i]}, (long) rightRows[left[i]]);
            b.add(new double[] {leftRows[right[i]] / read, leftSums[right[i]] / read});
        }
        pairs.addZeros((long) read * read - pairs.units());
        return new Moments[] {a, b, pairs};
    }
}
