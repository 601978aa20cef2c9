package telegraph.sql.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import telegraph.engine.Block;
import telegraph.engine.Confidence;
import telegraph.engine.Dataflow;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.engine.Progress;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.TelegraphException;
import telegraph.sql.expression.Values;
import telegraph.sql.plan.BlockCompiler;
import telegraph.sql.plan.BlockRel;
import telegraph.sql.plan.Plan;

/// One block of a running query, with the runs of the inputs that have plans of their own.
///
/// The rows it gives are in the form of Calcite's enumerable runtime. What it gave stays at hand,
/// up to [#KEPT_MAX] rows, for snapshots; if somebody will read them again, all stay, in the
/// query's memory.
///
/// Threads: one reads the rows; any may ask for snapshots, progress and routes.
final class BlockRun implements AutoCloseable {
    /// The most rows a remainder is evaluated over while the query runs.
    static final int KEPT_MAX = 10_000;

    private static final long ROW_BYTES = 64;
    private static final long VALUE_BYTES = 32;

    private final BlockRel rel;
    private final List<RelDataType> types;
    private final boolean reread;
    private final Region kept;
    private final Execution execution;
    private final List<PlanRun> derived = new CopyOnWriteArrayList<>();
    private final List<Object[]> given = new ArrayList<>();
    private boolean givenAll;
    private boolean ended;

    BlockRun(
            BlockRel rel,
            Plan plan,
            RunContext context,
            SharedRuns shared,
            long rowsWanted,
            boolean reread) {
        this.rel = rel;
        this.types =
                rel.getRowType().getFieldList().stream().map(RelDataTypeField::getType).toList();
        this.reread = reread;
        this.givenAll = reread || context.live();
        this.kept = context.region().child(rel.key() + " rows");
        Block block =
                new BlockCompiler(rel.getCluster().getRexBuilder(), plan.compiler(), rel.spec())
                        .compile(input ->
                                new DerivedSource(
                                        input,
                                        () -> {
                                            PlanRun run =
                                                    PlanRun.part(input, plan, context, shared);
                                            derived.add(run);
                                            return run;
                                        }));
        QueryContext all = context.engine();
        boolean ordered = block.inputs().size() == 1 && rel.spec().grouping() == null;
        QueryContext own =
                new QueryContext(
                        all.query(),
                        all.region().child(rel.key()),
                        all.workers(),
                        all.policy(),
                        ordered,
                        rowsWanted,
                        all.ticker(),
                        all.seed(),
                        all.estimates());
        try {
            this.execution = Dataflow.start(block, own);
        } catch (RuntimeException | Error e) {
            // A scan of a derived input may have begun before the start failed.
            derived.forEach(PlanRun::close);
            kept.close();
            throw e;
        }
    }

    /// How many columns a row has.
    int width() {
        return types.size();
    }

    /// All rows, each an array of internal values.
    Enumerable<Object[]> rows() {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<Object[]> enumerator() {
                synchronized (given) {
                    if (ended && reread) {
                        return Linq4j.enumerator(List.copyOf(given));
                    }
                }
                return new Taken();
            }
        };
    }

    /// The next batch of the result as internal rows, or null.
    List<Object[]> take() {
        Batch batch;
        try {
            batch = execution.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the query was cancelled");
        }
        if (batch == null) {
            synchronized (given) {
                ended = true;
            }
            return null;
        }
        try {
            List<Object[]> rows = internal(batch);
            keep(rows);
            return rows;
        } finally {
            batch.unpin();
        }
    }

    private List<Object[]> internal(Batch batch) {
        List<Object[]> rows = new ArrayList<>(batch.rows());
        for (int r = 0; r < batch.rows(); r++) {
            Object[] row = new Object[types.size()];
            for (int c = 0; c < row.length; c++) {
                row[c] = Values.toInternal(batch, c, r, types.get(c));
            }
            rows.add(row);
        }
        return rows;
    }

    private void keep(List<Object[]> rows) {
        synchronized (given) {
            if (!givenAll) {
                return;
            }
            if (!reread && given.size() + rows.size() > KEPT_MAX) {
                givenAll = false;
                given.clear();
                return;
            }
            if (reread) {
                kept.charge(rows.size() * (ROW_BYTES + VALUE_BYTES * types.size()));
            }
            given.addAll(rows);
        }
    }

    /// The rows as they stand, or empty if they are too many or cannot be had yet.
    Optional<List<Object[]>> snapshot() throws InterruptedException {
        synchronized (given) {
            boolean grouped = rel.spec().grouping() != null;
            if (givenAll && (!grouped || ended)) {
                return given.size() > KEPT_MAX ? Optional.empty() : Optional.of(List.copyOf(given));
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
            rows.addAll(internal(batch));
            batch.unpin();
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
                for (Object[] row : internal(batch)) {
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
        for (int i = 0; i < own.size(); i++) {
            if (rel.spec().inputs().get(i).origin()
                    instanceof telegraph.sql.plan.BlockSpec.Origin.FromSource) {
                to.add(own.get(i));
            }
        }
        derived.forEach(run -> run.progress(to));
    }

    void routes(List<Routes> to) {
        to.add(execution.routes());
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
        kept.close();
    }

    /// Rows straight from the execution.
    private final class Taken implements Enumerator<Object[]> {
        private List<Object[]> rows = List.of();
        private int at = -1;

        @Override
        public Object[] current() {
            return rows.get(at);
        }

        @Override
        public boolean moveNext() {
            at++;
            while (rows != null && at >= rows.size()) {
                rows = take();
                at = 0;
            }
            return rows != null;
        }

        @Override
        public void reset() {
            throw new IllegalStateException("rows of a block are read once");
        }

        @Override
        public void close() {
            // The execution ends with the query.
        }
    }
}
