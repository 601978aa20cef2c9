package telegraph.engine.estimate;

import java.util.Locale;
import java.util.Optional;

/// When an interval may be shown.
///
/// The formulas hold for large samples, and small ones do not know that they are small: a group
/// that was seen in three pages has three equal numbers more often than it should, and a tight
/// interval around the wrong value. Each gate answers with the reason in words, or with nothing if
/// it lets the interval pass. What was read to its end passes always, being exact.
public final class Gates {
    static final double ROWS_MIN = 100;
    static final double ROWS_OF_SPREADS_MIN = 2_000;
    static final long UNITS_MIN = 16;
    static final long CONTRIBUTING_MIN = 16;
    static final long RIPPLE_CONTRIBUTING_MIN = 30;
    static final double LARGEST_SHARE_MAX = 0.2;

    private Gates() {}

    /// Why nothing can be claimed yet of a group from a sample of units, if so.
    ///
    /// @param unitsTotal of the population, -1 if unknown
    public static Optional<String> sampled(Statistic statistic, Moments sample, long unitsTotal) {
        if (sample.units() == unitsTotal) {
            return Optional.empty();
        }
        if (unitsTotal < 0 && !statistic.isScaleFree()) {
            return Optional.of("nobody knows how many units there are");
        }
        if (sample.units() < UNITS_MIN) {
            return few("units", sample.units(), UNITS_MIN);
        }
        int count = statistic.rows();
        double rows = sample.mean(count) * sample.units();
        return rows(statistic, rows).or(() -> contributors(sample, count, CONTRIBUTING_MIN));
    }

    /// Why nothing can be claimed yet of a group of a join of which both sides are samples, if so.
    ///
    /// @param a, b as in [Totals#ripple]
    /// @param unitsTotalA, unitsTotalB of the sides, -1 if unknown
    public static Optional<String> ripple(
            Statistic statistic, Moments a, long unitsTotalA, Moments b, long unitsTotalB) {
        boolean isComplete = a.units() == unitsTotalA;
        boolean isOtherComplete = b.units() == unitsTotalB;
        if (isComplete && isOtherComplete) {
            return Optional.empty();
        }
        if ((unitsTotalA < 0 || unitsTotalB < 0) && !statistic.isScaleFree()) {
            return Optional.of("nobody knows how many units there are");
        }
        int count = statistic.rows();
        double rows = a.mean(count) * a.units() * b.units();
        return rows(statistic, rows)
                .or(() -> isComplete ? Optional.empty() : side(a, count))
                .or(() -> isOtherComplete ? Optional.empty() : side(b, count));
    }

    private static Optional<String> side(Moments side, int count) {
        return contributors(side, count, RIPPLE_CONTRIBUTING_MIN);
    }

    private static Optional<String> rows(Statistic statistic, double rows) {
        double needed =
                switch (statistic) {
                    case Statistic.Count _, Statistic.Sum _, Statistic.Average _ -> ROWS_MIN;
                    case Statistic.Variance _, Statistic.Deviation _ -> ROWS_OF_SPREADS_MIN;
                };
        return Math.rint(rows) < needed ? few("rows", rows, needed) : Optional.empty();
    }

    private static Optional<String> contributors(Moments sample, int count, long needed) {
        if (sample.contributing(count) < needed) {
            return few("units with rows", sample.contributing(count), needed);
        }
        double share = sample.largest(count) / (sample.mean(count) * sample.units());
        if (share >= LARGEST_SHARE_MAX) {
            return Optional.of(
                    String.format(
                            Locale.ROOT,
                            "one unit has too much of it yet: share=%.2f needed<%.2f",
                            share,
                            LARGEST_SHARE_MAX));
        }
        return Optional.empty();
    }

    private static Optional<String> few(String what, double found, double needed) {
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "too few %s yet: %s=%.0f needed=%.0f",
                        what,
                        what,
                        found,
                        needed));
    }
}
