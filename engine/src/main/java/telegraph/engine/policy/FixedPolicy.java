package telegraph.engine.policy;

import java.util.List;
import java.util.random.RandomGenerator;
import telegraph.engine.Measured;
import telegraph.engine.RoutingPolicy;

/// Sends tuples through modules in the order of the query's text, whatever happens: they wait for a
/// lookup that is busy even if another is not, as in a static plan.
public final class FixedPolicy implements RoutingPolicy {
    @Override
    public boolean adapts() {
        return false;
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public int[] order(List<? extends Measured> options, int[] before) {
        return before;
    }

    @Override
    public int choose(
            List<? extends Measured> options, int[] order, long open, RandomGenerator random) {
        return (open >>> order[0] & 1) != 0 ? order[0] : -1;
    }
}
