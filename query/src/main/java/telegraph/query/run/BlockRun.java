package telegraph.query.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import telegraph.engine.BatchStream;
import telegraph.engine.Block;
import telegraph.engine.Confidence;
import telegraph.engine.Dataflow;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.engine.source.Source;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.NarrowedScan;
import telegraph.query.plan.Plan;
import telegraph.query.plan.Wanted;

/// One block of a running query, with the runs of the inputs that have plans of their own.
///
/// Where snapshots will be asked for, what it gave stays at hand, up to [#KEPT_MAX] rows.
///
/// Threads: one takes the rows; any may ask for snapshots, progress and routes.
final class BlockRun implements BatchStream {
    /// The most rows a remainder is evaluated over while the query runs.
    static final int KEPT_MAX = 10_000;

    private final BlockRel rel;
    private final RowForm form;
    private final Execution execution;
    private final List<PlanRun> derived = new CopyOnWriteArrayList<>();
    private final List<Object[]> given = new ArrayList<>();
    private boolean givenAll;
    private boolean ended;

    BlockRun(BlockRel rel, Plan plan, RunContext context, SharedRuns shared, Wanted wanted) {
        this.rel = rel;
        this.form = RowForm.of(rel);
        this.givenAll = context.live();
        Function<EnumerableRel, Source> below =
                input ->
                        new DerivedSource(
                                input,
                                () -> {
                                    PlanRun run = PlanRun.part(input, plan, context, shared);
                                    derived.add(run);
                                    return run;
                                });
        List<Block> blocks = plan.blocks(rel, below);
        Optional<Narrowed> narrowed = narrowed(rel, blocks.getFirst(), wanted);
        QueryContext query = context.engine();
        boolean ordered = wanted.ordered() && rel.inputs().size() == 1 && rel.grouping() == null;
        boolean alone = rel.inputs().size() == 1;
        boolean first = wanted.order().isEmpty() || narrowed.isPresent() && alone;
        Region own = query.region().child(rel.key());
        QueryContext all = own(query, own, ordered, first ? wanted.rows() : -1);
        List<Block> read = alone ? narrowed.map(n -> List.of(n.block)).orElse(blocks) : blocks;
        Supplier<Execution> whole =
                () -> context.brief() ? Dataflow.brief(read, all) : Dataflow.start(read, all);
        Optional<Narrowed> begun =
                alone && narrowed.isEmpty()
                        ? beginning(rel, blocks.getFirst(), wanted)
                        : narrowed.filter(_ -> !alone);
        try {
            this.execution =
                    begun.map(few ->
                                    Dataflow.first(
                                            few.block,
                                            few.input,
                                            own(query, own, true, few.rows),
                                            whole))
                            .orElseGet(whole);
        } catch (RuntimeException | Error e) {
            // A scan of a derived input may have begun before the start failed.
            derived.forEach(PlanRun::close);
            throw e;
        }
    }

    private static QueryContext own(
            QueryContext query, Region region, boolean ordered, long rowsWanted) {
        return new QueryContext(
                query.query(),
                region,
                query.workers(),
                query.policy(),
                ordered,
                rowsWanted,
                query.ticker(),
                query.seed(),
                query.estimates(),
                query.requests());
    }

    /// A block in which one input has few rows, those that are wanted, or begins with them.
    ///
    /// @param rows how many tuples are enough
    private record Narrowed(Block block, int input, long rows) {
        static Narrowed of(Block block, int input, Source source, long rows) {
            List<Block.Input> inputs = new ArrayList<>(block.inputs());
            inputs.set(input, inputs.get(input).over(source));
            return new Narrowed(
                    new Block(inputs, block.equalities(), block.filters(), block.output()),
                    input,
                    rows);
        }
    }

    /// A block that begins with the rows that decide, if their order is at hand.
    private static Optional<Narrowed> beginning(BlockRel rel, Block block, Wanted wanted) {
        Block.Input input = block.inputs().getFirst();
        return new NarrowedScan(input.constants(), input.ranges(), wanted.order(), wanted.rows())
                .beginning(rel, input.source())
                .map(first -> Narrowed.of(block, 0, first.source(), first.rows()));
    }

    private static Optional<Narrowed> narrowed(BlockRel rel, Block block, Wanted wanted) {
        for (int i = 0; i < block.inputs().size(); i++) {
            Block.Input input = block.inputs().get(i);
            NarrowedScan scan =
                    new NarrowedScan(
                            input.constants(), input.ranges(), wanted.order(), wanted.rows());
            Optional<Source> source = scan.of(rel, i, input.source());
            if (source.isPresent()) {
                return Optional.of(Narrowed.of(block, i, source.get(), wanted.rows()));
            }
        }
        return Optional.empty();
    }

    /// Reads what is read by whoever takes, or finds that it is too much and starts to have it
    /// read.
    void begin() throws InterruptedException {
        execution.begin();
    }

    @Override
    public List<Type> types() {
        return form.types();
    }

    @Override
    public Batch next() throws InterruptedException {
        Batch batch = execution.take();
        synchronized (given) {
            if (batch == null) {
                ended = true;
            } else if (givenAll) {
                keep(batch);
            }
        }
        return batch;
    }

    @Override
    public boolean isReady() {
        return execution.isReady();
    }

    private void keep(Batch batch) {
        if (given.size() + batch.rows() > KEPT_MAX) {
            givenAll = false;
            given.clear();
        } else {
            given.addAll(form.shown(batch));
        }
    }

    /// The rows as they stand, or empty if they are too many or cannot be had yet.
    ///
    /// @param result whether they are those of the result, and no input of generated code
    Optional<List<Object[]>> snapshot(boolean result) {
        synchronized (given) {
            boolean grouped = rel.grouping() != null;
            if (givenAll && (!grouped || ended)) {
                if (!result) {
                    form.demandInternal(given);
                }
                return Optional.of(List.copyOf(given));
            }
            if (!grouped || !given.isEmpty()) {
                return Optional.empty();
            }
        }
        List<Batch> batches = execution.snapshot(KEPT_MAX);
        if (batches.isEmpty()) {
            return Optional.empty();
        }
        List<Object[]> rows = new ArrayList<>();
        for (Batch batch : batches) {
            rows.addAll(form.shown(batch));
            batch.unpin();
        }
        if (!result) {
            form.demandInternal(rows);
        }
        return Optional.of(rows);
    }

    /// The groups of a grouped block and what is claimed of them.
    ///
    /// @param rows each with its place among the claims behind the other columns
    record Groups(List<Object[]> rows, Estimates estimates) {}

    /// The groups as they stand, or empty if there are more than `groupsMax`.
    Optional<Groups> estimates(int groupsMax, Confidence confidence) throws InterruptedException {
        Optional<Estimates> estimates = execution.estimates(groupsMax, confidence);
        if (estimates.isEmpty()) {
            return Optional.empty();
        }
        List<Object[]> rows = new ArrayList<>();
        try {
            for (Batch batch : estimates.get().rows()) {
                for (Object[] row : form.internal(batch)) {
                    Object[] numbered = Arrays.copyOf(row, row.length + 1);
                    numbered[row.length] = rows.size();
                    rows.add(numbered);
                }
            }
        } finally {
            estimates.get().rows().forEach(Batch::unpin);
        }
        return Optional.of(new Groups(rows, estimates.get()));
    }

    int cohort() {
        return execution.cohort();
    }

    /// Of the sources below, those of inputs that have plans included.
    void progress(List<Progress> to) {
        List<Progress> own = execution.progress();
        List<BlockSpec.Input> inputs = rel.inputs();
        for (int i = 0; i < own.size(); i++) {
            if (inputs.get(i).origin() instanceof BlockSpec.Origin.FromSource) {
                to.add(own.get(i));
            }
        }
        derived.forEach(run -> run.progress(to));
    }

    void routes(List<Routes> to) {
        to.addAll(execution.routes());
        derived.forEach(run -> run.routes(to));
    }

    void cancel(String reason) {
        execution.cancel(reason);
        derived.forEach(run -> run.cancel(reason));
    }

    @Override
    public void close() {
        execution.close();
        derived.forEach(PlanRun::close);
    }
}
