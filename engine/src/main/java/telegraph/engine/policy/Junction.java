package telegraph.engine.policy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import telegraph.engine.Routes;
import telegraph.engine.RoutingPolicy;

/// Where tuples of one signature part: the modules they may go to next, and the order preferred
/// now.
///
/// If all are filters, now and then a sample of a batch goes through each of them just to measure
/// it (a *profile*), so that no batch need go a bad way to explore. Otherwise some batches do.
///
/// The order is decided anew every [#WINDOW_ROWS] rows or [#WINDOW_NANOS], whichever comes first,
/// and not for each batch (Deshpande, *An Initial Study of Overheads of Eddies*, 2004).
///
/// Threads: any; one of them decides, the others go on with the old order.
public final class Junction {
    static final long WINDOW_ROWS = 10_000;
    static final long WINDOW_NANOS = 20_000_000;
    static final int PROFILED_EVERY = 32;
    static final double EXPLORED_SHARE = 0.03;

    private final String span;
    private final List<Option> options;
    private final RoutingPolicy policy;
    private final RouteChanges changes;
    private final boolean profiled;
    private final LongAdder rows = new LongAdder();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicBoolean deciding = new AtomicBoolean();
    private volatile int[] order;
    private volatile long decidedRows;
    private volatile long decidedNanos;

    /// @param span the inputs joined, in words
    /// @param options at most 64
    public Junction(String span, List<Option> options, RoutingPolicy policy, RouteChanges changes) {
        this.span = span;
        this.options = List.copyOf(options);
        this.policy = policy;
        this.changes = changes;
        this.profiled =
                policy.adapts()
                        && (options.size() > 1 || options.stream().anyMatch(Option::isOptional))
                        && options.stream().allMatch(o -> o.kind() == Routes.Kind.FILTER);
        this.order = new int[options.size()];
        Arrays.setAll(order, i -> i);
    }

    public List<Option> options() {
        return options;
    }

    /// The option preferred now; there must be one.
    public int preferred() {
        return order[0];
    }

    /// All options, the one preferred now first.
    public int[] order() {
        return order.clone();
    }

    /// Chooses a module for `count` tuples, or -1 if they are to wait.
    ///
    /// @param open the options that take tuples now, as a set of bits; not empty
    public int choose(int count, long open, long now, RandomGenerator random) {
        if (options.size() == 1) {
            return 0;
        }
        rows.add(count);
        if (rows.sum() - decidedRows >= WINDOW_ROWS || now - decidedNanos >= WINDOW_NANOS) {
            decide(now);
        }
        if (!profiled && policy.explores(options) && random.nextDouble() < EXPLORED_SHARE) {
            return RoutingPolicy.anyOpen(open, random);
        }
        return policy.choose(options, order, open, random);
    }

    /// Whether tuples wait for the module chosen, see [RoutingPolicy#waits].
    public boolean waits() {
        return policy.waits();
    }

    /// Whether the next batch should be profiled; if so the caller counts each option with a sample
    /// and then calls [#decide].
    public boolean wantsProfile() {
        return profiled && batches.getAndIncrement() % PROFILED_EVERY == 0;
    }

    /// Whether nothing was decided yet.
    public boolean isNew() {
        return decidedNanos == 0;
    }

    /// Looks at what was counted and chooses the order anew.
    public void decide(long now) {
        if (!deciding.compareAndSet(false, true)) {
            return;
        }
        try {
            decidedRows = rows.sum();
            decidedNanos = now;
            options.forEach(Option::turn);
            int[] before = order;
            int[] after = policy.order(options, before);
            order = after;
            if (!Arrays.equals(before, after)) {
                changes.changed(now, span, names(after), policy.why(options.get(after[0])));
            }
        } finally {
            deciding.set(false);
        }
    }

    private List<String> names(int[] of) {
        return Arrays.stream(of).mapToObj(o -> options.get(o).name()).toList();
    }
}
