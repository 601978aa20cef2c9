package telegraph.query.run;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import telegraph.engine.BatchStream;
import telegraph.engine.Operators;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.query.block.RecursiveRel;
import telegraph.query.plan.Plan;

/// Runs a part of a plan that goes on by itself, as far as somebody reads.
///
/// ```
/// seed ──▶ [ distinct ] ──▶ rows ──▶ reader
///                            │
///                            ▼
///                        new rows ──▶ step ──▶ [ distinct ] ──▶ rows …   until none are new
/// ```
///
/// Invariants: a round begins when all rows of the one before have been read, and its step sees
/// these and no others; no round begins that nobody asks for.
///
/// Threads: one reads; any may ask for progress and routes, or cancel. The rows of two rounds lie
/// in stores, which spill: those that a step reads, and those it has made.
final class RecursionRun implements BatchStream {
    private final RecursiveRel rel;
    private final Plan plan;
    private final RunContext context;
    private final SharedRuns around;
    private final Region region;
    private final BatchStream rows;
    private BatchStore made;
    private volatile Round round;
    private volatile String cancelled;

    /// @param around the query's own shared parts, which know what other recursions work on
    RecursionRun(RecursiveRel rel, Plan plan, RunContext context, SharedRuns around) {
        this.rel = rel;
        this.plan = plan;
        this.context = context;
        this.around = around;
        this.region = context.region().child(rel.key());
        this.made = new BatchStore(region);
        BatchStream all = new Rounds();
        this.rows = rel.isDistinct() ? Operators.promptDistinct(all, region) : all;
    }

    /// One run of the seed or of the step.
    private record Round(PlanRun run, SharedRuns shared, BatchStore read) implements AutoCloseable {
        @Override
        public void close() {
            shared.end();
            run.close();
            shared.close();
            read.close();
        }
    }

    @Override
    public List<Type> types() {
        return RowForm.of(rel).types();
    }

    @Override
    public Batch next() throws InterruptedException {
        Batch batch = rows.next();
        if (batch == null) {
            return null;
        }
        Batch kept = rel.isDistinct() ? batch : copied(batch);
        try {
            made.append(kept);
            return kept;
        } catch (RuntimeException e) {
            kept.unpin();
            throw e;
        }
    }

    /// A round's batches end with it.
    private Batch copied(Batch batch) {
        try {
            return batch.copy(region);
        } finally {
            batch.unpin();
        }
    }

    @Override
    public boolean isReady() {
        return rows.isReady();
    }

    /// What the rounds give one after the other.
    private final class Rounds implements BatchStream {
        private boolean ended;

        @Override
        public List<Type> types() {
            return RecursionRun.this.types();
        }

        @Override
        public Batch next() {
            if (round == null && !ended) {
                start(rel.seed(), new BatchStore(region));
            }
            while (!ended) {
                Batch batch = StreamRows.take(round.run().stream());
                if (batch != null) {
                    return batch;
                }
                ended = !goesOn();
            }
            return null;
        }

        @Override
        public boolean isReady() {
            return false; // a round may begin
        }

        @Override
        public void close() {
            // The recursion closes what it runs.
        }
    }

    /// Begins the next round over the rows that were new; false if there were none.
    private boolean goesOn() {
        round.close();
        round = null;
        if (made.size() == 0) {
            return false;
        }
        BatchStore read = made;
        made = new BatchStore(region);
        start(rel.step(), read);
        return true;
    }

    private void start(EnumerableRel part, BatchStore read) {
        SharedRuns shared = around.within(rel.working(), read);
        try {
            demandWanted();
            round = new Round(PlanRun.part(part, plan, context, shared), shared, read);
            demandWanted();
        } catch (RuntimeException | Error e) {
            if (round == null) {
                shared.close();
                read.close();
            }
            throw e;
        }
    }

    /// Looks before a round is seen by whoever cancels, and once more afterwards.
    private void demandWanted() {
        if (cancelled != null || context.cancelled().getAsBoolean()) {
            throw TelegraphException.cancelled(
                    cancelled == null ? "the query was cancelled" : cancelled);
        }
    }

    void progress(List<Progress> to) {
        Round now = round;
        if (now != null) {
            now.run().progress(to);
        }
    }

    void routes(List<Routes> to) {
        Round now = round;
        if (now != null) {
            now.run().routes(to);
        }
    }

    void cancel(String reason) {
        cancelled = reason;
        Round now = round;
        if (now != null) {
            now.shared().end();
            now.run().cancel(reason);
        }
    }

    @Override
    public void close() {
        rows.close();
        if (round != null) {
            round.close();
            round = null;
        }
        made.close();
        region.close();
    }
}
