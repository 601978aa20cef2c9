package telegraph.query.kernel;

import telegraph.engine.vector.Vector;

/// GREATEST and LEAST of decimals of one type, NaN among them.
///
/// Threads: any.
final class Extremes {
    private Extremes() {}

    /// @param sign 1 for the greatest, -1 for the least
    /// @param skipsNulls whether NULL counts only if there is nothing else, as in PostgreSQL
    static Kernel.Body body(int sign, boolean skipsNulls) {
        return (in, to, selection, count, texts) -> {
            to.mayHaveNulls();
            to.mayBeWide();
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                Vector found = find(in, row, sign, skipsNulls);
                to.nulls[row] = found == null;
                if (found != null) {
                    to.setDecimal(row, found.highAt(row), found.longs[row]);
                }
            }
        };
    }

    /// Whose value it is, or null for NULL.
    private static Vector find(Vector[] in, int row, int sign, boolean skipsNulls) {
        Vector found = null;
        for (Vector value : in) {
            if (value.nulls[row]) {
                if (!skipsNulls) {
                    return null;
                }
            } else if (found == null || sign * DecimalMath.compare(value, found, row) > 0) {
                found = value;
            }
        }
        return found;
    }
}
