package telegraph.query.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.engine.BatchStream;
import telegraph.engine.Routes;
import telegraph.engine.meter.Progress;
import telegraph.ground.Job;
import telegraph.ground.TelegraphException;
import telegraph.ground.Uninterruptibly;
import telegraph.language.DeepThread;
import telegraph.memory.Batch;
import telegraph.memory.BatchStore;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.query.block.SharedRel;

/// Runs a shared part of a plan once, on a thread of its own, and gives its batches to each reader
/// from the first on.
///
/// ```
/// run ──batches──▶ [ b0 b1 b2 … bn ) ◀── reader 1 at b2
///                                  ◀── reader 2 at bn, waits
/// ```
///
/// Invariants: batches are only added; a reader sees all of them, in order; the thread runs on
/// although a reader is slow, so two readers that wait for each other cannot block it. The batches
/// lie in a store, which spills, until the query ends.
///
/// Threads: any.
final class SharedRun implements AutoCloseable {
    private final PlanRun run;
    private final RowForm form;
    private final Region region;
    private final BatchStore batches;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Job job;
    private boolean ended;
    private RuntimeException failure;

    SharedRun(SharedRel rel, PlanRun run, RunContext context) {
        this.run = run;
        this.form = RowForm.of(rel);
        this.region = context.region().child(rel.key());
        this.batches = new BatchStore(region);
        this.job = DeepThread.unstarted(context.engine().query() + " " + rel.key(), this::fill);
        job.start();
    }

    private void fill() {
        RuntimeException failed = null;
        try {
            BatchStream stream = run.stream();
            for (Batch batch = StreamRows.take(stream);
                    batch != null;
                    batch = StreamRows.take(stream)) {
                add(batch);
            }
        } catch (RuntimeException e) {
            failed = e;
        } catch (Error e) {
            // Its readers wait for rows or for this.
            failed = TelegraphException.bug("a shared part of the query failed: " + e, e);
        }
        lock.lock();
        try {
            ended = true;
            failure = failed;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(Batch batch) {
        try {
            batches.append(batch);
        } finally {
            batch.unpin();
        }
        lock.lock();
        try {
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// All batches, from the first on; waits for those still to come.
    BatchStream follow() {
        return new Follower();
    }

    /// The rows so far, or empty if they are too many for a snapshot.
    ///
    /// @param result whether they are those of the result, and no input of generated code
    Optional<List<Object[]>> snapshot(boolean result) {
        List<Object[]> sofar = new ArrayList<>();
        int size = batches.size();
        for (int b = 0; b < size; b++) {
            Batch batch = batches.pin(b);
            try {
                if (sofar.size() + batch.rows() > BlockRun.KEPT_MAX) {
                    return Optional.empty();
                }
                sofar.addAll(result ? form.shown(batch) : form.internal(batch));
            } finally {
                batch.unpin();
            }
        }
        return Optional.of(sofar);
    }

    void progress(List<Progress> to) {
        run.progress(to);
    }

    void routes(List<Routes> to) {
        run.routes(to);
    }

    void cancel(String reason) {
        run.cancel(reason);
    }

    @Override
    public void close() {
        run.cancel("the query ended");
        job.interrupt();
        Uninterruptibly.await(job::join);
        run.close();
        batches.close();
        region.close();
    }

    /// A reader's place among the batches.
    private final class Follower implements BatchStream {
        private int at;

        @Override
        public List<Type> types() {
            return form.types();
        }

        @Override
        public Batch next() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (at >= batches.size() && !ended) {
                    news.await();
                }
                if (at >= batches.size()) {
                    if (failure != null) {
                        throw failure;
                    }
                    return null;
                }
            } finally {
                lock.unlock();
            }
            return batches.pin(at++);
        }

        @Override
        public boolean isReady() {
            lock.lock();
            try {
                return ended || at < batches.size();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            // Others may still read.
        }
    }
}
