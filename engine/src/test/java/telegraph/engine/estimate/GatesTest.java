package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

class GatesTest {
    private static final Statistic COUNT = Statistic.count(0);
    private static final Statistic AVERAGE = Statistic.average(1, 0);
    private static final Statistic VARIANCE = Statistic.variance(0, 1, 2, true);

    @Test
    void aLargeSamplePasses() {
        Moments sample = units(64, 40);
        assertEquals(Optional.empty(), Gates.sampled(COUNT, sample, 1_000));
        assertEquals(Optional.empty(), Gates.sampled(AVERAGE, sample, 1_000));
        assertEquals(Optional.empty(), Gates.sampled(VARIANCE, sample, 1_000));
        assertEquals(Optional.empty(), Gates.sampled(AVERAGE, sample, -1));
    }

    @Test
    void whatWasReadToItsEndPasses() {
        assertEquals(Optional.empty(), Gates.sampled(VARIANCE, units(3, 1), 3));
        assertEquals(Optional.empty(), Gates.sampled(VARIANCE, new Moments(3), 0));
    }

    @Test
    void theReasonSaysWhatIsMissing() {
        assertReason("too few units yet: units=15 needed=16", COUNT, units(15, 50));
        assertReason("too few rows yet: rows=64 needed=100", COUNT, units(64, 1));
        assertReason("too few rows yet: rows=1280 needed=2000", VARIANCE, units(64, 20));
        assertReason(
                "too few units with rows yet: units with rows=29 needed=30", COUNT, units(29, 50));
        Moments scattered = units(29, 50);
        scattered.addZeros(500);
        assertReason("too few units with rows yet: units with rows=29 needed=30", COUNT, scattered);
        assertEquals(
                Optional.of("nobody knows how many units there are"),
                Gates.sampled(COUNT, units(64, 50), -1));
    }

    @Test
    void equalUnitsSayNothingOfValuesButEnoughOfRows() {
        Moments equal = new Moments(3);
        for (int i = 0; i < 64; i++) {
            equal.add(new double[] {100, 700, 4_900});
        }
        assertReason("all units are alike so far, rare exceptions would not show", AVERAGE, equal);
        assertReason(
                "all units are alike so far, rare exceptions would not show",
                Statistic.sum(1, 0),
                equal);
        assertEquals(Optional.empty(), Gates.sampled(COUNT, equal, 337));
        // The last page of 337 may be a short one, and the interval leaves room for it.
        Totals totals = Totals.of(equal, 337);
        double half = 1.96 * Math.sqrt(COUNT.variance(totals));
        assertTrue(half > 100 && half < 1_000, "half=" + half);
        assertEquals(0, AVERAGE.variance(totals), 1e-12);
    }

    @Test
    void oneUnitFarOffIsFoundOut() {
        Moments sample = units(64, 40);
        sample.add(new double[] {40, 40 * 60, 40 * 3_600});
        String reason = Gates.sampled(AVERAGE, sample, 1_000).orElseThrow();
        assertTrue(reason.startsWith("one unit makes too much of the spread yet: "), reason);
        assertEquals(Optional.empty(), Gates.sampled(COUNT, sample, 1_000));
    }

    @Test
    void aRippleJoinNeedsBothSides() {
        Moments many = units(200, 1);
        Moments few = units(29, 1);
        assertEquals(Optional.empty(), Gates.ripple(COUNT, many, 900, many, 900));
        assertEquals(
                Optional.of("too few units with rows yet: units with rows=29 needed=30"),
                Gates.ripple(COUNT, many, 900, few, 900));
        assertEquals(Optional.empty(), Gates.ripple(COUNT, many, 900, few, 29));
        assertEquals(Optional.empty(), Gates.ripple(VARIANCE, few, 29, few, 29));
        Moments heavy = units(200, 1);
        heavy.add(new double[] {60, 60, 60});
        String reason = Gates.ripple(COUNT, heavy, 900, many, 900).orElseThrow();
        assertTrue(reason.startsWith("one unit makes too much of the rows yet: "), reason);
    }

    /// Units with so many rows each, of values uniform in 0 to 10.
    private static Moments units(int count, int rows) {
        Moments sample = new Moments(3);
        var random = Seeds.random(1);
        for (int i = 0; i < count; i++) {
            double[] unit = new double[3];
            for (int j = 0; j < rows; j++) {
                double x = 10 * random.nextDouble();
                unit[0]++;
                unit[1] += x;
                unit[2] += x * x;
            }
            sample.add(unit);
        }
        return sample;
    }

    private static void assertReason(String expected, Statistic statistic, Moments sample) {
        assertEquals(Optional.of(expected), Gates.sampled(statistic, sample, 1_000));
    }
}
