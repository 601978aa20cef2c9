package telegraph.engine.estimate;

import java.util.OptionalDouble;
import telegraph.engine.source.Bounds;

/// What units quite unlike all that were drawn can do to an estimate.
///
/// A sample that has none of them does not know that they are there: its formulas agree on a wrong
/// value. What it can know is how many there may be. With n of N units drawn, a sample misses all
/// of k units with probability of at most (1 - n/N)^k, so that more than
///
/// ```
/// ln 0.05 / ln(1 - n/N)  ≈  3 (N - n) / n
/// ```
///
/// would have shown in 95 of 100 samples (the rule of three). Two things follow.
///
/// - Nothing is claimed before as many as [#SHARE] of all units would have shown: 100 units of a
///   large source, fewer of a small one. Units that are rarer than that, and enormous, can be
///   missed by any sample, and no claim can be right about them.
/// - Where units do not differ at all there is no spread to make an interval of. Then it is made of
///   what so many unlike units could change within known bounds, and without bounds there is none.
public final class Unlike {
    /// Rarer units than these may be missed.
    private static final double SHARE = 0.03;

    /// As many units of a small source may be missed, less one.
    private static final double UNITS = 3;

    private static final double MISSED = 0.05;

    private Unlike() {}

    /// How many units must be drawn until rare ones would have shown.
    ///
    /// @param unitsTotal of the population, -1 if unknown
    public static long unitsNeeded(long unitsTotal) {
        if (unitsTotal < 0) {
            return (long) Math.ceil(Math.log(MISSED) / Math.log1p(-SHARE));
        }
        double rare = Math.max(UNITS, Math.ceil(SHARE * unitsTotal));
        return (long) Math.ceil(unitsTotal * -Math.expm1(Math.log(MISSED) / rare));
    }

    /// How many of the units that are left may be unlike all that were drawn.
    ///
    /// @param units drawn, at least one
    public static long most(long units, long unitsTotal) {
        long left = unitsTotal - units;
        return left == 0
                ? 0
                : Math.min(
                        left, (long) (Math.log(MISSED) / Math.log1p(-(double) units / unitsTotal)));
    }

    /// How far off an aggregate of units that are all alike may be; empty where nothing bounds it.
    ///
    /// @param unitRowsMax the most rows a unit has, -1 if unknown
    /// @param ofValue bounds of the values, null if unknown
    /// @param whole the totals that the aggregate is of, those of the sample or of others too
    static OptionalDouble room(
            Statistic statistic,
            Moments sample,
            long unitsTotal,
            long unitRowsMax,
            Bounds ofValue,
            Totals whole) {
        boolean bounded = unitsTotal >= 0 && unitRowsMax >= 0;
        if (!bounded || ofValue == null && !(statistic instanceof Statistic.Count)) {
            return OptionalDouble.empty();
        }
        double units = most(sample.units(), unitsTotal);
        return switch (statistic) {
            case Statistic.Count c ->
                    farther(units, sample.mean(c.count()), new Bounds(0, unitRowsMax));
            case Statistic.Sum s ->
                    farther(
                            units,
                            sample.mean(s.sum()) + s.shift() * sample.mean(s.count()),
                            Conservative.ofUnit(unitRowsMax, ofValue));
            case Statistic.Average a -> {
                double rows = whole.total(a.count()) - units * sample.mean(a.count());
                double share = units * unitRowsMax / (rows + units * unitRowsMax);
                yield farther(share, a.value(whole), ofValue);
            }
            case Statistic.Variance _, Statistic.Deviation _ -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble farther(double times, double from, Bounds to) {
        return OptionalDouble.of(times * Math.max(to.high() - from, from - to.low()));
    }
}
