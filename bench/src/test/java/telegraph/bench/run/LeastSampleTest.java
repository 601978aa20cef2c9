package telegraph.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeastSampleTest {
    /// A quarter of a million rows, one in four of which counts: the relative variance of a count
    /// is (1 - p) / p = 3.
    @Test
    void aCountNeedsWhatTheTextbookSays() {
        LeastSample count = new LeastSample(250_000, 62_500, 62_500, 62_500);
        double unlimited = 3 * Math.pow(1.959964 / 0.01, 2);
        assertEquals(unlimited / (1 + unlimited / 250_000), count.ofSum(0.01), 1);
    }

    @Test
    void whatNeverVariesNeedsNoSample() {
        assertEquals(0, new LeastSample(1_000, 100, 700, 4_900).ofAverage(0.01), 1e-9);
        assertEquals(0, new LeastSample(1_000, 1_000, 7_000, 49_000).ofSum(0.01), 1e-9);
    }

    @Test
    void noSampleIsLargerThanThePopulation() {
        LeastSample rare = new LeastSample(1_000, 1, 5, 25);
        assertTrue(rare.ofSum(1e-6) <= 1_000);
    }

    /// Samples of that size are within the bound about 95 times in 100.
    @Test
    void aSampleOfThatSizeIsWithinTheBoundAsOftenAsItSays() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        int rows = 20_000;
        double[] values = new double[rows];
        double selected = 0;
        for (int i = 0; i < rows; i++) {
            if (random.nextInt(3) > 0) {
                values[i] = 1 + random.nextDouble();
                selected++;
            }
        }
        double sum = Arrays.stream(values).sum();
        double squares = Arrays.stream(values).map(v -> v * v).sum();
        LeastSample least = new LeastSample(rows, selected, sum, squares);
        int sumSize = (int) Math.ceil(least.ofSum(0.03));
        int averageSize = (int) Math.ceil(least.ofAverage(0.03));
        int sumsWithin = 0;
        int averagesWithin = 0;
        int trials = 1_000;
        for (int trial = 0; trial < trials; trial++) {
            double[] ofSum = sample(values, sumSize, random);
            double estimate = Arrays.stream(ofSum).sum() * rows / sumSize;
            sumsWithin += Math.abs(estimate / sum - 1) <= 0.03 ? 1 : 0;
            double[] ofAverage = sample(values, averageSize, random);
            double average = Arrays.stream(ofAverage).filter(v -> v > 0).average().orElse(0);
            averagesWithin += Math.abs(average / (sum / selected) - 1) <= 0.03 ? 1 : 0;
        }
        assertEquals(0.95, (double) sumsWithin / trials, 0.03, "seed=" + seed);
        assertEquals(0.95, (double) averagesWithin / trials, 0.03, "seed=" + seed);
    }

    private static double[] sample(double[] values, int size, SplittableRandom random) {
        for (int i = 0; i < size; i++) {
            int j = i + random.nextInt(values.length - i);
            double value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
        return Arrays.copyOf(values, size);
    }
}
