package telegraph.engine.estimate;

import telegraph.engine.source.Bounds;

/// Bounds that hold with certainty, in whatever order rows came: what was seen, and the least and
/// the most that the rest can add.
///
/// ```
/// COUNT in [m, m + r]
/// SUM   in [s + r·min(0, a), s + r·max(0, b)]
/// ```
///
/// for r rows left with values in [a, b], none of which need be selected (Haas 1997). They are all
/// that may be said of a source that is not read at random.
public final class Deterministic {
    private Deterministic() {}

    /// The rows that may still come.
    ///
    /// @param unitsLeft units not resolved, -1 if unknown
    /// @param unitRowsMax the most rows a unit has, -1 if unknown
    public static double rowsLeft(long unitsLeft, long unitRowsMax) {
        if (unitsLeft == 0) {
            return 0;
        }
        return unitsLeft < 0 || unitRowsMax < 0
                ? Double.POSITIVE_INFINITY
                : (double) unitsLeft * unitRowsMax;
    }

    /// Bounds of COUNT.
    public static Bounds count(double seen, double rowsLeft) {
        return new Bounds(seen, seen + rowsLeft);
    }

    /// Bounds of SUM.
    public static Bounds sum(double seen, double rowsLeft, Bounds ofValue) {
        return new Bounds(
                seen + times(rowsLeft, Math.min(0, ofValue.low())),
                seen + times(rowsLeft, Math.max(0, ofValue.high())));
    }

    /// Bounds of AVG: the rest may be all at one end, or nothing.
    public static Bounds average(double sum, double count, double rowsLeft, Bounds ofValue) {
        if (count == 0) {
            return ofValue;
        }
        double average = sum / count;
        return new Bounds(
                Math.min(average, mixed(average, count, rowsLeft, ofValue.low())),
                Math.max(average, mixed(average, count, rowsLeft, ofValue.high())));
    }

    private static double mixed(double average, double count, double rowsLeft, double value) {
        if (rowsLeft == 0) {
            return average;
        }
        double share = Double.isInfinite(rowsLeft) ? 1 : rowsLeft / (count + rowsLeft);
        return share == 1 ? value : average * (1 - share) + value * share;
    }

    /// Bounds of MIN: it can only sink.
    public static Bounds least(double seen, double rowsLeft, Bounds ofValue) {
        return new Bounds(rowsLeft == 0 ? seen : Math.min(seen, ofValue.low()), seen);
    }

    /// Bounds of MAX: it can only rise.
    public static Bounds greatest(double seen, double rowsLeft, Bounds ofValue) {
        return new Bounds(seen, rowsLeft == 0 ? seen : Math.max(seen, ofValue.high()));
    }

    /// The product, where nothing of infinitely many and infinitely much of none are 0.
    private static double times(double rows, double value) {
        return rows == 0 || value == 0 ? 0 : rows * value;
    }
}
