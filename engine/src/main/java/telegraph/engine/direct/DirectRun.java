package telegraph.engine.direct;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import telegraph.engine.Block;
import telegraph.engine.Confidence;
import telegraph.engine.Estimates;
import telegraph.engine.Execution;
import telegraph.engine.NotBrief;
import telegraph.engine.QueryContext;
import telegraph.engine.Routes;
import telegraph.engine.flow.Resources;
import telegraph.engine.meter.Progress;
import telegraph.engine.source.Reader;
import telegraph.ground.TelegraphException;
import telegraph.ground.Uninterruptibly;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// A block over a few rows at hand, carried out by the thread that takes its result; of more rows,
/// or more memory, an eddy is made after all, and begins anew.
///
/// ```
/// begin ──▶ read, join, filter, result ──▶ take
///                │ too long
///                └──▶ eddy ──────────────▶ take
/// ```
///
/// Nothing leaves before all of it is there, so that beginning anew is unseen.
///
/// Threads: as [Execution] says; what is not an eddy is done by the first to call [#begin] or
/// [#take]. Memory: a region below the query's, closed in [#close], or when an eddy takes over.
public final class DirectRun implements Execution {
    /// More rows than that are not few: reading so many takes about as long as starting an eddy.
    private static final int ROWS_MAX = 1_024;

    private final Block block;
    private final QueryContext context;
    private final DirectPlan plan;
    private final Supplier<Execution> eddy;
    private final DirectCounts counts;
    private final ArrayDeque<Batch> output = new ArrayDeque<>();
    private final Resources resources = new Resources();
    private Region region;
    private DirectResult result;

    /// Null until it is sure to be needed.
    private volatile Execution instead;

    private volatile boolean begun;

    /// Guarded by this, as is what follows.
    private TelegraphException failure;

    private Thread reading;
    private boolean closed;

    private DirectRun(
            Block block, QueryContext context, DirectPlan plan, Supplier<Execution> eddy) {
        this.block = block;
        this.context = context;
        this.plan = plan;
        this.eddy = eddy;
        this.counts = new DirectCounts(block, context);
    }

    /// The run of a block that is likely to be short; empty if it is not.
    ///
    /// @param eddy starts one for the same block
    public static Optional<Execution> of(
            Block block, QueryContext context, Supplier<Execution> eddy) {
        return of(block, context, -1, eddy);
    }

    /// As [#of], beginning with the rows of one input in their order. Of those that are wanted at
    /// least all come that consist of its first rows.
    ///
    /// @param first the input, or -1 for whichever is best
    public static Optional<Execution> of(
            Block block, QueryContext context, int first, Supplier<Execution> eddy) {
        return DirectPlan.of(block, context, first, ROWS_MAX)
                .map(plan -> new DirectRun(block, context, plan, eddy));
    }

    @Override
    public void begin() throws InterruptedException {
        if (begun) {
            return;
        }
        begun = true;
        if (!enter()) {
            return;
        }
        try {
            if (!carriedOut()) {
                Execution started = eddy.get();
                instead = started;
                handOn(started);
            }
        } catch (TelegraphException e) {
            fail(e);
        } catch (InterruptedException e) {
            fail(TelegraphException.cancelled("the query was cancelled"));
        } catch (IOException e) {
            fail(TelegraphException.input("a source cannot be read: " + e.getMessage(), e));
        } catch (NotBrief e) {
            throw e;
        } catch (RuntimeException | Error e) {
            fail(TelegraphException.bug("a block failed: " + e, e));
        } finally {
            leave();
        }
        Execution started = instead;
        if (started != null) {
            // It may be one that whoever takes has to begin.
            started.begin();
        }
    }

    /// Says who reads, so that he can be interrupted; false if nobody wants to know any more.
    private synchronized boolean enter() {
        if (failure != null) {
            return false;
        }
        reading = Thread.currentThread();
        return true;
    }

    private synchronized void leave() {
        reading = null;
        notifyAll();
        if (failure != null) {
            // It has been told by the failure; the thread has other things to do.
            Thread.interrupted();
        }
    }

    private synchronized void fail(TelegraphException reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    private synchronized boolean hasFailed() {
        return failure != null;
    }

    /// Tells an eddy that was started while somebody cancelled.
    private void handOn(Execution started) {
        TelegraphException reason;
        synchronized (this) {
            reason = failure;
        }
        if (reason != null) {
            started.cancel(reason.getMessage());
        }
    }

    /// Does all of it; false if that is too long, and nothing was done.
    private boolean carriedOut() throws InterruptedException, IOException {
        region = context.region().child("direct");
        try {
            // Rows of a join that belong to one row of the first input are not cut apart.
            long wanted = plan.steps().size() == 1 ? context.rowsWanted() : -1;
            result = DirectResult.of(block.output(), region, wanted, output);
            try (DirectJoin join =
                    new DirectJoin(block.fork(), context, region, counts, ROWS_MAX, this::read)) {
                join.run(plan, result);
                result.end();
            }
            counts.ended(plan);
            return true;
        } catch (DirectJoin.TooLong | StackOverflowError e) {
            // An eddy's workers have the stacks for expressions as deep as a statement has them.
            forget();
            return false;
        } catch (TelegraphException e) {
            if (e.kind() != TelegraphException.Kind.RESOURCE) {
                throw e;
            }
            // An eddy keeps less at once, and can put rows aside on disk.
            forget();
            return false;
        }
    }

    private void forget() {
        output.forEach(Batch::unpin);
        output.clear();
        if (result != null) {
            result.close();
            result = null;
        }
        region.close();
        region = null;
    }

    private List<Batch> read(int input, Reader reader) throws InterruptedException, IOException {
        Block.Input in = block.inputs().get(input);
        List<Type> types = in.source().schema().types(in.columns());
        try (DirectSink sink =
                new DirectSink(region, types, counts.meter(input), this::hasFailed, resources)) {
            reader.read(sink);
            return sink.take();
        }
    }

    @Override
    public Batch take() throws InterruptedException {
        begin();
        if (instead != null) {
            return instead.take();
        }
        synchronized (this) {
            if (failure != null) {
                throw failure;
            }
        }
        return output.poll();
    }

    @Override
    public boolean isReady() {
        Execution started = instead;
        return started == null || started.isReady();
    }

    @Override
    public List<Batch> snapshot(int groupsMax) {
        Execution started = instead;
        return started == null ? List.of() : started.snapshot(groupsMax);
    }

    @Override
    public Optional<Estimates> estimates(int groupsMax, Confidence confidence)
            throws InterruptedException {
        Execution started = instead;
        return started == null ? Optional.empty() : started.estimates(groupsMax, confidence);
    }

    @Override
    public int cohort() {
        Execution started = instead;
        return started == null ? -1 : started.cohort();
    }

    @Override
    public List<Progress> progress() {
        Execution started = instead;
        return started == null ? counts.progress() : started.progress();
    }

    @Override
    public List<Routes> routes() {
        Execution started = instead;
        if (started != null) {
            return started.routes();
        }
        return result == null ? List.of() : List.of(counts.routes());
    }

    @Override
    public void cancel(String reason) {
        synchronized (this) {
            fail(TelegraphException.cancelled(reason));
            if (reading != null) {
                reading.interrupt();
            }
        }
        resources.close();
        Execution started = instead;
        if (started != null) {
            started.cancel(reason);
        }
    }

    private synchronized void awaitReader() throws InterruptedException {
        while (reading != null && reading != Thread.currentThread()) {
            wait();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        cancel("the execution was closed");
        Uninterruptibly.await(this::awaitReader);
        if (instead != null) {
            instead.close();
        }
        if (region != null) {
            forget();
        }
    }
}
