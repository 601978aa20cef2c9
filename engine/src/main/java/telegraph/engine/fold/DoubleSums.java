package telegraph.engine.fold;

import static telegraph.engine.fold.GroupRows.DOUBLE;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import telegraph.engine.vector.Vector;

/// Sums of floating-point numbers with twice the digits of a `double`, so that the rounded sum does
/// not depend on the order of addition.
///
/// A sum is the unevaluated pair `high + low`, two words one after the other (Dekker, 1971; Hida,
/// Li and Bailey, 2001). Once it is not finite only `high` counts.
final class DoubleSums {
    private DoubleSums() {}

    /// Adds the exact product.
    static void addProduct(MemorySegment to, long at, double one, double other) {
        double product = one * other;
        add(to, at, product, Double.isFinite(product) ? Math.fma(one, other, -product) : 0);
    }

    static void add(MemorySegment to, long at, double toHigh, double toLow) {
        double a = to.get(DOUBLE, at);
        double sum = a + toHigh;
        if (!Double.isFinite(sum)) {
            to.set(DOUBLE, at, sum);
            to.set(DOUBLE, at + 8, 0);
            return;
        }
        double back = sum - a;
        double error = a - (sum - back) + (toHigh - back);
        error += to.get(DOUBLE, at + 8) + toLow;
        double rounded = sum + error;
        to.set(DOUBLE, at, rounded);
        to.set(DOUBLE, at + 8, error - (rounded - sum));
    }

    /// Adds sums of another table, whose words are the `longs` of two vectors.
    static void merge(
            GroupRows rows, int[] groupOf, int offset, Vector[] from, int first, int count) {
        long[] highs = from[first].longs;
        long[] lows = from[first + 1].longs;
        for (int i = 0; i < count; i++) {
            long at = (long) groupOf[i] * rows.width() + offset;
            double high = Double.longBitsToDouble(highs[i]);
            add(rows.segment(), at, high, Double.longBitsToDouble(lows[i]));
        }
    }

    static double high(GroupRows rows, int group, int offset) {
        return Double.longBitsToDouble(rows.get(group, offset));
    }

    /// A sum that is finite.
    static BigDecimal exact(GroupRows rows, int group, int offset) {
        double low = Double.longBitsToDouble(rows.get(group, offset + 8));
        return new BigDecimal(high(rows, group, offset)).add(new BigDecimal(low));
    }
}
