package telegraph.engine.policy;

import java.util.List;
import java.util.random.RandomGenerator;
import telegraph.engine.Measured;
import telegraph.engine.RoutingPolicy;

/// Sends tuples where most of them are dropped for the time it takes: by (1 - s) / c, with the
/// measured pass rate s and cost c of a row.
public final class RankPolicy implements RoutingPolicy {
    private static final double CLEAR_SHARE = 0.05;

    @Override
    public int[] order(List<? extends Measured> options, int[] before) {
        double[] ranks = options.stream().mapToDouble(RankPolicy::rank).toArray();
        int[] order = before.clone();
        sort(order, ranks);
        return order;
    }

    /// Sorts options by their ranks, the highest first. Near equals keep their places, or noise
    /// would change the order all the time.
    static void sort(int[] order, double[] ranks) {
        for (int i = 1; i < order.length; i++) {
            for (int j = i; j > 0 && clearlyBetter(ranks[order[j]], ranks[order[j - 1]]); j--) {
                int moved = order[j];
                order[j] = order[j - 1];
                order[j - 1] = moved;
            }
        }
    }

    private static boolean clearlyBetter(double rank, double than) {
        return rank > than + CLEAR_SHARE * Math.abs(than);
    }

    /// What nobody has tried comes first, unless nobody need try it.
    private static double rank(Measured option) {
        if (option.unseen()) {
            return option.isOptional() ? -Double.MAX_VALUE : Double.POSITIVE_INFINITY;
        }
        return (1 - option.passRate()) / option.cost();
    }

    @Override
    public int choose(
            List<? extends Measured> options, int[] order, long open, RandomGenerator random) {
        return RoutingPolicy.firstOpen(order, open);
    }
}
