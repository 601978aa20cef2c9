package telegraph.engine.policy;

import java.util.List;
import java.util.random.RandomGenerator;

/// Sends tuples through modules in the order of the query's text, whatever happens.
public final class FixedPolicy implements RoutingPolicy {
    @Override
    public int[] order(List<Option> options, int[] before) {
        return before;
    }

    @Override
    public int choose(List<Option> options, int[] order, long open, RandomGenerator random) {
        return RoutingPolicy.firstOpen(order, open);
    }
}
