package telegraph.tables.access;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import telegraph.language.sample.Sample;

/// Rows are drawn with the probability that is asked for, each without regard to others and to
/// other seeds: counts of rows, of rows at some distance from one another, and of rows that two
/// seeds draw are as probable as of independent draws. Draws that are not so are told from them.
///
/// Seeds are fixed, and bounds five deviations wide.
class SamplingTest {
    private static final int ROWS = 400_000;
    private static final long[] SEEDS = {0, 1, 2, 42, -7, 1L << 62};
    private static final int[] DISTANCES = {1, 2, 3, 7, 64, 128, 1_000, 4_096};

    private static LongFunction<Sampling> rows(double percentage) {
        return seed -> Sampling.of(sample(false, percentage), seed);
    }

    private static Sample sample(boolean blocks, double percentage) {
        return new Sample(blocks, percentage, Optional.empty(), 0);
    }

    private static void demandIndependent(LongFunction<Sampling> sampling, double probability) {
        for (int s = 0; s < SEEDS.length; s++) {
            Sampling one = sampling.apply(SEEDS[s]);
            Sampling other = sampling.apply(SEEDS[(s + 1) % SEEDS.length]);
            demandShare(count(one, one, 0), probability);
            double both = probability * probability;
            for (int distance : DISTANCES) {
                demandShare(count(one, one, distance), both);
            }
            demandShare(count(one, other, 0), both);
        }
    }

    private static int count(Sampling one, Sampling other, int distance) {
        int count = 0;
        for (int row = 0; row < ROWS; row++) {
            count += one.takes(row) && other.takes(row + distance) ? 1 : 0;
        }
        return count;
    }

    private static void demandShare(int count, double probability) {
        // Neighbouring pairs share a row, so that their count varies up to three times as much.
        double deviation = Math.sqrt(3 * ROWS * probability * (1 - probability));
        assertEquals(ROWS * probability, count, 5 * deviation + 1e-9);
    }

    @Test
    void rowsAreDrawnIndependently() {
        for (double percentage : new double[] {0, 0.5, 10, 50, 99, 100}) {
            demandIndependent(rows(percentage), percentage / 100);
        }
    }

    @Test
    void otherDrawsAreToldFromIndependentOnes() {
        LongFunction<Sampling> right = rows(10);
        LongFunction<Sampling> blocks = seed -> Sampling.of(sample(true, 10), seed);
        LongFunction<Sampling> eachTenth = seed -> row -> (row + seed) % 10 == 0;
        LongFunction<Sampling> seedless = seed -> right.apply(0);
        LongFunction<Sampling> pairs = seed -> row -> right.apply(seed).takes(row / 2);
        LongFunction<Sampling> repeating = seed -> row -> right.apply(seed).takes(row % 4_096);
        LongFunction<Sampling> more = rows(10.5);
        assertDoesNotThrow(() -> demandIndependent(right, 0.1));
        for (LongFunction<Sampling> mutant :
                List.of(blocks, eachTenth, seedless, pairs, repeating, more)) {
            assertThrows(AssertionError.class, () -> demandIndependent(mutant, 0.1));
        }
    }

    @Test
    void blocksAreDrawnAsAWhole() {
        int taken = 0;
        int blocks = 20_000;
        Sampling sampling = Sampling.of(sample(true, 25), 3);
        for (long block = 0; block < blocks; block++) {
            boolean first = sampling.takes(block * Sampling.BLOCK_ROWS);
            taken += first ? 1 : 0;
            for (int row = 1; row < Sampling.BLOCK_ROWS; row++) {
                assertEquals(first, sampling.takes(block * Sampling.BLOCK_ROWS + row));
            }
        }
        assertEquals(blocks * 0.25, taken, 5 * Math.sqrt(blocks * 0.25 * 0.75));
    }
}
