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
/// | units | the cohort has fewer than 16 units |
/// | contributors | the group has rows in fewer than 30 of them |
/// | spread | all units are alike, which rare exceptions would be too |
/// | dominance | one unit has more than a tenth of the sum of squared deviations |
///
/// The last does the most. Deviations are those of the statistic's linear form, so of x - R·u for
/// an average R; where one is a tenth of the whole, the variance rests on about ten units, and the
/// next large one will change it. Up to 0.15 pass if the extremes lie about equally far on both
/// sides, for then it is the shortness of the sample and not the length of a tail. COUNT has no
/// tail but the number of contributors, and passes up to 0.3. Of the skewness of the sample itself
/// nothing can be learned: where the tail was not seen there is none.
///
/// A gate that looks at the sample passes some samples by luck, and these are wrong more often than
/// they say. What is held is that at any cohort that most samples reach the intervals cover as they
/// should, and that of all samples less than one in twenty shows as its first interval a wrong one.
public final class Gates {
    private static final double ROWS_MIN = 100;
    private static final double ROWS_OF_SPREADS_MIN = 2_000;
    private static final long UNITS_MIN = Cohorts.FIRST;
    private static final long CONTRIBUTING_MIN = 30;
    private static final double DOMINANCE_MAX = 0.1;
    private static final double DOMINANCE_BALANCED_MAX = 0.15;
    private static final double DOMINANCE_OF_COUNTS_MAX = 0.3;
    private static final double LOPSIDEDNESS_MAX = 0.25;
    private static final double LARGEST_SHARE_MAX = 0.2;

    private Gates() {}

    /// Why nothing can be claimed yet of a group from a sample of units, if so.
    ///
    /// @param unitsTotal of the population, -1 if unknown
    public static Optional<String> sampled(Statistic statistic, Moments sample, long unitsTotal) {
        return sampled(statistic, sample, unitsTotal, Totals.of(sample, unitsTotal));
    }

    /// The same where the totals are made in another way.
    public static Optional<String> sampled(
            Statistic statistic, Moments sample, long unitsTotal, Totals totals) {
        boolean known = statistic instanceof Statistic.Count count && totals.isKnown(count.count());
        if (sample.units() == unitsTotal || known) {
            return Optional.empty();
        }
        double rows = sample.mean(statistic.rows()) * sample.units();
        return unknown(statistic, !totals.isScaled())
                .or(() -> units(sample))
                .or(() -> rows(statistic, rows))
                .or(() -> contributors(statistic, sample))
                .or(() -> spread(statistic, sample, totals));
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

    /// Why nothing can be claimed yet of the quantiles of so many rows from so many units, if so.
    static Optional<String> quantile(int rows, int contributing) {
        return few("rows", rows, ROWS_MIN)
                .or(() -> few("units with rows", contributing, CONTRIBUTING_MIN));
    }

    private static Optional<String> side(
            Statistic statistic, Moments side, long unitsTotal, Totals totals) {
        if (side.units() == unitsTotal) {
            return Optional.empty();
        }
        return units(side)
                .or(() -> contributors(statistic, side))
                .or(() -> largest(statistic, side))
                .or(() -> spread(statistic, side, totals));
    }

    private static Optional<String> unknown(Statistic statistic, boolean isUnknown) {
        return isUnknown && !statistic.isScaleFree()
                ? Optional.of("nobody knows how many units there are")
                : Optional.empty();
    }

    private static Optional<String> units(Moments sample) {
        return few("units", sample.units(), UNITS_MIN);
    }

    private static Optional<String> rows(Statistic statistic, double rows) {
        return switch (statistic) {
            case Statistic.Count _, Statistic.Sum _, Statistic.Average _ ->
                    few("rows", rows, ROWS_MIN);
            case Statistic.Variance _, Statistic.Deviation _ ->
                    few("rows", rows, ROWS_OF_SPREADS_MIN);
        };
    }

    private static Optional<String> contributors(Statistic statistic, Moments sample) {
        return few("units with rows", sample.contributing(statistic.rows()), CONTRIBUTING_MIN);
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
            return isCount
                    ? Optional.empty()
                    : Optional.of("all units are alike so far, rare exceptions would not show");
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
