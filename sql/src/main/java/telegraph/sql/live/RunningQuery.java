package telegraph.sql.live;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import telegraph.ground.Job;
import telegraph.ground.TelegraphException;
import telegraph.language.DeepThread;
import telegraph.memory.Region;
import telegraph.query.value.ValueFailures;
import telegraph.sql.Event;
import telegraph.sql.Query;

/// A statement on a thread of its own, and the gate its events pass: in order, one at a time, none
/// after the last.
///
/// Threads: the statement's own calls `emit`, so does the reporter; any may cancel and join.
public final class RunningQuery implements Query {
    /// What a statement does; it returns when it is done.
    @FunctionalInterface
    public interface Work {
        /// @return the event that ends the statement well
        Event.End run(RunningQuery query) throws InterruptedException;
    }

    private final String id;
    private final StatementChannel channel;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Job job;
    private volatile String cancelled;
    private volatile boolean abandoned;
    private final List<Region> regions = new CopyOnWriteArrayList<>();
    private Runnable onCancel = () -> {};
    private boolean last;

    public RunningQuery(String id, StatementChannel channel, Work work) {
        this.id = id;
        this.channel = channel;
        this.job = DeepThread.unstarted(id, () -> run(work));
    }

    /// One that is not started, for a look at what a statement would do.
    public static RunningQuery unstarted(String id, Consumer<Event> listener) {
        return new RunningQuery(
                id,
                StatementChannel.to(listener),
                _ -> {
                    throw new IllegalStateException("a look is not started");
                });
    }

    public RunningQuery start() {
        job.start();
        return this;
    }

    /// Does on this thread what a statement of this name does.
    ///
    /// @throws TelegraphException as the statement would fail on its own
    public <T> T here(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            throw told(e);
        }
    }

    private void run(Work work) {
        Event end;
        try {
            end = work.run(this);
        } catch (InterruptedException | RuntimeException | Error e) {
            end = new Event.Failed(told(e));
        }
        try {
            emitLast(end);
        } finally {
            ended.countDown();
        }
    }

    /// What the user is told of a failure.
    private TelegraphException told(Throwable failure) {
        return switch (failure) {
            case TelegraphException e ->
                    cancelled == null ? e : TelegraphException.cancelled(cancelled);
            case InterruptedException _ -> TelegraphException.cancelled(reason());
            default -> failure(failure);
        };
    }

    /// What a failure that is no message of ours comes down to.
    private TelegraphException failure(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cancelled != null) {
                return TelegraphException.cancelled(cancelled);
            }
            if (cause instanceof TelegraphException known) {
                return known;
            }
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return switch (root) {
            case Error _,
                    NullPointerException _,
                    ClassCastException _,
                    IllegalStateException _,
                    IndexOutOfBoundsException _,
                    UnsupportedOperationException _ ->
                    TelegraphException.bug(
                            "this should not happen, please report it: query="
                                    + id
                                    + " cause="
                                    + root,
                            e);
            default -> ValueFailures.of(e);
        };
    }

    private String reason() {
        return cancelled == null ? "the query was cancelled" : cancelled;
    }

    /// Passes an event on, unless the last one has gone.
    public synchronized void emit(Event event) {
        if (!last) {
            channel.listener().accept(event);
        }
    }

    private synchronized void emitLast(Event event) {
        if (!last) {
            last = true;
            channel.listener().accept(event);
        }
    }

    /// Whether snapshots of its answer are wanted while it is not complete.
    public boolean isLive() {
        return channel.live();
    }

    /// What COPY FROM STDIN reads; empty for a door that does not copy.
    public Optional<InputStream> input() {
        return channel.input();
    }

    public boolean isCancelled() {
        return cancelled != null;
    }

    /// Has `action` run on cancel; at once if that was before.
    void onCancel(Runnable action) {
        boolean now;
        synchronized (job) {
            onCancel = action;
            now = cancelled != null;
        }
        if (now) {
            action.run();
        }
    }

    /// Says where it has its memory.
    public Region in(Region region) {
        regions.add(region);
        return region;
    }

    @Override
    public long memory() {
        return regions.stream().mapToLong(Region::used).sum();
    }

    @Override
    public long memoryPeak() {
        return regions.stream().mapToLong(Region::peak).max().orElse(0);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public void cancel() {
        cancel("the query was cancelled");
    }

    @Override
    public void abandon() {
        abandoned = true;
        cancel("nobody wants the rows of the query any more");
    }

    public boolean isAbandoned() {
        return abandoned;
    }

    @Override
    public void cancel(String why) {
        Runnable action;
        synchronized (job) {
            if (cancelled != null) {
                return;
            }
            cancelled = why;
            action = onCancel;
        }
        job.interrupt();
        action.run();
    }

    @Override
    public void join() throws InterruptedException {
        ended.await();
    }
}
