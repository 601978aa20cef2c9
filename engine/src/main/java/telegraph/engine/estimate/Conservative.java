package telegraph.engine.estimate;

import telegraph.engine.source.Bounds;

/// Intervals that hold for any population within known bounds and any size of sample.
///
/// For n of N units drawn at random without replacement, each total of a unit within [a, b], and s²
/// their variance, the mean of all is farther than these from that of the n with probability at
/// most α:
///
/// | bound | half-width |
/// |---|---|
/// | Hoeffding 1963, Serfling 1974 | (b - a) √( ln(2/α) / 2n · (1 - (n-1)/N) ) |
/// | empirical Bernstein, Audibert et al. 2009 | √( 2 s² ln(3/α) / n ) + 3 (b - a) ln(3/α) / n |
///
/// The first does not care for the variance and ends at nearly nothing; the second is far narrower
/// where values lie close together within wide bounds. [#total] takes the narrower of both, each at
/// α/2. They are about 14 times as wide as those of the central limit theorem, where that holds.
///
/// Hoeffding, *Probability inequalities for sums of bounded random variables*; Serfling,
/// *Probability inequalities for the sum in sampling without replacement*; Audibert, Munos and
/// Szepesvári, *Exploration-exploitation tradeoff using variance estimates in multi-armed bandits*,
/// whose bound, made of moment generating functions, holds without replacement too (Hoeffding,
/// theorem 4).
public final class Conservative {
    private final double alpha;

    /// @param confidence how often an interval holds at least, between 0 and 1
    public Conservative(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("0 < confidence < 1: confidence=" + confidence);
        }
        this.alpha = 1 - confidence;
    }

    /// The bounds of the total of a unit with at most `unitRowsMax` rows, none of which need count.
    public static Bounds ofUnit(long unitRowsMax, Bounds ofValue) {
        return new Bounds(
                unitRowsMax * Math.min(0, ofValue.low()),
                unitRowsMax * Math.max(0, ofValue.high()));
    }

    /// An interval for the population's total of a component: for SUM, or COUNT with unit bounds
    /// from 0 to the rows of a unit.
    public Bounds total(Moments sample, long unitsTotal, int component, Bounds ofUnit) {
        return total(
                sample.units(),
                unitsTotal,
                sample.mean(component),
                sample.covariance(component, component),
                ofUnit,
                alpha);
    }

    /// An interval for the average of `sum` over `count` rows: the quotient of two intervals at α/2
    /// each, of the values' distance from the middle of their bounds and of the rows.
    public Bounds average(
            Moments sample, long unitsTotal, Statistic.Average average, Values values) {
        double middle = values.ofValue.low() / 2 + values.ofValue.high() / 2;
        // The sums are of values less the shift; take them about the middle instead.
        double move = average.shift() - middle;
        int sum = average.sum();
        int count = average.count();
        double mean = sample.mean(sum) + move * sample.mean(count);
        double variance =
                sample.covariance(sum, sum)
                        + 2 * move * sample.covariance(sum, count)
                        + move * move * sample.covariance(count, count);
        double half = (values.ofValue.high() - values.ofValue.low()) / 2;
        Bounds distance = new Bounds(-values.unitRowsMax * half, values.unitRowsMax * half);
        Bounds above =
                total(sample.units(), unitsTotal, mean, Math.max(0, variance), distance, alpha / 2);
        Bounds rows =
                total(
                        sample.units(),
                        unitsTotal,
                        sample.mean(count),
                        sample.covariance(count, count),
                        new Bounds(0, values.unitRowsMax),
                        alpha / 2);
        if (!(rows.low() > 0)) {
            return values.ofValue;
        }
        double low = above.low() / (above.low() < 0 ? rows.low() : rows.high());
        double high = above.high() / (above.high() < 0 ? rows.high() : rows.low());
        return new Bounds(
                Math.max(values.ofValue.low(), middle + low),
                Math.min(values.ofValue.high(), middle + high));
    }

    /// What is known of all values and all units.
    ///
    /// @param unitRowsMax the most rows a unit has
    public record Values(Bounds ofValue, long unitRowsMax) {}

    private static Bounds total(
            long units,
            long unitsTotal,
            double mean,
            double variance,
            Bounds ofUnit,
            double alpha) {
        if (unitsTotal < units) {
            throw new IllegalArgumentException(
                    "a total is of a known number of units: units="
                            + units
                            + " unitsTotal="
                            + unitsTotal);
        }
        double seen = units * mean;
        double left = (double) unitsTotal - units;
        double low = seen + left * ofUnit.low();
        double high = seen + left * ofUnit.high();
        if (units == 0 || left == 0) {
            return new Bounds(low, high);
        }
        double range = ofUnit.high() - ofUnit.low();
        double half = hoeffding(units, unitsTotal, range, alpha / 2);
        if (units > 1) {
            half = Math.min(half, bernstein(units, variance, range, alpha / 2));
        }
        double total = unitsTotal * mean;
        return new Bounds(
                Math.max(low, total - unitsTotal * half),
                Math.min(high, total + unitsTotal * half));
    }

    /// The half-width of a mean by Hoeffding's inequality, with Serfling's correction where the
    /// size of the population is known.
    ///
    /// @param unitsTotal of the population, -1 if unknown
    /// @param range b - a
    public static double hoeffding(long units, long unitsTotal, double range, double alpha) {
        double correction = unitsTotal < 0 ? 1 : 1 - (units - 1.0) / unitsTotal;
        return range * Math.sqrt(Math.log(2 / alpha) / (2.0 * units) * correction);
    }

    /// The half-width of a mean by the empirical Bernstein bound.
    ///
    /// @param variance of the sample, with n - 1
    /// @param range b - a
    public static double bernstein(long units, double variance, double range, double alpha) {
        double logarithm = Math.log(3 / alpha);
        return Math.sqrt(2 * variance * logarithm / units) + 3 * range * logarithm / units;
    }
}
