package telegraph.engine.policy;

import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Sends tuples where most of them are dropped for the time it takes: by (1 - s) / c, with the
/// measured pass rate s and cost c of a row.
public final class RankPolicy implements RoutingPolicy {
    @Override
    public int[] order(List<Option> options, int[] before) {
        return IntStream.of(before)
                .boxed()
                .sorted(Comparator.comparingDouble(o -> -rank(options.get(o))))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// What nobody has tried comes first.
    private static double rank(Option option) {
        return option.unseen() ? Double.POSITIVE_INFINITY : (1 - option.passRate()) / option.cost();
    }

    @Override
    public int choose(List<Option> options, int[] order, long open, RandomGenerator random) {
        return RoutingPolicy.firstOpen(order, open);
    }
}
