package telegraph.engine.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import telegraph.engine.LookupStatistics;
import telegraph.engine.Measured;
import telegraph.engine.RoutingPolicy;

/// Sends tuples so that few requests are made of others, by what these weigh, however long it
/// takes.
///
/// 1. What asks nobody comes before every lookup, since it can only spare requests.
/// 2. Lookups are ranked by (1 - s) / c: c is what the values of a tuple cost if tuples come here
///    first, so that one of few values is cheap from the start, and s the share of values of which
///    something went on.
/// 3. A tuple waits for the lookup chosen for it, though another is free.
/// 4. No tuple is sent a bad way to explore. An s that is not known well is drawn instead from what
///    its hits and misses leave open, a Beta distribution, for each choice anew. So a lookup is
///    tried as often as it may yet be the best, which costs little (Thompson, *On the Likelihood
///    that One Unknown Probability Exceeds Another*, 1933; Agrawal and Goyal 2012).
/// 5. Once it is known, near equals keep their places: two orders in turn ask for the values of
///    both.
///
/// Junctions without lookups are left to another policy, and so is the order of what asks nobody.
public final class ThriftyPolicy implements RoutingPolicy {
    private static final double LEAST = 1e-9;

    /// After so many values a share is known well enough.
    private static final double TRIED = 32;

    /// By how much one must be better to go before another.
    private static final double CLEAR = 1.1;

    private final RoutingPolicy other;

    public ThriftyPolicy(RoutingPolicy other) {
        this.other = other;
    }

    private static boolean asks(List<? extends Measured> options) {
        return options.stream().anyMatch(Measured::asks);
    }

    @Override
    public boolean explores(List<? extends Measured> options) {
        return !asks(options) && other.explores(options);
    }

    @Override
    public int[] order(List<? extends Measured> options, int[] before) {
        int[] free =
                Arrays.stream(other.order(options, before))
                        .filter(o -> !options.get(o).asks())
                        .toArray();
        int[] asking = Arrays.stream(before).filter(o -> options.get(o).asks()).toArray();
        double[] ranks = new double[options.size()];
        for (int o : asking) {
            ranks[o] = rank(1 - mean(options.get(o)), options.get(o));
        }
        RankPolicy.sort(asking, ranks);
        int[] order = Arrays.copyOf(free, options.size());
        System.arraycopy(asking, 0, order, free.length, asking.length);
        return order;
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public int choose(
            List<? extends Measured> options, int[] order, long open, RandomGenerator random) {
        long free = open;
        for (int o : order) {
            free &= options.get(o).asks() ? ~(1L << o) : -1;
        }
        if (free != 0) {
            return other.choose(options, order, free, random);
        }
        int best = -1;
        double most = 0;
        for (int o : order) {
            double rank = rank(missShare(options.get(o), random), options.get(o));
            if (best < 0 || rank > most * CLEAR) {
                best = o;
                most = rank;
            }
        }
        return (open >>> best & 1) != 0 ? best : -1;
    }

    private static double rank(double missShare, Measured option) {
        return missShare / Math.max(LEAST, asking(option));
    }

    /// What looking up costs for each tuple if all that come go here first.
    private static double asking(Measured option) {
        LookupStatistics lookups = option.asked().orElseThrow();
        return lookups.weight() * lookups.valuesEach();
    }

    private static double mean(Measured option) {
        LookupStatistics lookups = option.asked().orElseThrow();
        return (lookups.hits() + 1) / (lookups.hits() + lookups.misses() + 2);
    }

    /// The share of misses, or one as it may be after so few hits and misses.
    private static double missShare(Measured option, RandomGenerator random) {
        LookupStatistics lookups = option.asked().orElseThrow();
        if (lookups.hits() + lookups.misses() > TRIED) {
            return 1 - mean(option);
        }
        double misses = gamma(lookups.misses() + 1, random);
        return misses / (misses + gamma(lookups.hits() + 1, random));
    }

    /// A draw from the gamma distribution of a shape of at least 1 (Marsaglia and Tsang, *A Simple
    /// Method for Generating Gamma Variables*, 2000).
    private static double gamma(double shape, RandomGenerator random) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = 1 + c * x;
            if (v > 0) {
                v = v * v * v;
                if (Math.log(1 - random.nextDouble()) < x * x / 2 + d * (1 - v + Math.log(v))) {
                    return d * v;
                }
            }
        }
    }

    @Override
    public String why(Measured option) {
        if (!option.asks()) {
            return other.why(option);
        }
        LookupStatistics lookups = option.asked().orElseThrow();
        if (lookups.hits() + lookups.misses() == 0) {
            return option.name() + ": not tried";
        }
        return String.format(
                Locale.ROOT,
                "%s: pass %.1f %%, %.3g requests a row by weight",
                option.name(),
                100 * mean(option),
                asking(option));
    }
}
