package telegraph.engine.aggregate;

import java.util.Optional;
import telegraph.engine.Aggregate;
import telegraph.engine.estimate.Woodruff;
import telegraph.engine.fold.OrderStatistic;
import telegraph.engine.source.Bounds;

/// A quantile of one group over the units of a cohort, with its interval.
///
/// @param value of the values in the cohort
/// @param error how far the farther end of the interval is; NaN if there is none yet
/// @param reason why there is none, or ""
record SampledQuantile(double value, double error, String reason) {
    /// @param factor how many standard errors the share of values below has
    static Optional<SampledQuantile> of(
            Aggregate aggregate, OrderStatistic from, int group, Drawn.Side side, double factor) {
        OrderStatistic.Sample sample = from.sample(group, side.units());
        double[] sorted = sample.sorted();
        if (sorted.length == 0) {
            return Optional.empty();
        }
        Aggregate.Place place = aggregate.place().orElseThrow();
        double fraction = place.fraction().doubleValue();
        double q = place.descending() ? 1 - fraction : fraction;
        boolean between = aggregate.function() == Aggregate.Function.PERCENTILE_CONT;
        int first = Math.max(0, (int) Math.ceil(q * sorted.length) - 1);
        double value = between ? Woodruff.quantile(sorted, q) : sorted[first];
        int units = (int) side.units();
        String reason =
                Woodruff.reason(sample.units(), units, side.unitsTotal())
                        .orElse("too few rows yet beyond the quantile");
        Optional<Bounds> interval =
                Woodruff.interval(sorted, sample.units(), units, side.unitsTotal(), q, factor);
        return Optional.of(
                new SampledQuantile(
                        value,
                        interval.map(b -> Math.max(b.high() - value, value - b.low()))
                                .orElse(Double.NaN),
                        interval.isPresent() ? "" : reason));
    }
}
