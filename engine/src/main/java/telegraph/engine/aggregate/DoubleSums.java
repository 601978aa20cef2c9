package telegraph.engine.aggregate;

import java.util.Arrays;

/// Sums of floating-point numbers with twice the digits of a `double`, one for each group, so that
/// the rounded sum does not depend on the order of addition.
///
/// A sum is the unevaluated pair `high + low` (Dekker, 1971; Hida, Li and Bailey, 2001). Once it is
/// not finite only `high` counts.
final class DoubleSums {
    private double[] high = new double[0];
    private double[] low = new double[0];

    void groups(int groups) {
        high = Arrays.copyOf(high, groups);
        low = Arrays.copyOf(low, groups);
    }

    void add(int group, double value) {
        add(group, value, 0);
    }

    /// Adds the exact square.
    void addSquare(int group, double value) {
        double square = value * value;
        add(group, square, Double.isFinite(square) ? Math.fma(value, value, -square) : 0);
    }

    void add(int group, DoubleSums other, int from) {
        add(group, other.high[from], other.low[from]);
    }

    private void add(int group, double toHigh, double toLow) {
        double a = high[group];
        double sum = a + toHigh;
        if (!Double.isFinite(sum)) {
            high[group] = sum;
            low[group] = 0;
            return;
        }
        double back = sum - a;
        double error = a - (sum - back) + (toHigh - back);
        error += low[group] + toLow;
        double rounded = sum + error;
        high[group] = rounded;
        low[group] = error - (rounded - sum);
    }

    double high(int group) {
        return high[group];
    }

    double low(int group) {
        return low[group];
    }
}
