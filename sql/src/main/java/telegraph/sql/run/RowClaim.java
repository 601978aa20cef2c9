package telegraph.sql.run;

import java.util.Arrays;
import telegraph.engine.Basis;

/// What can be said of one row of a running answer; arrays have an element for each column.
///
/// @param basis what it rests on; SO_FAR if no column has an interval
/// @param errors half-widths: 0 if exact, NaN if nothing is claimed
/// @param lows, highs bounds of the final value that hold in any case; infinite if there are none
/// @param reason why there is no interval, or ""
public record RowClaim(Basis basis, double[] errors, double[] lows, double[] highs, String reason) {
    /// Nothing is claimed, for this reason.
    public static RowClaim none(int columns, String reason) {
        RowClaim none =
                new RowClaim(
                        Basis.SO_FAR,
                        new double[columns],
                        new double[columns],
                        new double[columns],
                        reason);
        Arrays.fill(none.errors, Double.NaN);
        Arrays.fill(none.lows, Double.NEGATIVE_INFINITY);
        Arrays.fill(none.highs, Double.POSITIVE_INFINITY);
        return none;
    }
}
