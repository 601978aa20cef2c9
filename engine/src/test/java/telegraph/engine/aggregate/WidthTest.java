package telegraph.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import telegraph.engine.estimate.LargeSample;
import telegraph.engine.estimate.Moments;
import telegraph.engine.estimate.Statistic;
import telegraph.engine.estimate.Totals;
import telegraph.engine.source.Bounds;

class WidthTest {
    private static final double ALPHA = 0.05;
    private static final int UNITS = 200;
    private static final int UNITS_TOTAL = 1_000;
    private static final int PAGE_SIZE = 60;
    private static final Bounds[] BOUNDS = {new Bounds(0, 40)};
    private static final List<Statistic> STATISTICS =
            List.of(Statistic.count(0), Statistic.sum(1, 0), Statistic.average(1, 0));

    /// One page in fifty has values that are so many times as large.
    private static Moments skewed(double times, long seed) {
        Random random = new Random(seed);
        Moments sample = new Moments(2);
        for (int unit = 0; unit < UNITS; unit++) {
            double rows = 20 + random.nextInt(20);
            sample.add(
                    new double[] {
                        rows, rows * (2.5 + random.nextDouble()) * (unit % 50 == 0 ? times : 1)
                    });
        }
        return sample;
    }

    private static Moments alike() {
        Moments sample = new Moments(2);
        for (int unit = 0; unit < UNITS; unit++) {
            sample.add(new double[] {30, 90});
        }
        return sample;
    }

    private static Width.OfUnits width(Moments sample) {
        Totals totals = Totals.of(sample, UNITS_TOTAL);
        return new Width.OfUnits(
                new LargeSample(sample, UNITS_TOTAL, totals, ALPHA, PAGE_SIZE), BOUNDS);
    }

    private static double together(Statistic statistic, Width.OfUnits... strata) {
        Totals all =
                Totals.together(List.of(strata).stream().map(s -> s.sample().totals()).toList());
        return new Width.OfStrata(all, List.of(strata), (_, _) -> Optional.empty(), ALPHA)
                .of(0, statistic);
    }

    @Test
    void aSampleAloneIsAsWideAsOneOfStrata() {
        for (Moments sample : List.of(skewed(1, 1), skewed(20, 2), alike())) {
            Width.OfUnits alone = width(sample);
            for (Statistic statistic : STATISTICS) {
                double expected = alone.of(0, statistic);
                // A short last page, which the room for any page has in it already.
                double shortUnit = 3 * Math.sqrt(statistic.variance(alone.sample().totals()));
                boolean alike = sample.mean(0) == 30;
                double off = alike ? shortUnit : 1e-9 * expected;
                assertTrue(expected > 0);
                assertEquals(expected, together(statistic, alone), off, statistic::toString);
            }
        }
    }

    @Test
    void squaresOfHalfWidthsAddUpAndSkewOfEachCounts() {
        Width.OfUnits plain = width(skewed(1, 3));
        Width.OfUnits skewed = width(skewed(20, 4));
        for (Statistic statistic : STATISTICS.subList(0, 2)) {
            double expected = Math.hypot(plain.of(0, statistic), skewed.of(0, statistic));
            assertEquals(expected, together(statistic, plain, skewed), 1e-9 * expected);
        }
        double plainError = Math.sqrt(STATISTICS.get(1).variance(skewed.sample().totals()));
        assertTrue(skewed.of(0, STATISTICS.get(1)) > 1.1 * 1.97 * plainError, "skew widens");
    }

    @Test
    void roomForUnitsUnlikeThoseThatAreAllAlikeIsAdded() {
        Width.OfUnits plain = width(skewed(1, 5));
        Width.OfUnits alike = width(alike());
        for (Statistic statistic : STATISTICS.subList(0, 2)) {
            double least = plain.of(0, statistic) + alike.of(0, statistic);
            double now = together(statistic, plain, alike);
            assertTrue(now >= least && now < 1.1 * least, () -> now + " beside " + least);
        }
        // Of twice as many rows the same pages change an average half as much.
        double average = together(STATISTICS.get(2), plain, alike);
        assertTrue(average < 0.6 * alike.of(0, STATISTICS.get(2)) + plain.of(0, STATISTICS.get(2)));
        assertTrue(average > 0.4 * alike.of(0, STATISTICS.get(2)));
    }
}
