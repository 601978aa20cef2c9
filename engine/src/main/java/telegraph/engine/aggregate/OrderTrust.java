package telegraph.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Aggregate;
import telegraph.engine.estimate.Drift;
import telegraph.engine.fold.Components;
import telegraph.engine.fold.UnitSums;

/// Looks whether units that are only assumed to come in no particular order do so: by how many rows
/// each has, and by the mean of each aggregate's values. It withdraws trust, and never grants any.
final class OrderTrust {
    private OrderTrust() {}

    /// Why the order of the units of one side is not to be trusted, if so.
    ///
    /// @param cells sums of all groups
    /// @param byA whether the side is the first
    /// @param units how many units the cohort has
    static Optional<String> withdrawn(
            List<Aggregate> aggregates,
            Components components,
            UnitSums cells,
            boolean byA,
            int units) {
        double[][] sums = new double[components.size()][units];
        for (int c = 0; c < cells.size(); c++) {
            int unit = byA ? cells.unitA(c) : cells.unitB(c);
            for (int i = 0; i < sums.length; i++) {
                sums[i][unit] += cells.sum(c, i);
            }
        }
        Optional<String> reason = Drift.reason(sums[0]);
        for (int a = 0; a < aggregates.size() && reason.isEmpty(); a++) {
            if (components.width(a) > 1) {
                int first = components.first(a);
                reason = Drift.reason(means(sums[first], sums[first + 1]));
            }
        }
        return reason;
    }

    /// Of the units that have rows.
    private static double[] means(double[] counts, double[] sums) {
        double[] means = new double[counts.length];
        int filled = 0;
        for (int u = 0; u < counts.length; u++) {
            if (counts[u] > 0) {
                means[filled++] = sums[u] / counts[u];
            }
        }
        return Arrays.copyOf(means, filled);
    }
}
