package telegraph.engine.aggregate;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import telegraph.engine.estimate.Conservative;
import telegraph.engine.estimate.LargeSample;
import telegraph.engine.estimate.Moments;
import telegraph.engine.estimate.Quantiles;
import telegraph.engine.estimate.Statistic;
import telegraph.engine.estimate.Totals;
import telegraph.engine.source.Bounds;

/// How wide the intervals of one group are, by one method or the other.
sealed interface Width {
    /// Why an aggregate has no interval, if so.
    Optional<String> refusal(int aggregate, Statistic statistic);

    /// The half-width of an aggregate that is not refused.
    double of(int aggregate, Statistic statistic);

    /// From the variance of a sample of units, where it is large enough.
    ///
    /// @param bounds of each aggregate's argument; null where unknown
    record OfUnits(LargeSample sample, Bounds[] bounds) implements Width {
        @Override
        public Optional<String> refusal(int aggregate, Statistic statistic) {
            return sample.refusal(statistic, bounds[aggregate]);
        }

        @Override
        public double of(int aggregate, Statistic statistic) {
            return sample.halfWidth(statistic, bounds[aggregate]);
        }
    }

    /// The same of the pairs of two samples.
    ///
    /// @param gate why an aggregate has no interval yet
    /// @param factor how many standard errors a half-width has
    record OfPairs(Totals totals, Function<Statistic, Optional<String>> gate, double factor)
            implements Width {
        @Override
        public Optional<String> refusal(int aggregate, Statistic statistic) {
            return gate.apply(statistic);
        }

        @Override
        public double of(int aggregate, Statistic statistic) {
            return factor * Math.sqrt(Math.max(0, statistic.variance(totals)));
        }
    }

    /// Of several samples together: their variances add up, what skew adds to each too, and so does
    /// the room for units unlike those that are all alike.
    ///
    /// @param totals of all
    /// @param strata the widths of those that have rows of the group and are not complete
    /// @param gate why an aggregate has no interval yet
    /// @param alpha how often an interval may miss
    record OfStrata(
            Totals totals,
            List<Width> strata,
            BiFunction<Integer, Statistic, Optional<String>> gate,
            double alpha)
            implements Width {
        @Override
        public Optional<String> refusal(int aggregate, Statistic statistic) {
            return gate.apply(aggregate, statistic);
        }

        @Override
        public double of(int aggregate, Statistic statistic) {
            double[] gradient = new double[totals.dimension()];
            statistic.gradient(totals, gradient);
            double variance = Math.max(0, statistic.variance(totals));
            double freedom = totals.degreesOfFreedom();
            double room = 0;
            for (Width stratum : strata) {
                if (stratum instanceof OfUnits units) {
                    Bounds ofValue = units.bounds[aggregate];
                    variance += units.sample.skewVariance(gradient);
                    freedom = Math.min(freedom, units.sample.degreesOfFreedom(statistic));
                    room += units.sample.room(statistic, gradient, ofValue, totals);
                }
            }
            return Quantiles.student(1 - alpha / 2, freedom) * Math.sqrt(variance) + room;
        }
    }

    /// From bounds of values and of the rows of a unit, whatever the size of the sample.
    ///
    /// @param sample the only sampled input's, which nothing is joined to
    /// @param bounds of each aggregate's argument; null where unknown
    record FromBounds(
            Conservative method,
            Moments sample,
            Totals totals,
            long unitsTotal,
            long unitRowsMax,
            Bounds[] bounds)
            implements Width {
        @Override
        public Optional<String> refusal(int aggregate, Statistic statistic) {
            if (unitsTotal < 0 || unitRowsMax < 0) {
                return Optional.of("conservative intervals need to know how large units can be");
            }
            return switch (statistic) {
                case Statistic.Count _ -> Optional.empty();
                case Statistic.Sum _, Statistic.Average _ ->
                        bounds[aggregate] == null
                                ? Optional.of("conservative intervals need bounds of the values")
                                : Optional.empty();
                case Statistic.Variance _, Statistic.Deviation _ ->
                        Optional.of("there are no conservative intervals of a spread");
            };
        }

        @Override
        public double of(int aggregate, Statistic statistic) {
            double value = statistic.value(totals);
            Bounds interval =
                    switch (statistic) {
                        case Statistic.Count c ->
                                method.total(
                                        sample, unitsTotal, c.count(), new Bounds(0, unitRowsMax));
                        case Statistic.Sum s ->
                                method.total(
                                        sample,
                                        unitsTotal,
                                        s.sum(),
                                        Conservative.ofUnit(unitRowsMax, bounds[aggregate]));
                        case Statistic.Average a ->
                                method.average(
                                        sample,
                                        unitsTotal,
                                        a,
                                        new Conservative.Values(bounds[aggregate], unitRowsMax));
                        case Statistic.Variance _, Statistic.Deviation _ ->
                                throw new IllegalArgumentException("it was refused: " + statistic);
                    };
            return Math.max(interval.high() - value, value - interval.low());
        }
    }

    /// Nothing, for this reason.
    record None(String reason) implements Width {
        @Override
        public Optional<String> refusal(int aggregate, Statistic statistic) {
            return Optional.of(reason);
        }

        @Override
        public double of(int aggregate, Statistic statistic) {
            return Double.NaN;
        }
    }
}
