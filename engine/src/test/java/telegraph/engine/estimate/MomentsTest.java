package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

class MomentsTest {
    @Test
    void threeUnitsByHand() {
        Moments moments = new Moments(2);
        moments.add(new double[] {1, 10});
        moments.add(new double[] {2, -40});
        moments.add(new double[] {6, 0});
        assertEquals(3, moments.units());
        assertEquals(9, moments.rows());
        assertEquals(3, moments.mean(0), 1e-15);
        assertEquals(-10, moments.mean(1), 1e-14);
        assertEquals(7, moments.covariance(0, 0), 1e-14);
        assertEquals(700, moments.covariance(1, 1), 1e-12);
        assertEquals(10, moments.covariance(0, 1), 1e-13);
        assertEquals(10, moments.covariance(1, 0), 1e-13);
        assertEquals(3, moments.contributing());
        assertEquals(2, moments.contributing(1));
        assertEquals(6, moments.largest());
        assertEquals(40, moments.largest(1));
    }

    @Test
    void zerosCountAsUnits() {
        Moments zeros = new Moments(1);
        Moments byHand = new Moments(1);
        zeros.addZeros(2);
        zeros.add(new double[] {3});
        zeros.addZeros(1);
        for (double x : new double[] {0, 0, 3, 0}) {
            byHand.add(new double[] {x});
        }
        assertSame(byHand, zeros);
        assertEquals(2.25, zeros.covariance(0, 0), 1e-15);
        assertEquals(1, zeros.contributing());
    }

    @Test
    void equalUnitsMayBeAddedAtOnce() {
        Moments atOnce = new Moments(2);
        Moments oneByOne = new Moments(2);
        for (double[] unit : new double[][] {{1, -3}, {4, 0}, {2, 9}}) {
            atOnce.add(unit, 3);
            for (int i = 0; i < 3; i++) {
                oneByOne.add(unit);
            }
        }
        atOnce.add(new double[] {7, 7}, 0);
        assertSame(oneByOne, atOnce);
        assertThrows(IllegalArgumentException.class, () -> atOnce.add(new double[2], -1));
    }

    @Test
    void mergedPartsAreTheWhole() {
        Seeds.run(
                50,
                (seed, random) -> {
                    int dimension = 1 + random.nextInt(5);
                    Moments whole = new Moments(dimension);
                    Moments[] parts = new Moments[1 + random.nextInt(4)];
                    for (int i = 0; i < parts.length; i++) {
                        parts[i] = new Moments(dimension);
                    }
                    for (int n = random.nextInt(60); n > 0; n--) {
                        double[] unit = new double[dimension];
                        for (int i = 0; i < dimension; i++) {
                            unit[i] = random.nextInt(4) * random.nextDouble();
                        }
                        whole.add(unit);
                        parts[random.nextInt(parts.length)].add(unit);
                        if (random.nextInt(5) == 0) {
                            int zeros = random.nextInt(9);
                            whole.addZeros(zeros);
                            parts[random.nextInt(parts.length)].addZeros(zeros);
                        }
                    }
                    Moments merged = new Moments(dimension);
                    for (Moments part : parts) {
                        Moments before = part.copy();
                        merged.merge(part);
                        assertSame(before, part);
                    }
                    assertSame(whole, merged);
                });
    }

    @Test
    void theVarianceOfLargeValuesIsNotLost() {
        Moments moments = new Moments(1);
        for (double x : new double[] {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}) {
            moments.add(new double[] {x});
        }
        assertEquals(30, moments.covariance(0, 0), 1e-9);
    }

    @Test
    void oneUnitHasNoSpread() {
        Moments moments = new Moments(1);
        assertTrue(Double.isNaN(moments.covariance(0, 0)));
        moments.add(new double[] {3});
        assertTrue(Double.isNaN(moments.covariance(0, 0)));
    }

    @Test
    void unitsOfAnotherShapeAreRefused() {
        Moments moments = new Moments(2);
        assertThrows(IllegalArgumentException.class, () -> moments.add(new double[3]));
        assertThrows(IllegalArgumentException.class, () -> moments.merge(new Moments(1)));
        assertThrows(IllegalArgumentException.class, () -> moments.addZeros(-1));
        assertThrows(IllegalArgumentException.class, () -> new Moments(0));
    }

    private static void assertSame(Moments expected, Moments actual) {
        assertEquals(expected.units(), actual.units());
        assertEquals(expected.rows(), actual.rows(), 1e-12 * Math.abs(expected.rows()));
        for (int i = 0; i < expected.dimension(); i++) {
            assertEquals(expected.mean(i), actual.mean(i), 1e-12);
            assertEquals(expected.contributing(i), actual.contributing(i));
            assertEquals(expected.largest(i), actual.largest(i));
            for (int j = 0; j <= i; j++) {
                assertEquals(expected.covariance(i, j), actual.covariance(i, j), 1e-12);
            }
        }
    }
}
