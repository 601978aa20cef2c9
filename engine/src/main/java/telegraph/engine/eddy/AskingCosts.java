package telegraph.engine.eddy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.engine.LookupStatistics;
import telegraph.engine.flow.Lookups;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.Price;
import telegraph.engine.meter.Progress;
import telegraph.engine.stem.KeyCensus;
import telegraph.engine.tuple.Instance;
import telegraph.engine.tuple.Probe;
import telegraph.engine.tuple.QueryGraph;
import telegraph.engine.tuple.TupleBatch;
import telegraph.engine.vector.Vector;
import telegraph.memory.Region;

/// What lookups cost the inputs of a block, for its routing.
///
/// Where requests are to be saved, tuples that come to a junction are counted with the values they
/// would ask for, before any is asked for.
///
/// Requests weigh 1, or in proportion to their prices where these are of one currency; beside
/// those, one without a price weighs a hundredth of the cheapest.
///
/// Threads: any.
final class AskingCosts {
    private static final double UNPRICED_WEIGHT = 0.01;

    private final Lookups[] lookups;
    private final Meter[] meters;
    private final boolean saved;
    private final KeyCensus[] censuses;
    private final int[] narrowest;
    private final double[] weights;

    /// @param saved whether requests are to be saved, and not time
    AskingCosts(QueryGraph graph, Lookups[] lookups, Meter[] meters, boolean saved, Region region) {
        this.lookups = lookups;
        this.meters = meters;
        this.saved = saved;
        this.weights = weights(graph);
        this.narrowest = new int[graph.size()];
        Arrays.fill(narrowest, Long.SIZE);
        this.censuses = new KeyCensus[graph.size()];
        for (int i = 0; saved && i < censuses.length; i++) {
            Instance instance = graph.instance(i);
            if (!instance.hasFeed()) {
                censuses[i] = new KeyCensus(region);
            }
        }
    }

    private static double[] weights(QueryGraph graph) {
        List<Optional<Price>> prices =
                graph.instances().stream()
                        .map(instance -> instance.input().source().terms().price())
                        .toList();
        List<Price> paid =
                prices.stream()
                        .flatMap(Optional::stream)
                        .filter(price -> price.amount().signum() > 0)
                        .toList();
        double[] weights = new double[prices.size()];
        Arrays.fill(weights, 1);
        if (paid.stream().map(Price::currency).distinct().count() != 1) {
            return weights;
        }
        BigDecimal least =
                paid.stream().map(Price::amount).min(BigDecimal::compareTo).orElseThrow();
        for (int i = 0; i < weights.length; i++) {
            weights[i] =
                    prices.get(i)
                            .map(Price::amount)
                            .filter(amount -> amount.signum() > 0)
                            .map(amount ->
                                    amount.divide(least, MathContext.DECIMAL64).doubleValue())
                            .orElse(UNPRICED_WEIGHT);
        }
        return weights;
    }

    /// Counts tuples that have come to a crossing, unless time is what counts.
    void came(SignatureRoutes crossing, TupleBatch tuples) {
        if (!saved) {
            return;
        }
        for (SignatureRoutes.Step step : crossing.steps()) {
            if (step instanceof SignatureRoutes.ProbeStep probe && probe.probe().mustAsk()) {
                count(probe.probe(), tuples);
            }
        }
    }

    /// Each tuple once: where it has the fewest inputs and can ask.
    private void count(Probe probe, TupleBatch tuples) {
        int target = probe.target();
        int inputs = Long.bitCount(probe.span());
        if (inputs > narrowest[target]) {
            return;
        }
        narrowest[target] = inputs;
        Vector[] key =
                probe.bind().values().stream()
                        .filter(value -> LookupIssuer.isJoined(value, probe))
                        .map(value -> value.source(probe.span()))
                        .map(column -> tuples.column(column, tuples.selection, tuples.count))
                        .toArray(Vector[]::new);
        censuses[target].add(key, tuples.selection, tuples.count);
    }

    /// What is known of lookups that tuples of a probe send.
    LookupStatistics of(Probe probe) {
        return new Known(probe.target(), probe.span());
    }

    private final class Known implements LookupStatistics {
        private final int input;
        private final long span;

        private Known(int input, long span) {
            this.input = input;
            this.span = span;
        }

        @Override
        public double nanosEach() {
            return lookups[input].nanosEach();
        }

        @Override
        public double rowsEach() {
            return lookups[input].rowsEach();
        }

        /// A lookup may take several requests, as pages or where they fail, and none if the cache
        /// has the answer.
        @Override
        public double weight() {
            Progress asked = meters[input].progress();
            long answered = asked.requests() + asked.cached();
            double each =
                    answered == 0
                            ? 1
                            : (asked.requests() + 1.0) / (Math.max(1, lookups[input].sent()) + 1);
            return weights[input] * each;
        }

        /// As if what one lookup keeps had nothing to do with what another does.
        @Override
        public double valuesEach() {
            double come = censuses[input].tuples();
            for (long left = span; left != 0; left &= left - 1) {
                Lookups asked = lookups[Long.numberOfTrailingZeros(left)];
                if (asked != null) {
                    come *= (asked.hits() + 1) / (asked.hits() + asked.misses() + 2);
                }
            }
            long tuples = Math.max(1, Math.round(come));
            return censuses[input].keysAmong(tuples) / tuples;
        }

        @Override
        public double hits() {
            return lookups[input].hits();
        }

        @Override
        public double misses() {
            return lookups[input].misses();
        }
    }
}
