package telegraph.engine;

import java.util.Arrays;

/// What can be said of the aggregates of one group while the query runs.
///
/// Arrays have an element for each aggregate of the block. If the group is in the sample, its
/// values estimate those at the end, also while there is no interval yet (what cannot be estimated,
/// such as MAX, is that of the rows read so far); if not, they are those of the rows read so far.
///
/// @param basis what the values rest on; without an interval that is no claim
/// @param reason why there is no interval, or ""
/// @param errors half-widths at the confidence asked for: 0 if exact, NaN if nothing is claimed
/// @param lows, highs bounds of the final value that hold in any case; infinite if there are none,
///   NaN if the value itself is the bound and no number
/// @param covariance the estimated covariance of the aggregates, for expressions of them; NaN where
///   it is not known; empty if the half-widths do not come from variances
/// @param factor how many standard errors a half-width has at least
public record Claim(
        Basis basis,
        String reason,
        double[] errors,
        double[] lows,
        double[] highs,
        double[][] covariance,
        double factor) {
    /// Nothing is known of the rest, for this reason.
    public static Claim none(int aggregates, String reason) {
        double[] errors = new double[aggregates];
        double[] lows = new double[aggregates];
        double[] highs = new double[aggregates];
        Arrays.fill(errors, Double.NaN);
        Arrays.fill(lows, Double.NEGATIVE_INFINITY);
        Arrays.fill(highs, Double.POSITIVE_INFINITY);
        return new Claim(Basis.SO_FAR, reason, errors, lows, highs, new double[0][], 0);
    }

    /// The values are final.
    public static Claim exact(int aggregates) {
        Claim none = none(aggregates, "");
        return new Claim(
                Basis.EXACT,
                "",
                new double[aggregates],
                none.lows(),
                none.highs(),
                new double[aggregates][aggregates],
                0);
    }

    /// The half-width of a function of the aggregates with this gradient at their values; NaN if it
    /// depends on one that nothing is claimed of (delta method).
    ///
    /// It has as many standard errors as the widest half-width among those it depends on. Two
    /// aggregates of unknown covariance may go together in the worst way.
    public double error(double[] gradient) {
        double sum = 0;
        double widest = factor;
        for (int i = 0; i < gradient.length; i++) {
            if (gradient[i] == 0) {
                continue;
            }
            if (Double.isNaN(errors[i])) {
                return Double.NaN;
            }
            if (covariance.length == 0) {
                sum += Math.abs(gradient[i]) * errors[i];
                continue;
            }
            if (covariance[i][i] > 0) {
                widest = Math.max(widest, errors[i] / Math.sqrt(covariance[i][i]));
            }
            for (int j = 0; j < gradient.length; j++) {
                if (gradient[j] != 0 && !Double.isNaN(errors[j])) {
                    sum += together(gradient[i], i, gradient[j], j);
                }
            }
        }
        return covariance.length == 0 ? sum : widest * Math.sqrt(Math.max(0, sum));
    }

    private double together(double byFirst, int first, double bySecond, int second) {
        double known = covariance[first][second];
        return Double.isNaN(known)
                ? Math.abs(byFirst * bySecond)
                        * Math.sqrt(covariance[first][first] * covariance[second][second])
                : byFirst * bySecond * known;
    }
}
