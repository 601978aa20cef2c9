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
        Moments sample = units(128, 40);
        assertEquals(Optional.empty(), sampled(Statistic.sum(1, 0), sample, 1_000));
        assertEquals(Optional.empty(), sampled(AVERAGE, sample, 1_000));
        assertEquals(Optional.empty(), sampled(VARIANCE, sample, 1_000));
        assertEquals(Optional.empty(), sampled(AVERAGE, sample, -1));
    }

    @Test
    void whatWasReadToItsEndPasses() {
        assertEquals(Optional.empty(), sampled(VARIANCE, units(3, 1), 3));
        assertEquals(Optional.empty(), sampled(VARIANCE, new Moments(3), 0));
    }

    @Test
    void theReasonSaysWhatIsMissing() {
        assertReason("too few units yet: units=91 needed=96", COUNT, units(91, 50));
        assertReason("too few rows yet: rows=96 needed=100", COUNT, units(96, 1));
        assertReason("too few rows yet: rows=1920 needed=2000", VARIANCE, units(96, 20));
        Moments scattered = units(9, 50);
        scattered.addZeros(500);
        assertReason("too few units with rows yet: units with rows=9 needed=10", COUNT, scattered);
        assertEquals(
                Optional.of("nobody knows how many units there are"),
                sampled(COUNT, units(128, 50), -1));
    }

    /// Rare units would not have shown in a few of many, but in a few of few.
    @Test
    void asManyUnitsAreNeededAsTheSourceIsLarge() {
        assertTrue(sampled(AVERAGE, units(63, 40), 100).isPresent());
        assertEquals(Optional.empty(), sampled(AVERAGE, units(64, 40), 100));
        assertTrue(sampled(AVERAGE, units(31, 40), 50).isPresent());
        assertEquals(Optional.empty(), sampled(AVERAGE, units(32, 40), 50));
        assertTrue(sampled(AVERAGE, units(91, 40), -1).isPresent());
    }

    @Test
    void equalUnitsSayNothingWithoutBounds() {
        Moments equal = new Moments(3);
        for (int i = 0; i < 128; i++) {
            equal.add(new double[] {100, 700, 4_900});
        }
        assertReason("all units are alike so far, rare exceptions would not show", COUNT, equal);
        assertReason("all units are alike so far, rare exceptions would not show", AVERAGE, equal);
        assertReason(
                "all units are alike so far, rare exceptions would not show",
                Statistic.sum(1, 0),
                equal);
        // The last page of 337 may be a short one, and the variance leaves room for it.
        Totals totals = Totals.of(equal, 337);
        double half = 1.96 * Math.sqrt(COUNT.variance(totals));
        assertTrue(half > 100 && half < 1_000, "half=" + half);
        assertEquals(0, AVERAGE.variance(totals), 1e-12);
    }

    @Test
    void oneUnitFarOffHoldsAVarianceBackAndWidensTheRest() {
        Moments sample = units(128, 40);
        LargeSample before = large(sample.copy(), 1_000);
        sample.add(new double[] {40, 40 * 60, 40 * 3_600});
        String reason = sampled(VARIANCE, sample, 1_000).orElseThrow();
        assertTrue(reason.startsWith("one unit makes too much of the spread yet: "), reason);
        assertEquals(Optional.empty(), sampled(AVERAGE, sample, 1_000));
        LargeSample after = large(sample, 1_000);
        double plain = 1.98 * Math.sqrt(AVERAGE.variance(after.totals()));
        double wide = after.halfWidth(AVERAGE, null);
        assertTrue(wide > 2.5 * plain && wide < 3.2 * plain, wide + " plain=" + plain);
        plain = 1.98 * Math.sqrt(AVERAGE.variance(before.totals()));
        assertEquals(plain, before.halfWidth(AVERAGE, null), 0.05 * plain);
    }

    @Test
    void aRippleJoinNeedsBothSides() {
        Moments many = uneven(200);
        Moments few = uneven(29);
        few.addZeros(100);
        assertEquals(Optional.empty(), Gates.ripple(COUNT, many, 900, many, 900));
        assertEquals(
                Optional.of("too few units with rows yet: units with rows=29 needed=30"),
                Gates.ripple(COUNT, many, 900, few, 900));
        assertEquals(
                Optional.of("too few units yet: units=91 needed=95"),
                Gates.ripple(COUNT, many, 900, uneven(91), 900));
        assertEquals(Optional.empty(), Gates.ripple(COUNT, many, 900, few, 129));
        assertEquals(Optional.empty(), Gates.ripple(VARIANCE, few, 129, few, 129));
        assertEquals(
                Optional.of("all units are alike so far, rare exceptions would not show"),
                Gates.ripple(COUNT, many, 900, units(200, 1), 900));
        Moments heavy = uneven(200);
        heavy.add(new double[] {90, 90, 90});
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

    /// Units of one row and two in turn.
    private static Moments uneven(int count) {
        Moments sample = new Moments(3);
        for (int i = 0; i < count; i++) {
            double rows = 1 + i % 2;
            sample.add(new double[] {rows, rows * i, rows * i * i});
        }
        return sample;
    }

    private static LargeSample large(Moments sample, long unitsTotal) {
        return new LargeSample(sample, unitsTotal, Totals.of(sample, unitsTotal), 0.05, -1);
    }

    private static Optional<String> sampled(Statistic statistic, Moments sample, long unitsTotal) {
        return large(sample, unitsTotal).refusal(statistic, null);
    }

    private static void assertReason(String expected, Statistic statistic, Moments sample) {
        assertEquals(Optional.of(expected), sampled(statistic, sample, 1_000));
    }
}
