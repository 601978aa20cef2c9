package telegraph.engine.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CohortsTest {
    @Test
    void sizesGrowByTheRootOfTwo() {
        long[] expected = {16, 23, 32, 46, 64, 91, 128, 182, 256};
        for (int k = 0; k < expected.length; k++) {
            assertEquals(expected[k], Cohorts.size(k), "k=" + k);
        }
        for (int k = 1; k <= 114; k++) {
            assertTrue(Cohorts.size(k) > Cohorts.size(k - 1), "k=" + k);
        }
        assertThrows(IllegalArgumentException.class, () -> Cohorts.size(-1));
        assertThrows(IllegalArgumentException.class, () -> Cohorts.size(115));
    }

    @Test
    void theLastCohortIsAll() {
        assertEquals(40, Cohorts.size(3, 40));
        assertEquals(3, Cohorts.last(40));
        assertEquals(2, Cohorts.last(32));
        assertEquals(3, Cohorts.last(33));
        assertEquals(0, Cohorts.last(5));
        assertEquals(40, Cohorts.largestWithin(40, 40));
        assertEquals(32, Cohorts.largestWithin(39, 40));
        assertEquals(5, Cohorts.largestWithin(5, 5));
        assertEquals(0, Cohorts.largestWithin(4, 5));
        assertEquals(0, Cohorts.largestWithin(15, 1_000));
        assertEquals(16, Cohorts.largestWithin(22, 1_000));
        assertEquals(91, Cohorts.largestWithin(127, -1));
        assertEquals(-1, Cohorts.numberWithin(15, -1));
        assertEquals(5, Cohorts.numberWithin(127, -1));
        assertEquals(114, Cohorts.numberWithin(Long.MAX_VALUE, -1));
    }

    @Test
    void everyCohortOfAPopulationIsReachedOnce() {
        for (long total = 1; total < 300; total++) {
            int before = -1;
            for (long resolved = 0; resolved <= total; resolved++) {
                int number = Cohorts.numberWithin(resolved, total);
                assertTrue(number == before || number == before + 1, "total=" + total);
                if (number > before) {
                    assertEquals(resolved, Cohorts.size(number, total));
                }
                before = number;
            }
            assertEquals(Cohorts.last(total), before);
        }
    }
}
