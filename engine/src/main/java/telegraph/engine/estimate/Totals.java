package telegraph.engine.estimate;

import java.util.List;

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
/// matters only where the units of a cohort differ by less than 1/√N of their rows, and not at all
/// where units are known to be equally large.
///
/// Where N is unknown the totals are those of the n units and nothing may be scaled by them; ratios
/// (averages, variances) still are estimates, with the correction left out, which errs to the wide
/// side.
///
/// A value; safe for use by several threads.
public final class Totals {
    /// How many standard errors a stated number of rows may be off before it is not believed.
    private static final double BELIEVED_ERRORS = 5;

    private final double[] totals;
    private final double[] covariances;

    /// What of the covariances was counted twice; empty where nothing was.
    private final double[] excess;

    private final double degreesOfFreedom;
    private final boolean scaled;

    /// Of each component to the rows, where these are known; else empty.
    private final double[] ratios;

    private Totals(
            double[] totals,
            double[] covariances,
            double[] excess,
            double degreesOfFreedom,
            boolean scaled) {
        this(totals, covariances, excess, degreesOfFreedom, scaled, new double[0]);
    }

    private Totals(
            double[] totals,
            double[] covariances,
            double[] excess,
            double degreesOfFreedom,
            boolean scaled,
            double[] ratios) {
        this.ratios = ratios;
        this.totals = totals;
        this.covariances = covariances;
        this.excess = excess;
        this.degreesOfFreedom = degreesOfFreedom;
        this.scaled = scaled;
    }

    /// The totals of a population of which a random sample of units was read.
    ///
    /// @param unitsTotal the units of the population, -1 where nobody knows
    public static Totals of(Moments sample, long unitsTotal) {
        return of(sample, unitsTotal, false);
    }

    /// The same of units that are known to be equally large, the last one too.
    public static Totals ofEven(Moments sample, long unitsTotal) {
        return of(sample, unitsTotal, true);
    }

    /// The same of a population of which it is said how many rows it has, if the sample does not
    /// speak against it: the ratio estimator (Cochran 1977, chapter 6). The rows themselves are
    /// then known, and however they lie in units costs nothing.
    ///
    /// ```
    /// r = mean / mean of rows    T = rows · r    Cov(T) = (rows / mean of rows)² (1 - n/N) S_e / n,  e = x - r · rows
    /// ```
    ///
    /// @param rowsTotal all rows, each of which is component 0 of its unit
    public static Totals ofRows(Moments sample, long unitsTotal, long rowsTotal) {
        Totals plain = of(sample, unitsTotal);
        double rows = sample.mean(0);
        double room = BELIEVED_ERRORS * Math.sqrt(plain.covariance(0, 0)) + sample.largest();
        boolean believed = !plain.scaled || Math.abs(plain.total(0) - rowsTotal) <= room;
        if (rows == 0 || sample.units() < 2 || !believed) {
            return plain;
        }
        int dimension = sample.dimension();
        double[] ratios = new double[dimension];
        double[] totals = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            ratios[i] = sample.mean(i) / rows;
            totals[i] = i == 0 ? rowsTotal : rowsTotal * ratios[i];
        }
        double weight =
                rowsTotal
                        / rows
                        * (rowsTotal / rows)
                        * correction(sample, unitsTotal)
                        / sample.units();
        double[] covariances = new double[Moments.place(dimension, 0)];
        for (int i = 1; i < dimension; i++) {
            for (int j = 1; j <= i; j++) {
                covariances[Moments.place(i, j)] =
                        weight
                                * (sample.covariance(i, j)
                                        - ratios[i] * sample.covariance(0, j)
                                        - ratios[j] * sample.covariance(0, i)
                                        + ratios[i] * ratios[j] * sample.covariance(0, 0));
            }
        }
        return new Totals(totals, covariances, new double[0], sample.units() - 1.0, true, ratios);
    }

    private static Totals of(Moments sample, long unitsTotal, boolean even) {
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
        if (!even) {
            allowShortUnit(sample, unitsTotal, totals, covariances);
        }
        return new Totals(totals, covariances, new double[0], sample.units() - 1.0, scaled);
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
    /// covariance errs to the wide side: the interaction of the two, which is in S_a and in S_b,
    /// belongs to the estimate once. Where the sums of each pair are known too, use the other
    /// method. Haas and Hellerstein, *Ripple Joins for Online Aggregation*, 1999.
    public static Totals ripple(Moments a, long unitsTotalA, Moments b, long unitsTotalB) {
        return ripple(a, unitsTotalA, b, unitsTotalB, new double[0]);
    }

    /// The same with what was counted twice taken off.
    ///
    /// ```
    /// (n_R - 1)(n_S - 1) S_RS = Σ_r Σ_s (f(r,s) - a_r - b_s + mean)(...)ᵀ
    /// excess = (N_R N_S)² (1 - n_R/N_R) (1 - n_S/N_S) S_RS / (n_R n_S)
    /// ```
    ///
    /// This is the variance of a two-way layout drawn from a finite population (Cornfield and
    /// Tukey, *Average values of mean squares in factorials*, 1956), and unbiased.
    ///
    /// @param pairs the sums of every pair of units, one of each side, with those of zeros
    public static Totals ripple(
            Moments a, long unitsTotalA, Moments b, long unitsTotalB, Moments pairs) {
        if (pairs.units() != a.units() * b.units()) {
            throw new IllegalArgumentException(
                    "each unit of one side makes a pair with each of the other: pairs="
                            + pairs.units()
                            + " a="
                            + a.units()
                            + " b="
                            + b.units());
        }
        double correction = correction(a, unitsTotalA) * correction(b, unitsTotalB);
        if (correction == 0 || a.units() < 2 || b.units() < 2) {
            return ripple(a, unitsTotalA, b, unitsTotalB, new double[0]);
        }
        double[] excess = new double[Moments.place(a.dimension(), 0)];
        double factor = factor(a, unitsTotalA, b, unitsTotalB);
        double unitsA = a.units();
        double unitsB = b.units();
        double weight = factor * factor * correction / (unitsA * unitsB);
        for (int i = 0, at = 0; i < a.dimension(); i++) {
            for (int j = 0; j <= i; j++) {
                double all = pairs.covariance(i, j) * (unitsA * unitsB - 1);
                double byA = a.covariance(i, j) * (unitsA - 1) * unitsB;
                double byB = b.covariance(i, j) * (unitsB - 1) * unitsA;
                excess[at++] = weight * (all - byA - byB) / ((unitsA - 1) * (unitsB - 1));
            }
        }
        return ripple(a, unitsTotalA, b, unitsTotalB, excess);
    }

    /// The totals of several populations together, of each of which a sample was drawn by itself:
    /// stratified sampling, with as many units of each as there happen to be. Ratios of them are
    /// combined ratio estimates (Cochran 1977, chapters 5 and 6.11).
    ///
    /// ```
    /// T = Σ T_h        Cov(T) = Σ Cov(T_h)
    /// ```
    ///
    /// Degrees of freedom are those of the stratum that has fewest, the lower bound of
    /// Satterthwaite's, which errs to the wide side.
    public static Totals together(List<Totals> strata) {
        Totals first = strata.getFirst();
        double[] totals = new double[first.totals.length];
        double[] covariances = new double[first.covariances.length];
        double[] excess = new double[0];
        double freedom = Double.POSITIVE_INFINITY;
        boolean scaled = true;
        for (Totals one : strata) {
            add(one.totals, totals);
            add(one.covariances, covariances);
            if (one.excess.length > 0) {
                excess = excess.length == 0 ? new double[covariances.length] : excess;
                add(one.excess, excess);
            }
            freedom = Math.min(freedom, one.degreesOfFreedom);
            scaled &= one.scaled;
        }
        return new Totals(totals, covariances, excess, freedom, scaled);
    }

    private static void add(double[] from, double[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += from[i];
        }
    }

    /// Totals of a population that was read to its end.
    public static Totals known(double[] totals) {
        double[] none = new double[Moments.place(totals.length, 0)];
        return new Totals(totals.clone(), none, new double[0], Double.POSITIVE_INFINITY, true);
    }

    /// The totals of a group in a population of which a sample was read that has no row of it:
    /// nothing, give or take so much of all that the population has.
    ///
    /// @param all the estimated totals of all groups
    /// @param error the standard error of the group's share of them
    public static Totals unmet(double[] all, double error, long units) {
        double[] covariances = new double[Moments.place(all.length, 0)];
        for (int i = 0, at = 0; i < all.length; i++) {
            for (int j = 0; j <= i; j++) {
                covariances[at++] = error * error * all[i] * all[j];
            }
        }
        return new Totals(new double[all.length], covariances, new double[0], units - 1.0, true);
    }

    private static double factor(Moments a, long unitsTotalA, Moments b, long unitsTotalB) {
        return unitsTotalA >= 0 && unitsTotalB >= 0
                ? (double) unitsTotalA * unitsTotalB
                : (double) a.units() * b.units();
    }

    private static Totals ripple(
            Moments a, long unitsTotalA, Moments b, long unitsTotalB, double[] excess) {
        requireWithin(a.units(), unitsTotalA);
        requireWithin(b.units(), unitsTotalB);
        boolean scaled = unitsTotalA >= 0 && unitsTotalB >= 0;
        double factor = factor(a, unitsTotalA, b, unitsTotalB);
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
        return new Totals(totals, covariances, excess, freedom, scaled);
    }

    private static void addTerm(Moments sample, long unitsTotal, double factor, double[] to) {
        double correction = correction(sample, unitsTotal);
        if (correction == 0) {
            return;
        }
        double weight = factor * correction / sample.units();
        for (int i = 0, at = 0; i < sample.dimension(); i++) {
            for (int j = 0; j <= i; j++) {
                to[at++] += weight * sample.covariance(i, j);
            }
        }
    }

    /// The share of the population that was not read; 1 where nobody knows.
    private static double correction(Moments sample, long unitsTotal) {
        if (unitsTotal == 0) {
            return 0;
        }
        return unitsTotal < 0 ? 1 : 1 - (double) sample.units() / unitsTotal;
    }

    private static void allowShortUnit(
            Moments sample, long unitsTotal, double[] totals, double[] to) {
        double rows = totals[0];
        if (sample.units() < Cohorts.FIRST || sample.units() >= unitsTotal || rows == 0) {
            return;
        }
        double missing =
                correction(sample, unitsTotal) / sample.units() / unitsTotal - to[0] / rows / rows;
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
        int at = Moments.place(Math.max(first, second), Math.min(first, second));
        return covariances[at] - (excess.length == 0 ? 0 : excess[at]);
    }

    /// Of the variance, for Student's t: the units read less one, of the smaller side that was not
    /// read to its end.
    public double degreesOfFreedom() {
        return degreesOfFreedom;
    }

    /// Whether the total of a component is not estimated.
    boolean isKnown(int component) {
        return component == 0 && ratios.length > 0;
    }

    /// The function of one unit's sums whose mean a linear function of the totals is estimated by.
    double[] ofUnit(double[] gradient) {
        if (ratios.length == 0) {
            return gradient;
        }
        double[] form = gradient.clone();
        for (int i = 0; i < form.length; i++) {
            form[0] -= gradient[i] * ratios[i];
        }
        return form;
    }

    /// Whether the totals are those of the population, and not only of what was read.
    public boolean isScaled() {
        return scaled;
    }

    /// The covariance of two linear functions of the totals, gᵀ C h.
    double quadratic(double[] g, double[] h) {
        return quadratic(covariances, g, h) - (excess.length == 0 ? 0 : quadratic(excess, g, h));
    }

    /// The variance of a linear function of the totals. What was counted twice is no more than half
    /// of what was counted; an estimate that says otherwise is cut there.
    double variance(double[] g) {
        double counted = Math.max(0, quadratic(covariances, g, g));
        if (excess.length == 0) {
            return counted;
        }
        return Math.max(counted / 2, Math.min(counted, counted - quadratic(excess, g, g)));
    }

    private static double quadratic(double[] matrix, double[] g, double[] h) {
        double sum = 0;
        for (int i = 0; i < g.length; i++) {
            for (int j = 0; g[i] != 0 && j < g.length; j++) {
                if (h[j] != 0) {
                    int at = Moments.place(Math.max(i, j), Math.min(i, j));
                    sum += g[i] * h[j] * matrix[at];
                }
            }
        }
        return sum;
    }
}
