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

    /// Two slots for each measure, least and greatest; null before the first unit.
    private final double[][] kept;

    Outliers(int dimension) {
        this.dimension = dimension;
        this.kept = new double[2 * (2 * dimension - 1)][];
    }

    void offer(double[] unit, double[] means) {
        for (int slot = 0; slot < kept.length; slot++) {
            offer(slot, unit, means);
        }
    }

    void merge(Outliers other, double[] means) {
        for (int slot = 0; slot < kept.length; slot++) {
            if (other.kept[slot] != null) {
                offer(slot, other.kept[slot], means);
            }
        }
    }

    private void offer(int slot, double[] unit, double[] means) {
        double[] holder = kept[slot];
        if (holder == null) {
            kept[slot] = unit.clone();
            return;
        }
        double difference = measure(slot, unit, means) - measure(slot, holder, means);
        if (slot % 2 == 0 ? difference < 0 : difference > 0) {
            System.arraycopy(unit, 0, holder, 0, dimension);
        }
    }

    private double measure(int slot, double[] unit, double[] means) {
        int measure = slot / 2;
        if (measure < dimension) {
            return unit[measure];
        }
        int component = measure - dimension + 1;
        return unit[component] - means[component] / means[0] * unit[0];
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

    private static double value(double[] gradient, double[] unit) {
        double value = 0;
        for (int i = 0; i < gradient.length; i++) {
            value += gradient[i] * unit[i];
        }
        return value;
    }
}
