package telegraph.engine.estimate;

import java.util.Arrays;

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
    private final int dimension;
    private final double[] means;

    /// The lower triangle, row by row.
    private final double[] products;

    private final long[] contributing;
    private final double[] largest;
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
    }

    /// Adds units that were read and in which the group has no row.
    public void addZeros(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("units are not taken back: count=" + count);
        }
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
