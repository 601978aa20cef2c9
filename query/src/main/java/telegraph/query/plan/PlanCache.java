package telegraph.query.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import telegraph.engine.source.Source;
import telegraph.query.rewrite.Optimizers;
import telegraph.query.translate.OpenLiterals;
import telegraph.query.translate.QueryShape;
import telegraph.query.translate.Scope;

/// Plans that were made before, for whoever asks the same again.
///
/// A plan follows from the text of its query, a zone, the longest text, and what the names in the
/// text stand for. The first three are the key; of the names a kept plan knows each that was looked
/// up while it was made, and what was found ([LookUps]). It is used again if the same is found
/// again: by another session, in another transaction, after definitions came and went. So nothing
/// has to be told of changes, and what looking up a name does (locks, permissions, a look at a
/// file) is done each time. A plan for which the moment or the user mattered is not kept.
///
/// Texts that differ only in constants on which no plan depends have one key ([QueryText]), and
/// which constants these are is known from the last plan that was made ([Openings]). If a plan was
/// made by the value of any of them after all, it is kept for the text as it is.
///
/// ```
///           ┌── planned ──▶ lease ──▶ run ──┐
///  query ───┤                               ├──▶ kept, without its sources
///           └── taken  ───▶ lease ──▶ run ──┘
/// ```
///
/// A kept plan reads no sources but has a place for each, so that it holds on to no transaction.
/// Its nodes and what they share belong to one run at a time: who takes it has it alone, and who
/// asks the same meanwhile plans anew, after which there are two.
///
/// Invariants: at most so many bytes are kept, by [Footprint]; those that were used last stay.
///
/// Threads: any.
public final class PlanCache {
    /// The part of the bytes that one plan may have.
    private static final int SHARE_MAX = 8;

    private final long bytesMax;
    private final Openings openings;
    private final ReentrantLock lock = new ReentrantLock();

    /// Idle plans, those used last at the end.
    private final Map<Key, Deque<Kept>> idle = new LinkedHashMap<>();

    private final LongAdder taken = new LongAdder();
    private final LongAdder compiled = new LongAdder();
    private long bytes;

    /// What is asked: what a plan follows from, but for what its names stand for.
    record Asked(QueryText text, String zone, long textMax) {
        private Key key(BitSet open) {
            return new Key(text.keyed(open), zone, textMax);
        }
    }

    /// @param text without the constants that the plan leaves open
    private record Key(String text, String zone, long textMax) {
        /// As a record has it, but without the code that would be made for it at each start.
        @Override
        public int hashCode() {
            return (text.hashCode() * 31 + zone.hashCode()) * 31 + Long.hashCode(textMax);
        }
    }

    /// A plan with places in the stead of its sources.
    ///
    /// @param open literals that it leaves open, one for each parameter
    /// @param compiled what it compiles to, once that was asked; see [Compilation]
    record Kept(
            EnumerableRel root,
            List<Place> places,
            RelDataType rowType,
            List<String> declared,
            LookUps lookUps,
            Map<Integer, RexLiteral> open,
            Optional<Compilation> compiled,
            long bytes) {
        /// The same, which takes so many bytes more.
        private Kept with(Compilation now, long more) {
            return new Kept(
                    root, places, rowType, declared, lookUps, open, Optional.of(now), bytes + more);
        }
    }

    /// What came of compiling a plan.
    ///
    /// @param plan empty if it cannot be, or would be too large
    record Compilation(Optional<CompiledPlan> plan) {}

    /// A kept plan, and what its places stand for now.
    record Taken(Key key, Kept kept, List<Source> sources) {
        RelOptCluster cluster() {
            return kept.root.getCluster();
        }

        /// The plan over these, with the constants of a text; empty if it is no plan for them.
        Optional<EnumerableRel> of(QueryText text) {
            return Resourced.of(kept.root, kept.places, sources, literals(text));
        }

        /// The same for a run over a few rows, if that is compiled.
        Optional<Plan> compiled(QueryText text, QueryVariables data) {
            return kept.compiled
                    .flatMap(Compilation::plan)
                    .flatMap(plan -> plan.over(kept, sources, literals(text), data));
        }

        private Map<Integer, RexLiteral> literals(QueryText text) {
            RexBuilder rex = cluster().getRexBuilder();
            Map<Integer, RexLiteral> literals = new HashMap<>();
            kept.open.forEach(
                    (i, one) -> literals.put(i, OpenLiterals.of(one, text.value(i), rex)));
            return literals;
        }
    }

    /// @param bytesMax how much is kept; 0 for nothing
    public PlanCache(long bytesMax) {
        this.bytesMax = bytesMax;
        this.openings = new Openings(bytesMax / SHARE_MAX);
    }

    /// Bytes kept now.
    public long bytes() {
        lock.lock();
        try {
            return bytes + openings.bytes();
        } finally {
            lock.unlock();
        }
    }

    /// How often a kept plan was taken.
    public long taken() {
        return taken.sum();
    }

    /// How often one of them was compiled already.
    public long compiled() {
        return compiled.sum();
    }

    /// A plan for whom names stand for what they stand for in `scope`.
    Optional<Taken> take(Asked asked, Scope scope) {
        Key key = key(asked);
        for (Optional<Kept> kept = next(key); kept.isPresent(); kept = next(key)) {
            Optional<List<Source>> found = kept.get().lookUps().again(scope);
            if (found.isPresent()) {
                taken.increment();
                return Optional.of(new Taken(key, kept.get(), found.get()));
            } // or it is out of date, and gone
        }
        return Optional.empty();
    }

    /// What a query gives by a plan that [#take] would find, which stays where it is.
    Optional<QueryShape> shape(Asked asked, Scope scope) {
        Key key = key(asked);
        Kept last;
        lock.lock();
        try {
            Deque<Kept> plans = idle.get(key);
            last = plans == null ? null : plans.getLast();
        } finally {
            lock.unlock();
        }
        return last != null && last.lookUps().again(scope).isPresent()
                ? Optional.of(new QueryShape(last.rowType(), last.declared()))
                : Optional.empty();
    }

    private Key key(Asked asked) {
        if (!asked.text.hasConstants()) {
            return asked.key(new BitSet());
        }
        lock.lock();
        try {
            return asked.key(openings.of(asked.text.shape()));
        } finally {
            lock.unlock();
        }
    }

    private Optional<Kept> next(Key key) {
        lock.lock();
        try {
            Deque<Kept> plans = idle.remove(key);
            if (plans == null) {
                return Optional.empty();
            }
            Kept kept = plans.removeLast();
            bytes -= kept.bytes();
            if (!plans.isEmpty()) {
                idle.put(key, plans);
            }
            return Optional.of(kept);
        } finally {
            lock.unlock();
        }
    }

    /// Keeps a plan that was made and that nobody runs any more, unless it would take the place of
    /// many.
    ///
    /// @param plan with parameters in the places of `open`
    /// @param open literals that it leaves open
    /// @param any whether any others may be put there
    /// @param looked what was looked up for it
    void keep(
            Asked asked,
            Plan plan,
            Map<Integer, RexLiteral> open,
            boolean any,
            LookUps.Recorder looked) {
        List<Source> sources = new ArrayList<>();
        LookUps lookUps = looked.lookUps(sources);
        long size = Footprint.of(plan.root()) + lookUps.bytes();
        if (size <= bytesMax / SHARE_MAX) {
            BitSet left = new BitSet();
            if (any) {
                open.keySet().forEach(left::set);
            }
            plan.kept(lookUps, sources, open, size).ifPresent(kept -> keep(asked, left, kept));
        }
    }

    private void keep(Asked asked, BitSet open, Kept kept) {
        if (asked.text.hasConstants()) {
            lock.lock();
            try {
                openings.put(asked.text.shape(), open);
            } finally {
                lock.unlock();
            }
        }
        keep(asked.key(open), kept);
    }

    /// The same, compiled if it can be, the first time it is taken.
    Taken compiled(Taken taken, QueryVariables data) {
        Kept kept = taken.kept;
        if (kept.compiled.isPresent()) {
            kept.compiled.flatMap(Compilation::plan).ifPresent(_ -> compiled.increment());
            return taken;
        }
        long room = bytesMax / SHARE_MAX - kept.bytes;
        Optional<CompiledPlan> plan =
                CompiledPlan.of(kept, data, taken.key.textMax).filter(one -> one.bytes() <= room);
        long more = plan.map(CompiledPlan::bytes).orElse(0L);
        return new Taken(taken.key, kept.with(new Compilation(plan), more), taken.sources);
    }

    /// Keeps a plan that was taken and that nobody runs any more.
    void keep(Taken taken) {
        taken.kept.compiled.flatMap(Compilation::plan).ifPresent(CompiledPlan::rests);
        keep(taken.key, taken.kept);
    }

    private void keep(Key key, Kept kept) {
        Optimizers.forgetRun(kept.root().getCluster());
        lock.lock();
        try {
            Deque<Kept> plans = idle.remove(key);
            if (plans == null) {
                plans = new ArrayDeque<>(1);
            }
            plans.addLast(kept);
            idle.put(key, plans);
            bytes += kept.bytes();
            while (bytes + openings.bytes() > bytesMax) {
                dropEldest();
            }
        } finally {
            lock.unlock();
        }
    }

    private void dropEldest() {
        Iterator<Deque<Kept>> eldest = idle.values().iterator();
        Deque<Kept> plans = eldest.next();
        bytes -= plans.removeFirst().bytes();
        if (plans.isEmpty()) {
            eldest.remove();
        }
    }
}
