package telegraph.engine.estimate;

/// The units that stand out: for each component those of the least and the greatest value, and for
/// each but 0 also those of the least and the greatest per row.
///
/// They are kept whole, so that later the units farthest out in any function of the sums can be
/// looked for among them; which function that will be is not known while units are added. "Per row"
/// is by the means of the moment, and they move a little: the units kept are good candidates, and
/// no more is claimed.
final class Outliers {
    private final int dimension;

    /// For each measure the least and the greatest; null before the first unit. A unit that stands
    /// out in several is there once.
    private final double[][] kept;

    Outliers(int dimension) {
        this.dimension = dimension;
        this.kept = new double[2 * (2 * dimension - 1)][];
    }

    void offer(double[] unit, double[] means) {
        double[] copy = null;
        for (int measure = 0; measure < 2 * dimension - 1; measure++) {
            int component = measure < dimension ? measure : measure - dimension + 1;
            double perRow = measure < dimension ? 0 : means[component] / means[0];
            double value = unit[component] - perRow * unit[0];
            for (int slot = 2 * measure; slot <= 2 * measure + 1; slot++) {
                double[] holder = kept[slot];
                double ahead =
                        holder == null
                                ? Double.POSITIVE_INFINITY
                                : value - (holder[component] - perRow * holder[0]);
                if (holder == null || (slot % 2 == 0 ? ahead < 0 : ahead > 0)) {
                    copy = copy == null ? unit.clone() : copy;
                    kept[slot] = copy;
                }
            }
        }
    }

    void merge(Outliers other, double[] means) {
        for (double[] unit : other.kept) {
            if (unit != null) {
                offer(unit, means);
            }
        }
    }

    /// The least value that a linear function has at a unit that was kept.
    double least(double[] gradient) {
        double least = Double.POSITIVE_INFINITY;
        for (double[] unit : kept) {
            if (unit != null) {
                least = Math.min(least, value(gradient, unit));
            }
        }
        return least;
    }

    /// The greatest value that a linear function has at a unit that was kept.
    double greatest(double[] gradient) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (double[] unit : kept) {
            if (unit != null) {
                greatest = Math.max(greatest, value(gradient, unit));
            }
        }
        return greatest;
    }

    /// The unit that was kept at which a linear function is farthest from a value; zeros if none
    /// was.
    double[] farthest(double[] gradient, double from) {
        double[] farthest = new double[dimension];
        double distance = -1;
        for (double[] unit : kept) {
            if (unit != null && Math.abs(value(gradient, unit) - from) > distance) {
                farthest = unit;
                distance = Math.abs(value(gradient, unit) - from);
            }
        }
        return farthest;
    }

    static double value(double[] gradient, double[] unit) {
        double value = 0;
        for (int i = 0; i < gradient.length; i++) {
            value += gradient[i] * unit[i];
        }
        return value;
    }
}
