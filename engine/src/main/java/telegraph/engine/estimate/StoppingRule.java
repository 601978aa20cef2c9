package telegraph.engine.estimate;

/// Intervals wide enough to look at again and again, and to stop at the first one that pleases.
///
/// Whoever watches 50 intervals of 95 % and stops at one he likes is wrong far more often than 5
/// times in 100. So only every second cohort is a stopping point, which doubles the units, and the
/// k-th has the level
///
/// ```
/// α_k = α · 6 / (π² k²)      Σ α_k = α
/// ```
///
/// By the union bound all intervals at all stopping points hold together with probability 1 - α, so
/// the one stopped at does, however it was chosen. Since the points are spaced by doubling, k grows
/// with the logarithm of the units, and the price stays small: in place of 1.96 standard errors 2.2
/// at the first point, 3.2 at the fifth, 3.6 at the tenth.
///
/// Darling and Robbins, *Confidence sequences for mean, variance, and median*, 1967, spend α the
/// same way.
public final class StoppingRule {
    private static final double SHARE = 6 / (Math.PI * Math.PI);

    private final double alpha;

    /// @param confidence how often a stop is to be right, between 0 and 1
    public StoppingRule(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("0 < confidence < 1: confidence=" + confidence);
        }
        this.alpha = 1 - confidence;
    }

    /// The number of the first cohort that is a stopping point, an even one: that of 128 units of a
    /// large population. A smaller one passes no gate ([Gates]), and a test there would only cost
    /// the others.
    ///
    /// @param unitsTotals of the populations that samples are drawn of, -1 if unknown
    public static int first(long... unitsTotals) {
        int cohort = 2;
        for (long unitsTotal : unitsTotals) {
            while (Cohorts.size(cohort) < Unlike.unitsNeeded(unitsTotal)) {
                cohort += 2;
            }
        }
        return cohort;
    }

    /// Which test is made at a cohort: 1, 2, ... at every second one from the first on, and 0 where
    /// none is.
    ///
    /// @param first as [#first] says
    public static int test(int cohort, int first) {
        return cohort >= first && (cohort - first) % 2 == 0 ? (cohort - first) / 2 + 1 : 0;
    }

    /// Which test is made of the largest cohort, that of all units, which has whatever number.
    public static int lastTest(int cohort, int first) {
        return Math.max(1, (cohort - first + 3) / 2);
    }

    /// How often the interval of a test may miss.
    public double level(int test) {
        if (test < 1) {
            throw new IllegalArgumentException("tests are counted from 1: test=" + test);
        }
        return alpha * SHARE / ((double) test * test);
    }
}
