package telegraph.engine;

/// How sure intervals are to be.
///
/// @param level how often an interval is to hold the truth, between 0 and 1
/// @param method where half-widths come from
/// @param sequential whether whoever asks will stop when he likes what he sees; intervals are then
///   wide enough to hold at all cohorts together, and there are some at stopping points only
public record Confidence(double level, Method method, boolean sequential) {
    /// Where half-widths come from.
    public enum Method {
        /// The central limit theorem: narrow, and right for large samples.
        NORMAL,
        /// Inequalities of Hoeffding, Serfling and Bernstein: right for any sample of values whose
        /// bounds are known, and wide.
        CONSERVATIVE
    }

    public Confidence {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("0 < level < 1: level=" + level);
        }
    }
}
