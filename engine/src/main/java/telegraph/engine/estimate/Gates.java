package telegraph.engine.estimate;

import java.util.Locale;
import java.util.Optional;

/// When an interval may be shown.
///
/// The formulas hold for large samples, and a small sample does not know that it is one: a group
/// seen in three pages, or a tail of large values not seen at all, gives a tight interval around
/// the wrong value. Each gate answers with the reason in words, or with nothing if it lets the
/// interval pass. What was read to its end is exact and always passes.
///
/// | gate | refuses while |
/// |---|---|
/// | rows | fewer than 100 rows were selected; 2,000 for variances and deviations |
/// | units | so few units were drawn that rare ones would not show ([Unlike]), 100 of many |
/// | contributors | the group has rows in fewer than 10 of them; in 30 for quantiles and joins |
/// | spread | all units are alike, of a sum or average all but one, and nothing bounds others |
/// | dominance | one unit has more than a tenth of the sum of squared deviations |
///
/// The last is for variances, deviations and joins of two samples. Deviations are those of the
/// statistic's linear form, so of x - R·u for an average R; where one is a tenth of the whole, the
/// variance rests on about ten units, and the next large one will change it. Up to 0.15 pass if the
/// extremes lie about equally far on both sides, for then it is the shortness of the sample and not
/// the length of a tail. COUNT has no tail but the number of contributors, and passes up to 0.3.
/// The other aggregates of one sample are not held back for a tail, but get intervals that are wide
/// enough ([LargeSample]).
///
/// A gate that looks at the values of a sample passes some samples by luck, and these are wrong
/// more often than they say: those that have none of a few enormous units look best. So there are
/// as few of these as can be.
public final class Gates {
    private static final double ROWS_MIN = 100;
    private static final double ROWS_OF_SPREADS_MIN = 2_000;
    private static final long CONTRIBUTING_MIN = 10;
    private static final long CONTRIBUTING_TO_MORE_MIN = 30;
    private static final double DOMINANCE_MAX = 0.1;
    private static final double DOMINANCE_BALANCED_MAX = 0.15;
    private static final double DOMINANCE_OF_COUNTS_MAX = 0.3;
    private static final double LOPSIDEDNESS_MAX = 0.25;
    private static final double LARGEST_SHARE_MAX = 0.2;

    static final String ALIKE = "all units are alike so far, rare exceptions would not show";

    static final String ALIKE_BUT_FOR_ONE =
            "all units but one are alike so far, how others are unlike is not known";

    private Gates() {}

    /// Why nothing can be claimed yet of a group from a sample of units, if so; but for units that
    /// are all alike.
    ///
    /// @param unitsTotal of the population, -1 if unknown
    /// @param totals made of the sample
    static Optional<String> sampled(
            Statistic statistic, Moments sample, long unitsTotal, Totals totals) {
        boolean known = statistic instanceof Statistic.Count count && totals.isKnown(count.count());
        if (sample.units() == unitsTotal || known) {
            return Optional.empty();
        }
        double rows = sample.mean(statistic.rows()) * sample.units();
        return unknown(statistic, !totals.isScaled())
                .or(() -> units(sample.units(), unitsTotal))
                .or(() -> rows(statistic, rows))
                .or(() -> contributors(statistic, sample, CONTRIBUTING_MIN))
                .or(() ->
                        isSpread(statistic) ? spread(statistic, sample, totals) : Optional.empty());
    }

    private static boolean isSpread(Statistic statistic) {
        return switch (statistic) {
            case Statistic.Count _, Statistic.Sum _, Statistic.Average _ -> false;
            case Statistic.Variance _, Statistic.Deviation _ -> true;
        };
    }

    /// Whether a group was met so seldom that what it has so far says nothing of all.
    ///
    /// @param rows of the group that came
    public static boolean isScant(Moments sample, double rows) {
        return Math.rint(rows) < ROWS_MIN || sample.contributing() < CONTRIBUTING_MIN;
    }

    /// Why nothing can be claimed yet of a group of a join of which both sides are samples, if so.
    ///
    /// A side that was read to its end has to pass nothing. The others also must not have one unit
    /// with a fifth of all pairs.
    ///
    /// @param a, b as in [Totals#ripple]
    /// @param unitsTotalA, unitsTotalB of the sides, -1 if unknown
    public static Optional<String> ripple(
            Statistic statistic, Moments a, long unitsTotalA, Moments b, long unitsTotalB) {
        if (a.units() == unitsTotalA && b.units() == unitsTotalB) {
            return Optional.empty();
        }
        double pairs = a.mean(statistic.rows()) * a.units() * b.units();
        Totals totals = Totals.ripple(a, unitsTotalA, b, unitsTotalB);
        return unknown(statistic, unitsTotalA < 0 || unitsTotalB < 0)
                .or(() -> rows(statistic, pairs))
                .or(() -> side(statistic, a, unitsTotalA, totals))
                .or(() -> side(statistic, b, unitsTotalB, totals));
    }

    /// Why nothing can be claimed yet of the quantiles of so many rows, if so.
    ///
    /// @param contributing how many of the units have them
    /// @param unitsTotal of the population, -1 if unknown
    static Optional<String> quantile(int rows, int contributing, long units, long unitsTotal) {
        return units(units, unitsTotal)
                .or(() -> few("rows", rows, ROWS_MIN))
                .or(() -> few("units with rows", contributing, CONTRIBUTING_TO_MORE_MIN));
    }

    private static Optional<String> side(
            Statistic statistic, Moments side, long unitsTotal, Totals totals) {
        if (side.units() == unitsTotal) {
            return Optional.empty();
        }
        return units(side.units(), unitsTotal)
                .or(() -> contributors(statistic, side, CONTRIBUTING_TO_MORE_MIN))
                .or(() -> largest(statistic, side))
                .or(() -> spread(statistic, side, totals));
    }

    private static Optional<String> unknown(Statistic statistic, boolean isUnknown) {
        return isUnknown && !statistic.isScaleFree()
                ? Optional.of("nobody knows how many units there are")
                : Optional.empty();
    }

    private static Optional<String> units(long units, long unitsTotal) {
        return few("units", units, Unlike.unitsNeeded(unitsTotal));
    }

    private static Optional<String> rows(Statistic statistic, double rows) {
        return few("rows", rows, isSpread(statistic) ? ROWS_OF_SPREADS_MIN : ROWS_MIN);
    }

    private static Optional<String> contributors(Statistic statistic, Moments sample, long needed) {
        return few("units with rows", sample.contributing(statistic.rows()), needed);
    }

    private static Optional<String> few(String what, double found, double needed) {
        if (Math.rint(found) >= needed) {
            return Optional.empty();
        }
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "too few %s yet: %s=%.0f needed=%.0f",
                        what,
                        what,
                        found,
                        needed));
    }

    private static Optional<String> largest(Statistic statistic, Moments side) {
        int count = statistic.rows();
        double share = side.largest(count) / (side.mean(count) * side.units());
        return share < LARGEST_SHARE_MAX
                ? Optional.empty()
                : dominant("rows", share, LARGEST_SHARE_MAX);
    }

    private static Optional<String> spread(Statistic statistic, Moments sample, Totals totals) {
        boolean isCount = statistic instanceof Statistic.Count;
        double[] gradient = new double[sample.dimension()];
        statistic.gradient(totals, gradient);
        Optional<Moments.Spread> spread = sample.spread(totals.ofUnit(gradient));
        if (spread.isEmpty()) {
            return Optional.of(ALIKE);
        }
        boolean isBalanced = spread.get().lopsidedness() <= LOPSIDEDNESS_MAX;
        double limit =
                isCount
                        ? DOMINANCE_OF_COUNTS_MAX
                        : isBalanced ? DOMINANCE_BALANCED_MAX : DOMINANCE_MAX;
        double share = spread.get().dominance();
        return share <= limit ? Optional.empty() : dominant("spread", share, limit);
    }

    private static Optional<String> dominant(String what, double share, double limit) {
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "one unit makes too much of the %s yet: share=%.2f needed=%.2f",
                        what,
                        share,
                        limit));
    }
}
