package telegraph.engine.estimate;

/// In how many units there may be groups of which a sample has no row.
///
/// A further unit brings as many new groups, on average, as each of n units has brought that no
/// other has: f / n for f groups that were met in one unit only (Good, *The population frequencies
/// of species and the estimation of population parameters*, 1953; Turing's estimator, of units
/// instead of rows). The bound is that of a Poisson variable of which so many came, for the units
/// that are left:
///
/// ```
/// units with an unmet group ≤ (N - n) / n · χ²(2 f + 2; 1 - α) / 2
/// ```
///
/// Where there is none this is the rule of three: 3 (N - n) / n at 95 %.
public final class Unmet {
    private Unmet() {}

    /// The most of all units that have rows of groups that were not met, as a share.
    ///
    /// @param units drawn at random, at least one
    /// @param unitsTotal of the population, -1 if unknown
    /// @param alone how many groups were met in one of them only
    /// @param alpha how often the bound may be too small
    public static double share(long units, long unitsTotal, long alone, double alpha) {
        if (units < 1 || alone < 0) {
            throw new IllegalArgumentException(
                    "groups are met in units: units=" + units + " alone=" + alone);
        }
        double left = unitsTotal < 0 ? 1 : (double) (unitsTotal - units) / unitsTotal;
        return left * Math.min(1, mostExpected(alone, alpha) / units);
    }

    /// The mean of which a Poisson variable comes out at `count` or less once in 1/α times: half a
    /// quantile of χ², by the cube root of Wilson and Hilferty (1931).
    private static double mostExpected(long count, double alpha) {
        double freedom = 2.0 * count + 2;
        double ninth = 2 / (9 * freedom);
        double root = 1 - ninth + Quantiles.normal(1 - alpha) * Math.sqrt(ninth);
        return freedom * root * root * root / 2;
    }
}
