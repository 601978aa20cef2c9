package telegraph.bench.run;

/// How many rows a uniform sample needs at least, by the exact moments of the population.
///
/// Nobody who samples rows uniformly and is right 95 times in 100 can do with fewer, whatever his
/// program: it is the large-sample interval with the finite population correction, solved for the
/// number of rows. Stopping by what one sees, and reading whole blocks of rows that resemble each
/// other, both need more.
///
/// @param rows in the population
/// @param selected rows that count
/// @param sum of the values of the rows that count
/// @param squares sum of their squares
public record LeastSample(double rows, double selected, double sum, double squares) {
    private static final double Z = 1.959963984540054;

    /// For the sum of the values, or for the count if each is 1; `within` is relative.
    double ofSum(double within) {
        return of(rows, (squares - sum * sum / rows) / (rows - 1), within * Math.abs(sum) / rows);
    }

    /// For the average of the values of the rows that count.
    public double ofAverage(double within) {
        return of(
                rows, (squares - sum * sum / selected) / (rows - 1), within * Math.abs(sum) / rows);
    }

    /// How many units of a population a uniform sample of them needs, so that their mean is known
    /// to `halfWidth`.
    ///
    /// @param variance of the units
    public static double of(double population, double variance, double halfWidth) {
        double unlimited = Math.pow(Z / halfWidth, 2) * Math.max(0, variance);
        return unlimited / (1 + unlimited / population);
    }
}
