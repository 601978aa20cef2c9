package telegraph.engine.policy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/// Where tuples of one signature part: the modules they may go to next, and the order preferred
/// now.
///
/// The order is decided anew every [#WINDOW_ROWS] rows or [#WINDOW_NANOS], whichever comes first,
/// and not for each batch (Deshpande, *An Initial Study of Overheads of Eddies*, 2004).
///
/// Threads: any; one of them decides, the others go on with the old order.
public final class Junction {
    static final long WINDOW_ROWS = 10_000;
    static final long WINDOW_NANOS = 20_000_000;

    private final String span;
    private final List<Option> options;
    private final RoutingPolicy policy;
    private final Changes changes;
    private final LongAdder rows = new LongAdder();
    private final AtomicBoolean deciding = new AtomicBoolean();
    private volatile int[] order;
    private volatile long decidedRows;
    private volatile long decidedNanos;

    /// @param span the inputs joined, in words
    /// @param options at most 64
    public Junction(String span, List<Option> options, RoutingPolicy policy, Changes changes) {
        this.span = span;
        this.options = List.copyOf(options);
        this.policy = policy;
        this.changes = changes;
        this.order = new int[options.size()];
        Arrays.setAll(order, i -> i);
    }

    public List<Option> options() {
        return options;
    }

    /// Chooses a module for `count` tuples.
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
        return policy.choose(options, order, open, random);
    }

    private void decide(long now) {
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
                changes.changed(now, span, names(after), options.get(after[0]).why());
            }
        } finally {
            deciding.set(false);
        }
    }

    private List<String> names(int[] of) {
        return Arrays.stream(of).mapToObj(o -> options.get(o).name()).toList();
    }
}
