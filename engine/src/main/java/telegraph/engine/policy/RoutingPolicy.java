package telegraph.engine.policy;

import java.util.List;
import java.util.random.RandomGenerator;
import telegraph.ground.TelegraphException;

/// Decides where tuples go next.
///
/// Threads: any; it keeps no state but what is in the options.
public interface RoutingPolicy {
    /// The order preferred from now on, best first.
    int[] order(List<Option> options, int[] before);

    /// The option for one batch, or -1 if it is to wait.
    ///
    /// @param open the options that take tuples now, as a set of bits; not empty
    int choose(List<Option> options, int[] order, long open, RandomGenerator random);

    /// Whether what was measured makes a difference.
    default boolean adapts() {
        return true;
    }

    /// Whether some batches go another way than it says, so that all options are measured.
    default boolean explores(List<Option> options) {
        return adapts();
    }

    /// Whether tuples wait for the option that was chosen, if it has no room for them, though
    /// another would take them.
    default boolean waits() {
        return false;
    }

    /// What is known of an option, in words.
    default String why(Option option) {
        return option.why();
    }

    /// The policy of that name.
    ///
    /// @param thrifty whether requests are to be saved, and not time; a fixed order stays what it
    ///   is
    static RoutingPolicy named(String name, boolean thrifty) {
        RoutingPolicy named = named(name);
        return thrifty && named.adapts() ? new ThriftyPolicy(named) : named;
    }

    /// The policy of that name, for time.
    private static RoutingPolicy named(String name) {
        return switch (name) {
            case "fixed" -> new FixedPolicy();
            case "lottery" -> new LotteryPolicy();
            case "rank" -> new RankPolicy();
            default ->
                    throw TelegraphException.input(
                            "a routing policy is fixed, lottery or rank: policy=" + name);
        };
    }

    /// The first in the order that is open.
    static int firstOpen(int[] order, long open) {
        for (int option : order) {
            if ((open >>> option & 1) != 0) {
                return option;
            }
        }
        throw new IllegalArgumentException("some option must be open");
    }

    /// One of the open options, each as likely as the others.
    static int anyOpen(long open, RandomGenerator random) {
        long rest = open;
        for (int skip = random.nextInt(Long.bitCount(open)); skip > 0; skip--) {
            rest &= rest - 1;
        }
        return Long.numberOfTrailingZeros(rest);
    }
}
