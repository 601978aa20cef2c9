package telegraph.sql;

import java.util.Arrays;
import telegraph.engine.Basis;

/// What can be said of one row of a running answer.
///
/// Arrays have an element for each column of the result.
///
/// @param basis what the row's estimates rest on; SO_FAR if none has an interval
/// @param undecided whether the intervals do not tell if the row belongs to the answer, as HAVING
///   asks
/// @param errors half-widths: 0 if exact, NaN if nothing is claimed
/// @param lows, highs bounds of the final value that hold in any case; infinite if there are none,
///   NaN if the value itself is the bound and no number
/// @param reason why there is no interval, or ""
public record Mark(
        Basis basis,
        boolean undecided,
        double[] errors,
        double[] lows,
        double[] highs,
        String reason) {
    /// The mark of a row that belongs to the answer.
    public Mark(Basis basis, double[] errors, double[] lows, double[] highs, String reason) {
        this(basis, false, errors, lows, highs, reason);
    }

    /// What a result says under `basis`.
    public String told() {
        return undecided ? basis + ", undecided" : basis.toString();
    }

    /// Nothing is claimed of a row, for this reason.
    public static Mark none(int columns, String reason) {
        double[] errors = new double[columns];
        double[] lows = new double[columns];
        double[] highs = new double[columns];
        Arrays.fill(errors, Double.NaN);
        Arrays.fill(lows, Double.NEGATIVE_INFINITY);
        Arrays.fill(highs, Double.POSITIVE_INFINITY);
        return new Mark(Basis.SO_FAR, errors, lows, highs, reason);
    }
}
