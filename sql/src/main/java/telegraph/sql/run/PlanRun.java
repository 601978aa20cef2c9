package telegraph.sql.run;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.calcite.adapter.enumerable.EnumerableCorrelate;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.runtime.Bindable;
import telegraph.engine.Confidence;
import telegraph.engine.Progress;
import telegraph.engine.Routes;
import telegraph.memory.Region;
import telegraph.sql.plan.BlockRel;
import telegraph.sql.plan.Guard;
import telegraph.sql.plan.LeafRel;
import telegraph.sql.plan.Plan;
import telegraph.sql.plan.Remainders;
import telegraph.sql.plan.Running;
import telegraph.sql.plan.SharedRel;

/// A plan, or the plan of one input of a block, being run: its blocks and the remainder above them.
///
/// All blocks start at once, so that no source waits for another. When the whole plan is one block,
/// nothing is compiled.
///
/// Threads: one reads the rows; any may ask for snapshots, progress and routes, or cancel.
public final class PlanRun implements AutoCloseable {
    /// The most groups that a running answer is made of.
    public static final int GROUPS_MAX = 1_000_000;

    private static final int CHUNK_ROWS = 1_024;

    private final Plan plan;
    private final RunContext context;
    private final SharedRuns shared;
    private final boolean top;
    private final Map<String, BlockRun> blocks = new LinkedHashMap<>();
    private final Map<String, SharedRun> sharedHere = new LinkedHashMap<>();
    private final Region region;
    private final Bindable<?> code;
    private ClaimedRows claimed;

    private PlanRun(
            EnumerableRel root, Plan plan, RunContext context, SharedRuns shared, boolean top) {
        this.plan = plan;
        this.context = context;
        this.shared = shared;
        this.top = top;
        this.region = context.region().child("remainder");
        this.code = root instanceof LeafRel ? null : Remainders.compile(root, plan.parameters());
    }

    /// Starts a whole query.
    public static PlanRun start(Plan plan, RunContext context) {
        return started(
                plan.root(), new PlanRun(plan.root(), plan, context, new SharedRuns(), true));
    }

    /// Starts a part of a query whose shared parts are those of the whole.
    static PlanRun part(EnumerableRel root, Plan plan, RunContext context, SharedRuns shared) {
        return started(root, new PlanRun(root, plan, context, shared, false));
    }

    private static PlanRun started(EnumerableRel root, PlanRun run) {
        try {
            run.startLeaves(root, -1, false);
            return run;
        } catch (RuntimeException | Error e) {
            run.close();
            throw e;
        }
    }

    private void startLeaves(RelNode node, long rowsWanted, boolean reread) {
        switch (node) {
            case BlockRel block ->
                    blocks.put(
                            block.key(),
                            new BlockRun(block, plan, context, shared, rowsWanted, reread));
            case SharedRel once -> sharedHere.put(once.key(), shared.of(once, plan, context));
            default -> {
                boolean again =
                        node instanceof EnumerableCorrelate
                                || node instanceof EnumerableNestedLoopJoin;
                for (RelNode input : node.getInputs()) {
                    startLeaves(input, limit(node), reread || again);
                }
            }
        }
    }

    private static long limit(RelNode node) {
        return node instanceof EnumerableLimit limit && limit.fetch instanceof RexLiteral fetch
                ? rows(fetch) + (limit.offset instanceof RexLiteral offset ? rows(offset) : 0)
                : -1;
    }

    private static long rows(RexLiteral literal) {
        return literal.getValueAs(BigDecimal.class).longValue();
    }

    /// Gives all rows, in internal form, to `sink`, some at a time.
    public void forEach(Consumer<List<Object[]>> sink) {
        if (code != null) {
            Map<String, Object> inputs = new LinkedHashMap<>();
            blocks.forEach((key, run) -> inputs.put(key, bare(run.rows(), run.width())));
            sharedHere.forEach((key, run) -> inputs.put(key, bare(run.rows(), run.width())));
            deliver(evaluate(inputs, new Guard(region, context.cancelled())), sink);
        } else if (sharedHere.isEmpty()) {
            BlockRun only = blocks.values().iterator().next();
            for (List<Object[]> rows = only.take(); rows != null; rows = only.take()) {
                sink.accept(rows);
            }
        } else {
            deliver(sharedHere.values().iterator().next().rows(), sink);
        }
    }

    /// Rows as generated code wants them: those of one column as bare values.
    static Enumerable<?> bare(Enumerable<Object[]> rows, int width) {
        return width == 1 ? rows.select(row -> row[0]) : rows;
    }

    private static void deliver(Enumerable<?> result, Consumer<List<Object[]>> sink) {
        try (Enumerator<?> rows = result.enumerator()) {
            List<Object[]> chunk = new ArrayList<>();
            while (rows.moveNext()) {
                chunk.add(row(rows.current()));
                if (chunk.size() == CHUNK_ROWS) {
                    sink.accept(chunk);
                    chunk = new ArrayList<>();
                }
            }
            if (!chunk.isEmpty()) {
                sink.accept(chunk);
            }
        }
    }

    static Object[] row(Object element) {
        return element instanceof Object[] row ? row : new Object[] {element};
    }

    private Enumerable<?> evaluate(Map<String, Object> inputs, Guard guard) {
        Map<String, Object> values = new LinkedHashMap<>(plan.parameters());
        values.putAll(inputs);
        values.put(Guard.KEY, guard);
        return code.bind(plan.data().with(values));
    }

    /// At most `rowsMax` rows of the result as it stands, in internal form, or empty if there is no
    /// such thing yet.
    public Optional<List<Object[]>> snapshot(int rowsMax) throws InterruptedException {
        Map<String, List<Object[]>> inputs = new LinkedHashMap<>();
        for (Map.Entry<String, BlockRun> block : blocks.entrySet()) {
            block.getValue().snapshot().ifPresent(rows -> inputs.put(block.getKey(), rows));
        }
        for (Map.Entry<String, SharedRun> once : sharedHere.entrySet()) {
            once.getValue().snapshot().ifPresent(rows -> inputs.put(once.getKey(), rows));
        }
        if (inputs.isEmpty() || inputs.size() < blocks.size() + sharedHere.size()) {
            return Optional.empty();
        }
        if (code == null) {
            List<Object[]> rows = inputs.values().iterator().next();
            return Optional.of(rows.subList(0, Math.min(rowsMax, rows.size())));
        }
        return Optional.of(evaluated(inputs, rowsMax));
    }

    private List<Object[]> evaluated(Map<String, List<Object[]>> inputs, int rowsMax) {
        Map<String, Object> values = new LinkedHashMap<>();
        inputs.forEach((key, rows) ->
                values.put(
                        key,
                        bare(
                                Linq4j.asEnumerable(rows),
                                rows.isEmpty() ? 0 : rows.getFirst().length)));
        List<Object[]> result = new ArrayList<>();
        try (Region scratch = context.region().child("snapshot");
                Enumerator<?> rows =
                        evaluate(values, new Guard(scratch, context.cancelled())).enumerator()) {
            while (result.size() < rowsMax && rows.moveNext()) {
                result.add(row(rows.current()));
            }
        }
        return result;
    }

    /// At most `rowsMax` rows of the result as it stands with what is claimed of them, or empty if
    /// there are more than `groupsMax` groups.
    ///
    /// @param running of this plan, with a running plan
    public synchronized Optional<RunningAnswer> estimates(
            Running running, int groupsMax, int rowsMax, Confidence confidence)
            throws InterruptedException {
        Optional<BlockRun.Groups> groups = sampled(running).estimates(groupsMax, confidence);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        if (claimed == null) {
            claimed = new ClaimedRows(plan, running);
        }
        try (Region scratch = context.region().child("snapshot")) {
            return Optional.of(
                    claimed.of(groups.get(), rowsMax, new Guard(scratch, context.cancelled())));
        }
    }

    /// The number of the largest cohort of the running plan's block that is resolved, or -1.
    public int cohort(Running running) {
        return sampled(running).cohort();
    }

    private BlockRun sampled(Running running) {
        return blocks.get(running.threaded().orElseThrow().block().key());
    }

    /// Adds how far each source is.
    public void progress(List<Progress> to) {
        blocks.values().forEach(block -> block.progress(to));
        if (top) {
            shared.all().forEach(run -> run.progress(to));
        }
    }

    /// Adds what each block did.
    public void routes(List<Routes> to) {
        blocks.values().forEach(block -> block.routes(to));
        if (top) {
            shared.all().forEach(run -> run.routes(to));
        }
    }

    public void cancel(String reason) {
        blocks.values().forEach(block -> block.cancel(reason));
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
        blocks.values().forEach(BlockRun::close);
        if (top) {
            shared.close();
        }
        region.close();
    }
}
