package telegraph.engine;

import java.util.List;
import java.util.random.RandomGenerator;
import telegraph.engine.policy.FixedPolicy;
import telegraph.engine.policy.LotteryPolicy;
import telegraph.engine.policy.RankPolicy;
import telegraph.ground.TelegraphException;

/// Decides where tuples go next: what a [QueryContext] brings.
///
/// Tuples that may go to several modules are *parted* by signature, and for each signature a policy
/// orders the modules by what was measured, over and over, and chooses one for each batch. Every
/// choice gives the same rows; only the time differs.
///
/// Threads: any; it keeps no state but what is in the options.
public interface RoutingPolicy {
    /// The order preferred from now on, best first.
    int[] order(List<? extends Measured> options, int[] before);

    /// The option for one batch, or -1 if it is to wait.
    ///
    /// @param open the options that take tuples now, as a set of bits; not empty
    int choose(List<? extends Measured> options, int[] order, long open, RandomGenerator random);

    /// Whether what was measured makes a difference.
    default boolean adapts() {
        return true;
    }

    /// Whether some batches go another way than it says, so that all options are measured.
    default boolean explores(List<? extends Measured> options) {
        return adapts();
    }

    /// Whether tuples wait for the option that was chosen, if it has no room for them, though
    /// another would take them.
    default boolean waits() {
        return false;
    }

    /// What is known of an option, in words.
    default String why(Measured option) {
        return option.why();
    }

    /// The names of those that are here, in the order in which they are told.
    List<String> NAMES = List.of("fixed", "lottery", "rank");

    /// The one of that name.
    static RoutingPolicy named(String name) {
        return switch (name) {
            case "fixed" -> new FixedPolicy();
            case "lottery" -> new LotteryPolicy();
            case "rank" -> new RankPolicy();
            default ->
                    throw TelegraphException.input(
                            "a routing policy is one of "
                                    + String.join(", ", NAMES)
                                    + ": policy="
                                    + name);
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
