package telegraph.engine.estimate;

import java.util.Arrays;

/// An aggregate as a function of the population's totals, with its variance by the delta method.
///
/// ```
/// value = h(T)     Var(value) ≈ gᵀ Cov(T) g,  g = ∇h(T)     Cov(h, k) ≈ g_hᵀ Cov(T) g_k
/// ```
///
/// | aggregate | h(T)                   | ∂h/∂count      | ∂h/∂sum | ∂h/∂squares |
/// |-----------|------------------------|----------------|--------:|------------:|
/// | COUNT     | c                      | 1              |         |             |
/// | SUM       | s                      | 0              |       1 |             |
/// | AVG       | m = s / c              | -m / c         |   1 / c |             |
/// | VAR_POP   | v = q / c - m²         | (m² - v) / c   | -2m / c |       1 / c |
/// | STDDEV    | √v                     | those of v, over 2√v |   |             |
///
/// VAR_SAMP is v · c / (c - 1). Where the gradient vanishes (0 and 1 in equal numbers) the variance
/// of m² is all there is: with w = Var(m), the estimate q/c - m² is too small by w on average, and
/// its variance is larger than the delta method's by 2w². Both are put right. With the unit as
/// sampling unit these are the formulas of Haas 1997 (AVG: the ratio estimator of Cochran 1977,
/// chapter 6).
///
/// **Large values.** Sums of squares of values near 10⁹ leave no digits for a variance near 1. So
/// the sums may be of x - shift with one constant for the whole block (the first value seen will
/// do): the variance of values does not change with it, and SUM and AVG add it back. `shift` is
/// that constant, 0 where values are summed as they are. Rounding then costs a relative 10⁻¹⁶ · (1
/// + (mean - shift)²/variance) of a variance.
///
/// Functions of the totals are NaN where there is nothing to speak of: an average of no rows, a
/// sample variance of one.
public sealed interface Statistic {

    /// COUNT: the total of component `count`.
    record Count(int count) implements Statistic {}

    /// SUM of values of which `count` were not null.
    record Sum(int sum, int count, double shift) implements Statistic {}

    /// AVG.
    record Average(int sum, int count, double shift) implements Statistic {}

    /// VAR_SAMP if `sample`, else VAR_POP; `squares` are those of the shifted values, as `sum` is.
    record Variance(int count, int sum, int squares, boolean sample) implements Statistic {}

    /// STDDEV_SAMP or STDDEV_POP: the root of a variance.
    record Deviation(Variance variance) implements Statistic {}

    static Statistic count(int count) {
        return new Count(count);
    }

    static Statistic sum(int sum, int count) {
        return new Sum(sum, count, 0);
    }

    static Statistic average(int sum, int count) {
        return new Average(sum, count, 0);
    }

    static Statistic variance(int count, int sum, int squares, boolean sample) {
        return new Variance(count, sum, squares, sample);
    }

    static Statistic deviation(int count, int sum, int squares, boolean sample) {
        return new Deviation(new Variance(count, sum, squares, sample));
    }

    /// The component that counts the rows the aggregate is of.
    default int rows() {
        return switch (this) {
            case Count c -> c.count;
            case Sum s -> s.count;
            case Average a -> a.count;
            case Variance v -> v.count;
            case Deviation d -> d.variance.count;
        };
    }

    /// Whether the value is the same for all of the population and a thinned copy of it, so that it
    /// can be estimated although the number of units is unknown.
    default boolean isScaleFree() {
        return switch (this) {
            case Count _, Sum _ -> false;
            case Average _, Variance _, Deviation _ -> true;
        };
    }

    default double value(Totals of) {
        return switch (this) {
            case Count c -> of.total(c.count);
            case Sum s ->
                    s.shift == 0 ? of.total(s.sum) : of.total(s.sum) + s.shift * of.total(s.count);
            case Average a -> a.shift + of.total(a.sum) / of.total(a.count);
            case Variance v -> spread(v, of);
            case Deviation d -> Math.sqrt(spread(d.variance, of));
        };
    }

    private static double spread(Variance v, Totals of) {
        double plain = plainSpread(v, of);
        double noise = meanVariance(v, of);
        return noise > 0 ? plain + noise * among(v, of) : plain;
    }

    private static double plainSpread(Variance v, Totals of) {
        double count = of.total(v.count);
        double mean = of.total(v.sum) / count;
        double scatter = of.total(v.squares) / count - mean * mean;
        return count > (v.sample ? 1 : 0) ? Math.max(0, scatter) * among(v, of) : Double.NaN;
    }

    private static double among(Variance v, Totals of) {
        double count = of.total(v.count);
        return v.sample ? count / (count - 1) : 1;
    }

    /// The variance of the mean whose square the variance takes off.
    private static double meanVariance(Variance v, Totals of) {
        return average(v.sum, v.count).variance(of);
    }

    /// Writes the partial derivatives of the value by the totals; zeros where it has none.
    default void gradient(Totals of, double[] into) {
        Arrays.fill(into, 0);
        switch (this) {
            case Count c -> into[c.count] = 1;
            case Sum s -> {
                into[s.sum] += 1;
                into[s.count] += s.shift;
            }
            case Average a -> {
                double count = of.total(a.count);
                into[a.sum] += 1 / count;
                into[a.count] -= of.total(a.sum) / count / count;
            }
            case Variance v -> addGradient(v, of, 1, into);
            case Deviation d ->
                    addGradient(d.variance, of, 1 / (2 * Math.sqrt(spread(d.variance, of))), into);
        }
    }

    private static void addGradient(Variance v, Totals of, double factor, double[] into) {
        double count = of.total(v.count);
        double mean = of.total(v.sum) / count;
        double among = among(v, of);
        double population = plainSpread(v, of) / among;
        double byCount = among * (mean * mean - population) / count;
        if (v.sample) {
            byCount -= population / (count - 1) / (count - 1);
        }
        into[v.count] += factor * byCount;
        into[v.sum] += factor * among * -2 * mean / count;
        into[v.squares] += factor * among / count;
    }

    /// The variance of the estimate; 0 once all was read, NaN where nothing can be claimed.
    default double variance(Totals of) {
        return covariance(this, of);
    }

    /// What the gradient does not see: the variance of the squared error of a mean.
    private static double curvature(Statistic statistic, Totals of) {
        return switch (statistic) {
            case Count _, Sum _, Average _ -> 0;
            case Variance v -> {
                double noise = meanVariance(v, of) * among(v, of);
                yield 2 * noise * noise;
            }
            case Deviation d -> curvature(d.variance, of) / (4 * spread(d.variance, of));
        };
    }

    /// The covariance of the estimates of two aggregates of the same group; NaN where nothing can
    /// be claimed.
    default double covariance(Statistic other, Totals of) {
        if (!of.isScaled() && !(isScaleFree() && other.isScaleFree())) {
            return Double.NaN;
        }
        double[] mine = new double[of.dimension()];
        gradient(of, mine);
        if (other.equals(this)) {
            return of.variance(mine) + curvature(this, of);
        }
        double[] theirs = new double[of.dimension()];
        other.gradient(of, theirs);
        return of.quadratic(mine, theirs);
    }
}
