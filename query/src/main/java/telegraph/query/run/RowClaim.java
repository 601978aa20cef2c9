package telegraph.query.run;

import java.util.Arrays;
import telegraph.engine.Basis;

/// What can be said of one row of a running answer; arrays have an element for each column.
///
/// @param basis what it rests on; SO_FAR if no column has an interval
/// @param isUndecided whether the intervals do not tell if the row belongs to the result
/// @param errors half-widths: 0 if exact, NaN if nothing is claimed
/// @param lows, highs bounds of the final value that hold in any case; infinite if there are none
/// @param reason why there is no interval, or ""
public record RowClaim(
        Basis basis,
        boolean isUndecided,
        double[] errors,
        double[] lows,
        double[] highs,
        String reason) {
    /// Nothing is claimed, for this reason.
    public static RowClaim none(int columns, String reason) {
        RowClaim none =
                new RowClaim(
                        Basis.SO_FAR,
                        false,
                        new double[columns],
                        new double[columns],
                        new double[columns],
                        reason);
        Arrays.fill(none.errors, Double.NaN);
        Arrays.fill(none.lows, Double.NEGATIVE_INFINITY);
        Arrays.fill(none.highs, Double.POSITIVE_INFINITY);
        return none;
    }

    /// The same of a row that may not belong to the result.
    RowClaim undecided() {
        return new RowClaim(basis, true, errors, lows, highs, reason);
    }
}
