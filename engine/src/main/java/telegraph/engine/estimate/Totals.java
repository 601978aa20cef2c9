package telegraph.engine.estimate;

/// Estimated totals of the whole population and their covariance, whatever way they were drawn.
///
/// For n of N units drawn at random without replacement, S their covariance:
///
/// ```
/// T = N · mean        Cov(T) = N² (1 - n/N) S / n
/// ```
///
/// (Cochran, *Sampling Techniques*, 1977, chapters 2 and 9; Haas, *Large-Sample and Deterministic
/// Confidence Intervals for Online Aggregation*, 1997). Without the finite population correction 1
/// - n/N the interval at half of the units is 41 % too wide, and the exact answer is not exact.
///
/// **The short unit.** Pages of an API all have 100 rows but the last, which the sample has most
/// likely missed: a spread of 0 would claim a count that is wrong. So the relative variance of rows
/// between units is taken to be no less than 1/N, which is that of a population with one empty unit
/// among equal ones; the other sums are taken to go with the rows, so ratios do not change. This
/// matters only where the units of a cohort differ by less than 1/√N of their rows.
///
/// Where N is unknown the totals are those of the n units and nothing may be scaled by them; ratios
/// (averages, variances) still are estimates, with the correction left out, which errs to the wide
/// side.
///
/// A value; safe for use by several threads.
public final class Totals {
    private final double[] totals;
    private final double[] covariances;
    private final double degreesOfFreedom;
    private final boolean scaled;

    private Totals(double[] totals, double[] covariances, double degreesOfFreedom, boolean scaled) {
        this.totals = totals;
        this.covariances = covariances;
        this.degreesOfFreedom = degreesOfFreedom;
        this.scaled = scaled;
    }

    /// The totals of a population of which a random sample of units was read.
    ///
    /// @param unitsTotal the units of the population, -1 where nobody knows
    public static Totals of(Moments sample, long unitsTotal) {
        requireWithin(sample.units(), unitsTotal);
        boolean scaled = unitsTotal >= 0;
        double factor = scaled ? unitsTotal : sample.units();
        int dimension = sample.dimension();
        double[] totals = new double[dimension];
        double[] covariances = new double[Moments.place(dimension, 0)];
        for (int i = 0; i < dimension; i++) {
            totals[i] = factor * sample.mean(i);
        }
        addTerm(sample, unitsTotal, factor * factor, covariances);
        allowShortUnit(sample, unitsTotal, totals, covariances);
        return new Totals(totals, covariances, sample.units() - 1.0, scaled);
    }

    /// The totals of a join of two populations of which random samples were read and joined with
    /// each other in full.
    ///
    /// The vector of a unit of one side is the *average*, over the units of the other side read so
    /// far, of the sums over the pairs of rows it makes with that unit:
    ///
    /// ```
    /// a_r = (1/n_S) Σ_s f(r,s)     b_s = (1/n_R) Σ_r f(r,s)     T = N_R N_S · mean(a)
    /// Cov(T) = (N_R N_S)² [ (1 - n_R/N_R) S_a / n_R + (1 - n_S/N_S) S_b / n_S ]
    /// ```
    ///
    /// A side that was read to its end adds nothing to the covariance. With both incomplete the
    /// covariance errs to the wide side, by (1 - n_R/N_R)(1 - n_S/N_S) S_RS / (n_R n_S), where S_RS
    /// is the interaction of the two: it is in S_a and in S_b, and belongs to the estimate once.
    /// Haas and Hellerstein, *Ripple Joins for Online Aggregation*, 1999.
    public static Totals ripple(Moments a, long unitsTotalA, Moments b, long unitsTotalB) {
        requireWithin(a.units(), unitsTotalA);
        requireWithin(b.units(), unitsTotalB);
        boolean scaled = unitsTotalA >= 0 && unitsTotalB >= 0;
        double factor =
                scaled ? (double) unitsTotalA * unitsTotalB : (double) a.units() * b.units();
        int dimension = a.dimension();
        if (b.dimension() != dimension) {
            throw new IllegalArgumentException(
                    "both sides of a join have the same sums: a="
                            + dimension
                            + " b="
                            + b.dimension());
        }
        double[] totals = new double[dimension];
        double[] covariances = new double[Moments.place(dimension, 0)];
        for (int i = 0; i < dimension; i++) {
            totals[i] = factor * a.mean(i);
        }
        addTerm(a, unitsTotalA, factor * factor, covariances);
        addTerm(b, unitsTotalB, factor * factor, covariances);
        double freedom = Double.POSITIVE_INFINITY;
        if (a.units() != unitsTotalA) {
            freedom = a.units() - 1.0;
        }
        if (b.units() != unitsTotalB) {
            freedom = Math.min(freedom, b.units() - 1.0);
        }
        return new Totals(totals, covariances, freedom, scaled);
    }

    private static void addTerm(Moments sample, long unitsTotal, double factor, double[] to) {
        double correction = unitsTotal < 0 ? 1 : 1 - (double) sample.units() / unitsTotal;
        if (correction == 0 || unitsTotal == 0) {
            return;
        }
        double weight = factor * correction / sample.units();
        for (int i = 0, at = 0; i < sample.dimension(); i++) {
            for (int j = 0; j <= i; j++) {
                to[at++] += weight * sample.covariance(i, j);
            }
        }
    }

    private static void allowShortUnit(
            Moments sample, long unitsTotal, double[] totals, double[] to) {
        double rows = totals[0];
        if (sample.units() < Cohorts.FIRST || sample.units() >= unitsTotal || rows == 0) {
            return;
        }
        double correction = 1 - (double) sample.units() / unitsTotal;
        double missing = correction / sample.units() / unitsTotal - to[0] / rows / rows;
        for (int i = 0, at = 0; missing > 0 && i < totals.length; i++) {
            for (int j = 0; j <= i; j++) {
                to[at++] += missing * totals[i] * totals[j];
            }
        }
    }

    private static void requireWithin(long units, long unitsTotal) {
        if (unitsTotal >= 0 && units > unitsTotal) {
            throw new IllegalArgumentException(
                    "a sample is no larger than its population: units="
                            + units
                            + " unitsTotal="
                            + unitsTotal);
        }
    }

    public int dimension() {
        return totals.length;
    }

    /// The estimated total of a component.
    public double total(int component) {
        return totals[component];
    }

    /// The covariance of two estimated totals; 0 once all was read, NaN below two units.
    public double covariance(int first, int second) {
        return covariances[Moments.place(Math.max(first, second), Math.min(first, second))];
    }

    /// Of the variance, for Student's t: the units read less one, of the smaller side that was not
    /// read to its end.
    public double degreesOfFreedom() {
        return degreesOfFreedom;
    }

    /// Whether the totals are those of the population, and not only of what was read.
    public boolean isScaled() {
        return scaled;
    }

    /// The covariance of two linear functions of the totals, gᵀ C h.
    double quadratic(double[] g, double[] h) {
        double sum = 0;
        for (int i = 0; i < totals.length; i++) {
            for (int j = 0; g[i] != 0 && j < totals.length; j++) {
                if (h[j] != 0) {
                    sum += g[i] * h[j] * covariance(i, j);
                }
            }
        }
        return sum;
    }
}
