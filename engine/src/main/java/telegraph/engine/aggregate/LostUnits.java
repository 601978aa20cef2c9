package telegraph.engine.aggregate;

import telegraph.engine.estimate.Statistic;
import telegraph.engine.estimate.Totals;
import telegraph.engine.source.Bounds;

/// What units that were given up can change, at both extremes.
///
/// Who does not answer is not a random choice, so nothing is assumed of the rows that are missing
/// but that a unit has at most so many and that their values have bounds. Totals are those of the
/// units that answer; with k rows more, as many as could be missing in the population,
///
/// ```
/// COUNT  [c, c + k]      SUM  [s + k min(0, low), s + k max(0, high)]
/// AVG    [(s + k low) / (c + k), (s + k high) / (c + k)] and s / c
/// ```
///
/// @param low, high by how much the value may be below and above
record LostUnits(double low, double high) {
    static final LostUnits NONE = new LostUnits(0, 0);

    /// @param rows how many rows could be missing in the population
    /// @param of bounds of the values; not asked for COUNT
    static LostUnits of(Statistic statistic, Totals totals, double rows, Bounds of) {
        return switch (statistic) {
            case Statistic.Count _ -> new LostUnits(0, rows);
            case Statistic.Sum _ ->
                    new LostUnits(-rows * Math.min(0, of.low()), rows * Math.max(0, of.high()));
            case Statistic.Average a -> {
                double count = totals.total(a.count());
                double mean = a.value(totals);
                double lowest = (mean * count + rows * of.low()) / (count + rows);
                double highest = (mean * count + rows * of.high()) / (count + rows);
                yield new LostUnits(Math.max(0, mean - lowest), Math.max(0, highest - mean));
            }
            case Statistic.Variance _, Statistic.Deviation _ ->
                    throw new IllegalArgumentException("a spread has no bounds from values alone");
        };
    }

    /// The middle of what is possible, as a shift of the value.
    double shift() {
        return (high - low) / 2;
    }

    double halfWidth() {
        return (high + low) / 2;
    }
}
