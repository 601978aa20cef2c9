package telegraph.engine.estimate;

import java.util.Optional;
import telegraph.engine.source.Bounds;

/// Intervals of quantiles from the order statistics of a sample of units.
///
/// With x the q-quantile of the m selected rows in n of N units, the share F of all rows that are
/// at most x is estimated by a ratio, whose standard error is that of its residuals per unit:
///
/// ```
/// d_j = Σ_i in unit j ( [y_i <= x] - F )        se² = (1 - n/N) · n/(m²) · Σ d_j² / (n-1)
/// ```
///
/// The interval goes from the row of rank m(q - z·se) to the one after rank m(q + z·se). Where each
/// unit is one row these are the ranks n·q ± z √(n q (1-q) (1 - n/N)) of order statistics; where
/// units hold equal rows it is much wider.
///
/// Woodruff, *Confidence intervals for medians and other position measures*, 1952; Cochran 1977,
/// chapter 6.
public final class Woodruff {
    private Woodruff() {}

    /// The quantile of the sample, between two rows by linear interpolation.
    ///
    /// @param sorted ascending, not empty
    public static double quantile(double[] sorted, double q) {
        requireShare(q);
        double at = q * (sorted.length - 1);
        int below = (int) Math.floor(at);
        int above = Math.min(below + 1, sorted.length - 1);
        // Equal neighbours may be infinite.
        return sorted[below] == sorted[above]
                ? sorted[below]
                : sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    /// Why there is no interval yet of any quantile, if so.
    ///
    /// @param units, unitsRead, unitsTotal as in [#interval]
    public static Optional<String> reason(int[] units, int unitsRead, long unitsTotal) {
        if (unitsRead == unitsTotal) {
            return Optional.empty();
        }
        boolean[] contributes = new boolean[unitsRead];
        int contributing = 0;
        for (int unit : units) {
            contributing += contributes[unit] ? 0 : 1;
            contributes[unit] = true;
        }
        return Gates.quantile(units.length, contributing, unitsRead, unitsTotal);
    }

    /// The interval of the population's quantile; empty where the sample is too small to have one.
    ///
    /// @param sorted the selected values of the cohort, ascending
    /// @param units the rank of the unit that each value is from, below `unitsRead`
    /// @param unitsRead the units of the cohort, also those without values
    /// @param unitsTotal of the population, -1 if unknown
    /// @param factor how many standard errors wide
    public static Optional<Bounds> interval(
            double[] sorted, int[] units, int unitsRead, long unitsTotal, double q, double factor) {
        int rows = sorted.length;
        if (rows > 0 && unitsRead == unitsTotal) {
            double exact = quantile(sorted, q);
            return Optional.of(new Bounds(exact, exact));
        }
        if (rows == 0 || reason(units, unitsRead, unitsTotal).isPresent()) {
            return Optional.empty();
        }
        double reach = factor * standardError(sorted, units, unitsRead, unitsTotal, q) * rows;
        double low = Math.rint(rows * q - reach);
        double high = Math.rint(rows * q + reach) + 1;
        if (!(low >= 1 && high <= rows)) {
            return Optional.empty();
        }
        return Optional.of(new Bounds(sorted[(int) low - 1], sorted[(int) high - 1]));
    }

    /// The standard error of the share of rows that are at most the sample's quantile.
    static double standardError(
            double[] sorted, int[] units, int unitsRead, long unitsTotal, double q) {
        int rows = sorted.length;
        double at = sorted[Math.min(rows - 1, Math.max(0, (int) Math.ceil(rows * q) - 1))];
        int below = 0;
        while (below < rows && sorted[below] <= at) {
            below++;
        }
        double share = (double) below / rows;
        double[] residuals = new double[unitsRead];
        for (int i = 0; i < rows; i++) {
            residuals[units[i]] += (i < below ? 1 : 0) - share;
        }
        double squares = 0;
        for (double residual : residuals) {
            squares += residual * residual;
        }
        double correction = unitsTotal < 0 ? 1 : 1 - (double) unitsRead / unitsTotal;
        return Math.sqrt(correction * unitsRead * squares / (unitsRead - 1.0)) / rows;
    }

    private static void requireShare(double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("a quantile lies between 0 and 1: q=" + q);
        }
    }
}
