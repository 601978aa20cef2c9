package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import telegraph.engine.source.Bounds;
import telegraph.testkit.Seeds;

class DeterministicTest {
    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    @Test
    void boundsByHand() {
        assertEquals(300, Deterministic.rowsLeft(3, 100));
        assertEquals(0, Deterministic.rowsLeft(0, -1));
        assertEquals(UNKNOWN, Deterministic.rowsLeft(-1, 100));
        assertEquals(UNKNOWN, Deterministic.rowsLeft(3, -1));
        assertEquals(new Bounds(7, 307), Deterministic.count(7, 300));
        assertEquals(new Bounds(-590, 910), Deterministic.sum(10, 300, new Bounds(-2, 3)));
        assertEquals(new Bounds(10, 910), Deterministic.sum(10, 300, new Bounds(2, 3)));
        assertEquals(new Bounds(10, UNKNOWN), Deterministic.sum(10, UNKNOWN, new Bounds(0, 3)));
        assertEquals(new Bounds(2, 4), Deterministic.average(9, 3, 3, new Bounds(1, 5)));
        assertEquals(new Bounds(1, 5), Deterministic.average(9, 3, UNKNOWN, new Bounds(1, 5)));
        assertEquals(new Bounds(1, 5), Deterministic.average(0, 0, 3, new Bounds(1, 5)));
        assertEquals(
                new Bounds(3, 3), Deterministic.average(9, 3, 0, new Bounds(-UNKNOWN, UNKNOWN)));
        assertEquals(new Bounds(-9, 4), Deterministic.least(4, 1, new Bounds(-9, 9)));
        assertEquals(new Bounds(4, 9), Deterministic.greatest(4, 1, new Bounds(-9, 9)));
        assertEquals(new Bounds(4, 4), Deterministic.greatest(4, 0, new Bounds(-9, 9)));
    }

    /// Sorted data read from the small end, whatever the selection: the bounds hold at each row.
    @Test
    void inAnyOrderTheTruthLiesWithin() {
        Seeds.run(
                50,
                (seed, random) -> {
                    double[] values = random.doubles(40, -3, 5).sorted().toArray();
                    boolean[] selected = new boolean[40];
                    double count = 0;
                    double sum = 0;
                    for (int i = 0; i < 40; i++) {
                        selected[i] = random.nextInt(3) > 0;
                        count += selected[i] ? 1 : 0;
                        sum += selected[i] ? values[i] : 0;
                    }
                    Bounds ofValue = new Bounds(-3, 5);
                    double m = 0;
                    double s = 0;
                    for (int i = 0; i < 40; i++) {
                        m += selected[i] ? 1 : 0;
                        s += selected[i] ? values[i] : 0;
                        double left = 39 - i;
                        within(Deterministic.count(m, left), count);
                        within(Deterministic.sum(s, left, ofValue), sum);
                        within(Deterministic.average(s, m, left, ofValue), sum / count);
                    }
                });
    }

    private static void within(Bounds bounds, double truth) {
        assertTrue(
                bounds.low() <= truth + 1e-9 && truth <= bounds.high() + 1e-9,
                bounds + " truth=" + truth);
    }
}
