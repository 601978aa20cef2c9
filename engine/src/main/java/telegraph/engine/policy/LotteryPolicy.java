package telegraph.engine.policy;

import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import telegraph.engine.Measured;
import telegraph.engine.RoutingPolicy;

/// Draws the next module by lottery: one that takes many rows and returns few holds many tickets.
///
/// A module earns a ticket for each row it takes and pays one back for each it returns; tickets
/// earned in a window are *in escrow* and count in the next, when they are *banked*. In the paper a
/// slow module's full queue keeps tuples away from it; here workers wait for nobody, so tickets are
/// counted for each row taken and divided by the measured cost of a row. The square makes the
/// lottery prefer a clear winner.
///
/// Avnur and Hellerstein, *Eddies*, SIGMOD 2000.
public final class LotteryPolicy implements RoutingPolicy {
    @Override
    public int[] order(List<? extends Measured> options, int[] before) {
        return IntStream.range(0, options.size())
                .boxed()
                .sorted(Comparator.comparingDouble(o -> -weight(options.get(o))))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    @Override
    public int choose(
            List<? extends Measured> options, int[] order, long open, RandomGenerator random) {
        double all = 0;
        for (int o : order) {
            if ((open >>> o & 1) != 0) {
                if (options.get(o).unseen()) {
                    return o;
                }
                all += weight(options.get(o));
            }
        }
        double drawn = random.nextDouble() * all;
        for (int o : order) {
            if ((open >>> o & 1) != 0) {
                drawn -= weight(options.get(o));
                if (drawn <= 0) {
                    return o;
                }
            }
        }
        return RoutingPolicy.firstOpen(order, open);
    }

    private static double weight(Measured option) {
        if (option.unseen() && option.isOptional()) {
            return 0;
        }
        double each = option.tickets() / option.cost();
        return each * each;
    }
}
