package telegraph.query.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.runtime.Bindable;
import telegraph.engine.BatchStream;
import telegraph.engine.Confidence;
import telegraph.engine.Operators;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.LeafRel;
import telegraph.query.block.RecursiveRel;
import telegraph.query.block.SharedRel;
import telegraph.query.block.WorkingRel;
import telegraph.query.plan.GroupLineage;
import telegraph.query.plan.GuardRel;
import telegraph.query.plan.Plan;
import telegraph.query.plan.RemainderGuard;
import telegraph.query.plan.Remainders;
import telegraph.query.plan.Wanted;

/// A plan, or the plan of one input of a block, being run: its blocks and the operators above them.
///
/// All blocks start at once, so that no source waits for another. Rows go from one to the next in
/// batches; only what the engine has no operator for is run row by row ([Fragment]). A snapshot of
/// the result is made of the blocks' rows as they stand, by generated code for all that is above
/// them, compiled when the first is asked for.
///
/// Threads: one reads the rows; any may ask for snapshots, progress and routes, or cancel.
public final class PlanRun implements AutoCloseable {
    /// The most groups that a running answer is made of.
    public static final int GROUPS_MAX = 1_000_000;

    private static final int CHUNK_ROWS = 1_024;

    private final EnumerableRel root;
    private final Plan plan;
    private final RunContext context;
    private final SharedRuns shared;
    private final boolean top;
    private final Map<String, BlockRun> blocks = new LinkedHashMap<>();
    private final Map<String, SharedRun> sharedHere = new LinkedHashMap<>();
    private final List<RecursionRun> recursions = new CopyOnWriteArrayList<>();
    private final Region region;
    private boolean recurses;
    private BatchStream stream;
    private Bindable<?> snapshotCode;
    private final Map<String, Object> snapshotValues = new LinkedHashMap<>();
    private ClaimedRows claimed;

    private PlanRun(
            EnumerableRel root, Plan plan, RunContext context, SharedRuns shared, boolean top) {
        this.root = root;
        this.plan = plan;
        this.context = context;
        this.shared = shared;
        this.top = top;
        this.region = context.region().child("remainder");
    }

    /// Tells of which nodes of a plan's remainder the engine has operators.
    public static Predicate<RelNode> byEngine(Plan plan) {
        return node -> Operations.has(node, plan.compiler());
    }

    private RemainderGuard guard(Region kept) {
        return new RemainderGuard(
                kept, context.cancelled(), plan.compiler().evaluation().allowance());
    }

    /// For the result as it stands, which waits for nothing.
    private RemainderGuard glance(Region kept) {
        return new RemainderGuard(
                kept, context.cancelled(), plan.compiler().evaluation().glancing());
    }

    /// Starts a whole query.
    public static PlanRun start(Plan plan, RunContext context) {
        plan.compiler().evaluation().countAgainst(context.region().child("expressions"));
        return started(new PlanRun(plan.root(), plan, context, new SharedRuns(), true));
    }

    /// Whether a plan may be brief: one row after the other becomes one of the result, or they are
    /// sorted or grouped, so that few come of few.
    public static boolean mayBeBrief(Plan plan) {
        RelNode node = plan.root();
        while (isBriefOverBrief(node)) {
            node = node.getInput(0);
        }
        return node instanceof Values || node instanceof BlockRel block && isAtHand(block);
    }

    private static boolean isBriefOverBrief(RelNode node) {
        return node instanceof Calc
                || node instanceof Sort
                || node instanceof EnumerableLimit
                || node instanceof Aggregate
                || node instanceof GuardRel;
    }

    private static boolean isAtHand(BlockRel block) {
        return block.branches().size() == 1
                && block.inputs().stream()
                        .allMatch(input ->
                                input.origin() instanceof BlockSpec.Origin.FromSource from
                                        && from.source().isAtHand());
    }

    /// Starts a part of a query whose shared parts are those of the whole. Nobody asks for
    /// snapshots of a part.
    static PlanRun part(EnumerableRel root, Plan plan, RunContext context, SharedRuns shared) {
        RunContext own = new RunContext(context.engine(), context.cancelled(), false);
        return started(new PlanRun(root, plan, own, shared, false));
    }

    private static PlanRun started(PlanRun run) {
        try {
            Map<String, Supplier<BatchStream>> leaves = new LinkedHashMap<>();
            run.startLeaves(run.root, Wanted.ALL, leaves);
            run.stream = new Lowering(run.plan, run.context, run.region, leaves).of(run.root);
            return run;
        } catch (RuntimeException | Error e) {
            run.close();
            throw e;
        }
    }

    private void startLeaves(
            RelNode node, Wanted wanted, Map<String, Supplier<BatchStream>> leaves) {
        switch (node) {
            case BlockRel block -> startBlock(block, wanted, leaves);
            case SharedRel once -> {
                SharedRun run = shared.of(once, plan, context);
                sharedHere.put(once.key(), run);
                leaves.put(once.key(), run::follow);
            }
            case RecursiveRel recursive -> {
                recurses = true;
                leaves.put(recursive.key(), () -> recursion(recursive));
            }
            case WorkingRel rows -> leaves.put(rows.key(), () -> shared.working(rows));
            default -> {
                for (RelNode input : node.getInputs()) {
                    startLeaves(input, wanted.below(node), leaves);
                }
            }
        }
    }

    private BatchStream recursion(RecursiveRel rel) {
        RecursionRun run = new RecursionRun(rel, plan, context, shared);
        recursions.add(run);
        return run;
    }

    /// Starts a block, whose distinct rows are there as soon as each first comes, unless somebody
    /// looks at its groups while they gather, or they come in a moment.
    private void startBlock(
            BlockRel block, Wanted wanted, Map<String, Supplier<BatchStream>> leaves) {
        boolean local = Locality.isLocal(block);
        Optional<BlockRel> ungrouped = top || local ? Optional.empty() : block.ungrouped();
        Wanted own =
                ungrouped.isPresent()
                        ? Wanted.ANY_ORDER
                        : new Wanted(wanted.rows(), wanted.ordered() || local, wanted.order());
        BlockRun run = new BlockRun(ungrouped.orElse(block), plan, context, shared, own);
        blocks.put(block.key(), run);
        leaves.put(
                block.key(),
                () -> ungrouped.isPresent() ? Operators.pipelinedDistinct(run, region) : run);
    }

    /// The rows, in batches; instead of [#forEach].
    BatchStream stream() {
        begin();
        return stream;
    }

    /// Lets every block begin before the first is waited for; by the thread that then reads the
    /// rows, which does so where nobody did.
    ///
    /// @throws telegraph.engine.NotBrief if it is to be brief and is not
    public void begin() {
        try {
            for (BlockRun block : blocks.values()) {
                block.begin();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }

    /// Gives all rows, in internal form, to `sink`, some at a time.
    public void forEach(Consumer<List<Object[]>> sink) {
        begin();
        if (stream instanceof Fragment fragment) {
            deliver(fragment.rows(), sink);
            return;
        }
        RowForm form = RowForm.of(root);
        RemainderGuard guard = guard(region);
        for (Batch batch = StreamRows.take(stream);
                batch != null;
                batch = StreamRows.take(stream)) {
            List<Object[]> rows;
            try {
                guard.check();
                rows = form.shown(batch);
            } finally {
                batch.unpin();
            }
            sink.accept(rows);
        }
    }

    private static void deliver(Enumerable<?> result, Consumer<List<Object[]>> sink) {
        try (Enumerator<?> rows = result.enumerator()) {
            List<Object[]> chunk = new ArrayList<>();
            long bytes = 0;
            while (rows.moveNext()) {
                Object[] row = RowForm.row(rows.current());
                chunk.add(row);
                bytes += RemainderGuard.bytes(row);
                if (chunk.size() == CHUNK_ROWS || bytes >= BatchBuilder.HEAP_BYTES_FULL) {
                    sink.accept(chunk);
                    chunk = new ArrayList<>();
                    bytes = 0;
                }
            }
            if (!chunk.isEmpty()) {
                sink.accept(chunk);
            }
        }
    }

    /// At most `rowsMax` rows of the result as it stands, in internal form, or empty if there is no
    /// such thing yet, or computing them would count up sequences.
    public synchronized Optional<List<Object[]>> snapshot(int rowsMax) {
        if (plan.compiler().evaluation().counts()) {
            return Optional.empty();
        }
        Map<String, List<Object[]>> inputs = new LinkedHashMap<>();
        boolean result = root instanceof LeafRel;
        for (Map.Entry<String, BlockRun> block : blocks.entrySet()) {
            block.getValue().snapshot(result).ifPresent(rows -> inputs.put(block.getKey(), rows));
        }
        for (Map.Entry<String, SharedRun> once : sharedHere.entrySet()) {
            once.getValue().snapshot(result).ifPresent(rows -> inputs.put(once.getKey(), rows));
        }
        if (recurses || inputs.isEmpty() || inputs.size() < blocks.size() + sharedHere.size()) {
            return Optional.empty();
        }
        if (result) {
            List<Object[]> rows = inputs.values().iterator().next();
            return Optional.of(rows.subList(0, Math.min(rowsMax, rows.size())));
        }
        return Optional.of(evaluated(inputs, rowsMax));
    }

    private List<Object[]> evaluated(Map<String, List<Object[]>> inputs, int rowsMax) {
        if (snapshotCode == null) {
            snapshotCode = Remainders.compile(root, snapshotValues);
        }
        Map<String, Object> values = new LinkedHashMap<>(snapshotValues);
        inputs.forEach((key, rows) ->
                values.put(
                        key,
                        RowForm.bare(
                                Linq4j.asEnumerable(rows),
                                rows.isEmpty() ? 0 : rows.getFirst().length)));
        List<Object[]> result = new ArrayList<>();
        try (Region scratch = context.region().child("snapshot")) {
            values.putAll(glance(scratch).data());
            try (Enumerator<?> rows = snapshotCode.bind(plan.data().with(values)).enumerator()) {
                while (result.size() < rowsMax && rows.moveNext()) {
                    result.add(RowForm.row(rows.current()));
                }
            }
        }
        return result;
    }

    /// At most `rowsMax` rows of the result as it stands with what is claimed of them, or empty if
    /// there are more than `groupsMax` groups.
    ///
    /// @param running of this plan, with a running plan
    public synchronized Optional<RunningAnswer> estimates(
            GroupLineage running, int groupsMax, int rowsMax, Confidence confidence)
            throws InterruptedException {
        if (plan.compiler().evaluation().counts()) {
            return Optional.empty();
        }
        Optional<BlockRun.Groups> groups = sampled(running).estimates(groupsMax, confidence);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        if (claimed == null) {
            claimed = new ClaimedRows(plan, running);
        }
        try (Region scratch = context.region().child("snapshot")) {
            return Optional.of(claimed.of(groups.get(), rowsMax, glance(scratch)));
        }
    }

    /// The number of the largest cohort of the running plan's block that is resolved, or -1.
    public int cohort(GroupLineage running) {
        return sampled(running).cohort();
    }

    private BlockRun sampled(GroupLineage running) {
        return blocks.get(running.threaded().orElseThrow().block().key());
    }

    /// Adds how far each source is.
    public void progress(List<Progress> to) {
        blocks.values().forEach(block -> block.progress(to));
        recursions.forEach(run -> run.progress(to));
        if (top) {
            shared.all().forEach(run -> run.progress(to));
        }
    }

    /// Adds what each block did.
    public void routes(List<Routes> to) {
        blocks.values().forEach(block -> block.routes(to));
        recursions.forEach(run -> run.routes(to));
        if (top) {
            shared.all().forEach(run -> run.routes(to));
        }
    }

    public void cancel(String reason) {
        blocks.values().forEach(block -> block.cancel(reason));
        recursions.forEach(run -> run.cancel(reason));
        if (top) {
            shared.all().forEach(run -> run.cancel(reason));
        }
    }

    @Override
    public void close() {
        if (top) {
            // Whoever waits for shared rows is let go first.
            shared.end();
        }
        if (stream != null) {
            stream.close();
        }
        recursions.forEach(RecursionRun::close);
        blocks.values().forEach(BlockRun::close);
        if (top) {
            shared.close();
        }
        region.close();
    }
}
