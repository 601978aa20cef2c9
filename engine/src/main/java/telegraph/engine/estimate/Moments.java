package telegraph.engine.estimate;

import java.util.Arrays;
import java.util.Optional;

/// Means and centred cross products of the sums of each unit, for one group.
///
/// A unit is what the source is read in, and the sampling unit of every formula. Its vector holds
/// the sums over its rows that belong to the group; component 0 is always the number of selected
/// rows. Units in which the group has no row count too, as zeros: see [#addZeros].
///
/// Adding is by Welford's recurrence and merging by Chan's, which do not lose the variance of large
/// values as the difference of two sums would:
///
/// ```
/// C_ij += (n-1)/n · (x_i - mean_i)(x_j - mean_j)               one unit
/// C_ij += C'_ij + n·n'/(n+n') · (mean_i - mean'_i)(mean_j - mean'_j)    another Moments
/// ```
///
/// Not safe for use by several threads.
///
/// Welford, *Note on a method for calculating corrected sums of squares and products*, 1962; Chan,
/// Golub and LeVeque, *Updating formulae and a pairwise algorithm for computing sample variances*,
/// 1979.
public final class Moments {
    /// What of a sum of squares may be rounding.
    private static final double ROUNDING = 1e-13;

    private final int dimension;
    private final double[] means;

    /// The lower triangle, row by row.
    private final double[] products;

    private final long[] contributing;
    private final double[] largest;

    private final Outliers outliers;
    private long units;
    private double rows;

    public Moments(int dimension) {
        if (dimension < 1) {
            throw new IllegalArgumentException(
                    "a unit has at least the number of its rows: dimension=" + dimension);
        }
        this.dimension = dimension;
        this.means = new double[dimension];
        this.products = new double[place(dimension, 0)];
        this.contributing = new long[dimension];
        this.largest = new double[dimension];
        this.outliers = new Outliers(dimension);
    }

    /// Adds one unit by its sums.
    public void add(double[] unit) {
        requireDimension(unit.length);
        double weight = units / (units + 1.0);
        units++;
        for (int i = 0, at = 0; i < dimension; i++) {
            double delta = (unit[i] - means[i]) * weight;
            for (int j = 0; j <= i; j++) {
                products[at++] += delta * (unit[j] - means[j]);
            }
        }
        for (int i = 0; i < dimension; i++) {
            means[i] += (unit[i] - means[i]) / units;
            if (unit[i] != 0) {
                contributing[i]++;
                largest[i] = Math.max(largest[i], Math.abs(unit[i]));
            }
        }
        rows += unit[0];
        outliers.offer(unit, means);
    }

    /// Adds several units of equal sums.
    public void add(double[] unit, long times) {
        requireDimension(unit.length);
        requireCount(times);
        if (times == 0) {
            return;
        }
        combine(times, unit);
        for (int i = 0; i < dimension; i++) {
            if (unit[i] != 0) {
                contributing[i] += times;
                largest[i] = Math.max(largest[i], Math.abs(unit[i]));
            }
        }
        rows += times * unit[0];
        outliers.offer(unit, means);
    }

    /// Adds units that were read and in which the group has no row.
    public void addZeros(long count) {
        requireCount(count);
        if (count > 0) {
            combine(count, new double[dimension]);
        }
    }

    /// Adds all units of another, which stays as it is.
    public void merge(Moments other) {
        requireDimension(other.dimension);
        if (other.units == 0) {
            return;
        }
        combine(other.units, other.means);
        for (int at = 0; at < products.length; at++) {
            products[at] += other.products[at];
        }
        for (int i = 0; i < dimension; i++) {
            contributing[i] += other.contributing[i];
            largest[i] = Math.max(largest[i], other.largest[i]);
        }
        rows += other.rows;
        outliers.merge(other.outliers, means);
    }

    private void combine(long count, double[] theirMeans) {
        double all = (double) units + count;
        double weight = units * (count / all);
        for (int i = 0, at = 0; i < dimension; i++) {
            double delta = (means[i] - theirMeans[i]) * weight;
            for (int j = 0; j <= i; j++) {
                products[at++] += delta * (means[j] - theirMeans[j]);
            }
        }
        for (int i = 0; i < dimension; i++) {
            means[i] += (theirMeans[i] - means[i]) * (count / all);
        }
        units += count;
    }

    public Moments copy() {
        Moments copy = new Moments(dimension);
        copy.merge(this);
        return copy;
    }

    public int dimension() {
        return dimension;
    }

    /// The units added, with those of zeros.
    public long units() {
        return units;
    }

    /// The sum of component 0: the selected rows.
    public double rows() {
        return rows;
    }

    /// The mean of a component over the units; 0 without units.
    public double mean(int component) {
        return means[component];
    }

    /// The sample covariance of two components between units, with n - 1; NaN below two units.
    public double covariance(int first, int second) {
        if (units < 2) {
            return Double.NaN;
        }
        return products[place(Math.max(first, second), Math.min(first, second))] / (units - 1);
    }

    /// In how many units the group has selected rows.
    public long contributing() {
        return contributing[0];
    }

    /// In how many units the component is not 0.
    public long contributing(int component) {
        return contributing[component];
    }

    /// The most selected rows that one unit has.
    public double largest() {
        return largest[0];
    }

    /// The largest magnitude of the component in one unit.
    public double largest(int component) {
        return largest[component];
    }

    /// How a linear function of the sums spreads over the units; empty where it does not, or only
    /// by rounding.
    ///
    /// The extremes are those of the units that stand out in one component or in its ratio to the
    /// rows; a unit that does so in the function alone is missed.
    Optional<Spread> spread(double[] gradient) {
        double squares = 0;
        double scale = 0;
        double mean = 0;
        for (int i = 0, at = 0; i < dimension; i++) {
            for (int j = 0; j < i; j++) {
                squares += 2 * gradient[i] * gradient[j] * products[at++];
            }
            double square = gradient[i] * gradient[i];
            scale += square * (products[at] + units * means[i] * means[i]);
            squares += square * products[at++];
            mean += gradient[i] * means[i];
        }
        if (!(squares > ROUNDING * scale)) {
            return Optional.empty();
        }
        double least = outliers.least(gradient);
        double greatest = outliers.greatest(gradient);
        if (contributing[0] < units) {
            least = Math.min(least, 0);
            greatest = Math.max(greatest, 0);
        }
        return Optional.of(new Spread(squares, mean - least, greatest - mean));
    }

    /// Whether all units are alike in a linear function of the sums, but for the one farthest out.
    ///
    /// @param per the component by whose total the function's own mean is taken off for the others,
    ///   as that of a ratio; -1 for none
    boolean isAlikeButForOne(double[] form, int per) {
        double[] farthest = farthest(form);
        double[] apart = new double[dimension];
        double[] others = new double[dimension];
        double mean = 0;
        for (int i = 0; i < dimension; i++) {
            apart[i] = farthest[i] - means[i];
            others[i] = means[i] - apart[i] / (units - 1);
            mean += form[i] * others[i];
        }
        double[] own = form.clone();
        if (per >= 0 && others[per] != 0) {
            own[per] -= mean / others[per];
        }
        double weight = units / (units - 1.0);
        double squares = 0;
        double scale = 0;
        for (int i = 0; i < dimension; i++) {
            for (int j = 0; j < dimension; j++) {
                double product = products[place(Math.max(i, j), Math.min(i, j))];
                squares += own[i] * own[j] * (product - weight * apart[i] * apart[j]);
            }
            scale += own[i] * own[i] * (products[place(i, i)] + units * means[i] * means[i]);
        }
        return squares <= ROUNDING * scale;
    }

    private double[] farthest(double[] form) {
        double mean = 0;
        for (int i = 0; i < dimension; i++) {
            mean += form[i] * means[i];
        }
        double[] kept = outliers.farthest(form, mean);
        return contributing[0] < units
                        && Math.abs(mean) > Math.abs(Outliers.value(form, kept) - mean)
                ? new double[dimension]
                : kept;
    }

    /// How far values lie from their mean.
    ///
    /// @param squares the sum of all squared distances
    /// @param below, above the largest distances
    record Spread(double squares, double below, double above) {
        /// The share of one value in the sum of squares.
        double dominance() {
            double most = Math.max(below, above);
            return Math.min(1, most * most / squares);
        }

        /// From 0, where the extremes are equally far out, to 1, where all is on one side.
        double lopsidedness() {
            return Math.abs(above - below) / (above + below);
        }
    }

    private static void requireCount(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("units are not taken back: count=" + count);
        }
    }

    private void requireDimension(int other) {
        if (other != dimension) {
            throw new IllegalArgumentException(
                    "units of one group have the same sums: dimension="
                            + dimension
                            + " given="
                            + other);
        }
    }

    /// Where the lower triangle of a symmetric matrix, stored row by row, has `row`, `column`.
    static int place(int row, int column) {
        return row * (row + 1) / 2 + column;
    }

    @Override
    public String toString() {
        return "units=" + units + " rows=" + rows + " means=" + Arrays.toString(means);
    }
}
