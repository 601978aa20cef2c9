package telegraph.engine.policy;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import telegraph.engine.LookupStatistics;
import telegraph.engine.Measured;
import telegraph.engine.Routes;

/// One module that tuples of some signature may go to, with what was seen of it.
///
/// Threads: any may count; one at a time calls [#turn].
public final class Option implements Measured {
    private static final double OLD_WEIGHT = 0.5;
    private static final double BELIEVED_TIMES = 3;
    private static final long BELIEVED_NANOS = 1_000;
    private static final double TICKETS_MIN = 0.001;

    /// An optional module that lets more rows through costs more than it saves.
    private static final double PAYS_PASS_RATE = 0.7;

    private final String name;
    private final Routes.Kind kind;
    private final Optional<LookupStatistics> asked;
    private final boolean optional;
    private final LongAdder rowsIn = new LongAdder();
    private final LongAdder rowsOut = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder lookups = new LongAdder();
    private final LongAdder batches = new LongAdder();
    private final LongAdder measuredIn = new LongAdder();
    private final LongAdder measuredOut = new LongAdder();
    private final LongAdder measuredNanos = new LongAdder();
    private final double[] last = new double[4];
    private double recentIn;
    private double recentOut;
    private double recentNanos;
    private double recentLookups;
    private volatile double cost = -1;
    private volatile double passRate = 1;
    private volatile double tickets = 1;

    /// A module that needs no lookups.
    public Option(String name, Routes.Kind kind) {
        this(name, kind, false, Optional.empty());
    }

    /// A filter that rows need not go through: what it drops would be dropped later.
    public static Option optional(String name) {
        return new Option(name, Routes.Kind.FILTER, true, Optional.empty());
    }

    /// A module that asks for what it needs.
    public Option(String name, Routes.Kind kind, LookupStatistics asked) {
        this(name, kind, false, Optional.of(asked));
    }

    private Option(
            String name, Routes.Kind kind, boolean optional, Optional<LookupStatistics> asked) {
        this.name = name;
        this.kind = kind;
        this.optional = optional;
        this.asked = asked;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<LookupStatistics> asked() {
        return asked;
    }

    @Override
    public Routes.Kind kind() {
        return kind;
    }

    /// Counts a batch that was sent here.
    public void count(long in, long out, long took, long asked) {
        rowsIn.add(in);
        rowsOut.add(out);
        nanos.add(took);
        lookups.add(asked);
        batches.increment();
        measure(in, out, took);
    }

    /// Counts rows for the estimates, as for a sample that came here only to be measured. A worker
    /// that lost its processor in between took far longer than the module; such a time counts only
    /// in part.
    public void measure(long in, long out, long took) {
        double expected = cost * in;
        long believed =
                expected > 0
                        ? Math.min(took, (long) (expected * BELIEVED_TIMES) + BELIEVED_NANOS)
                        : took;
        measuredIn.add(in);
        measuredOut.add(out);
        measuredNanos.add(believed);
    }

    /// Ends a window: what was seen in it counts as much as all before.
    void turn() {
        double in = delta(0, measuredIn.sum());
        double out = delta(1, measuredOut.sum());
        recentIn = OLD_WEIGHT * recentIn + in;
        recentOut = OLD_WEIGHT * recentOut + out;
        recentNanos = OLD_WEIGHT * recentNanos + delta(2, measuredNanos.sum());
        recentLookups = OLD_WEIGHT * recentLookups + delta(3, lookups.sum());
        if (in > 0) {
            double escrow = Math.max(0, in - out) / in;
            tickets = Math.max(TICKETS_MIN, OLD_WEIGHT * tickets + (1 - OLD_WEIGHT) * escrow);
        }
        if (recentIn < 0.5) {
            return;
        }
        double each = recentNanos / recentIn;
        if (recentLookups > 0.01) {
            // What was asked for arrives later and by another way: count it by value, not by tuple.
            double share = recentLookups / recentIn;
            double waits = asked.map(LookupStatistics::nanosEach).orElse(0.0);
            double found = asked.map(LookupStatistics::rowsEach).orElse(0.0);
            cost = waits < 0 ? -1 : each + share * waits;
            passRate = share * found + (1 - share) * recentOut / recentIn;
        } else {
            cost = each;
            passRate = recentOut / recentIn;
        }
    }

    private double delta(int which, double now) {
        double since = now - last[which];
        last[which] = now;
        return since;
    }

    /// Whether it is worth while to send rows here, as far as is known; an optional module that
    /// drops few is not.
    public boolean pays() {
        return !optional || unseen() || passRate < PAYS_PASS_RATE;
    }

    @Override
    public boolean isOptional() {
        return optional;
    }

    @Override
    public boolean unseen() {
        return cost < 0;
    }

    @Override
    public double cost() {
        return Math.max(cost, 0.1);
    }

    @Override
    public double passRate() {
        return passRate;
    }

    @Override
    public double tickets() {
        return tickets;
    }

    public long rowsIn() {
        return rowsIn.sum();
    }

    public long rowsOut() {
        return rowsOut.sum();
    }

    public long nanos() {
        return nanos.sum();
    }

    public long batches() {
        return batches.sum();
    }

    public long lookups() {
        return lookups.sum();
    }

    @Override
    public String why() {
        if (unseen()) {
            return name + ": not tried";
        }
        String pass =
                passRate > 1.5
                        ? String.format(Locale.ROOT, "%.1f rows a row", passRate)
                        : String.format(Locale.ROOT, "pass %.1f %%", 100 * passRate);
        String price =
                cost >= 1e5
                        ? String.format(Locale.ROOT, "%.2f ms a row", cost / 1e6)
                        : String.format(Locale.ROOT, "%.0f ns a row", cost);
        return name + ": " + pass + ", " + price;
    }
}
