package telegraph.engine.estimate;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// Whether units came in an order that has to do with their values, as far as can be seen.
///
/// Two tests on the ranks of the units' means, in the order in which they came:
///
/// 1. the first half against the second (Mann and Whitney 1947),
/// 2. each against the next: serial correlation (Wald and Wolfowitz 1943).
///
/// Ranks make both indifferent to how the means are distributed; each is taken for an alarm beyond
/// four standard errors, which a random order gives once in ten thousand times. An alarm withdraws
/// the trust in an order that was declared irrelevant. Silence proves nothing and grants none.
public final class Drift {
    private static final double ALARM = 4;

    private Drift() {}

    /// The reason not to trust the order any longer, if there is one.
    ///
    /// @param means of the units that have one, in the order of their arrival
    public static Optional<String> reason(double[] means) {
        if (means.length < Cohorts.FIRST) {
            return Optional.empty();
        }
        double[] ranks = centredRanks(means);
        double squares = 0;
        for (double rank : ranks) {
            squares += rank * rank;
        }
        if (squares == 0) {
            return Optional.empty();
        }
        double halves = halves(ranks, squares);
        if (Math.abs(halves) > ALARM) {
            return alarm("the second half of the units differs from the first", halves);
        }
        double neighbours = neighbours(ranks, squares);
        if (Math.abs(neighbours) > ALARM) {
            return alarm("units resemble those that came before them", neighbours);
        }
        return Optional.empty();
    }

    /// The sum of the ranks of the second half, over its standard deviation in random order: k
    /// (n-k)/n · S/(n-1) for k ranks with sum of squares S about their mean.
    static double halves(double[] ranks, double squares) {
        int n = ranks.length;
        int half = n / 2;
        double sum = 0;
        for (int i = n - half; i < n; i++) {
            sum += ranks[i];
        }
        double variance = (double) half * (n - half) / n * squares / (n - 1);
        return sum / Math.sqrt(variance);
    }

    /// The serial correlation r = Σ r_i r_(i+1) / S, which in random order has mean -1/n and a
    /// variance near 1/n.
    static double neighbours(double[] ranks, double squares) {
        int n = ranks.length;
        double sum = 0;
        for (int i = 1; i < n; i++) {
            sum += ranks[i - 1] * ranks[i];
        }
        return (sum / squares + 1.0 / n) * Math.sqrt(n);
    }

    /// Ranks less their mean; equal values share theirs.
    static double[] centredRanks(double[] values) {
        int n = values.length;
        int[] order =
                IntStream.range(0, n)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> values[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        double[] ranks = new double[n];
        int start = 0;
        while (start < n) {
            int end = start + 1;
            while (end < n && values[order[end]] == values[order[start]]) {
                end++;
            }
            double shared = (start + end - 1) / 2.0 - (n - 1) / 2.0;
            for (int i = start; i < end; i++) {
                ranks[order[i]] = shared;
            }
            start = end;
        }
        return ranks;
    }

    private static Optional<String> alarm(String what, double z) {
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "the order has to do with the values: %s: z=%.1f limit=%.0f",
                        what,
                        z,
                        ALARM));
    }
}
