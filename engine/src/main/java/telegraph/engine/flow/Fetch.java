package telegraph.engine.flow;

import java.io.IOException;
import java.util.List;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Morsels;
import telegraph.engine.source.Reader;
import telegraph.engine.source.Sink;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// One run of a reader on a virtual thread, and the sink it writes to.
///
/// Cancelling interrupts the thread and closes the resources it registered, once each.
///
/// Threads: any.
final class Fetch implements Sink, Places.Request {
    private final Target target;
    private final Thread thread;
    private final Resources resources = new Resources();
    private volatile boolean cancelled;
    private volatile boolean cut;
    private volatile boolean fixed;

    /// Where the batches go, and what they look like.
    ///
    /// @param places those its requests take, or null if they need none
    record Target(
            String source,
            Region region,
            List<Type> types,
            Meter meter,
            Deliverer emit,
            UnitTracker drawing,
            Places places) {}

    /// Takes batches with their pins.
    @FunctionalInterface
    interface Deliverer {
        /// @param unit its unit's rank, or -1 if it has none
        void deliver(int unit, Batch batch) throws InterruptedException;

        /// Has workers read the units; false if that is not for these rows.
        default boolean pull(Morsels morsels) throws InterruptedException, IOException {
            return false;
        }
    }

    /// Hears how a fetch ended.
    @FunctionalInterface
    interface Ending {
        /// @param failure why, or null if the reader returned; after a cancellation always null
        void ended(Fetch fetch, TelegraphException failure);
    }

    Fetch(String name, Target target, Reader reader, Ending ending) {
        this.target = target;
        this.thread = Thread.ofVirtual().name(name).unstarted(() -> run(reader, ending));
    }

    void start() {
        thread.start();
    }

    private void run(Reader reader, Ending ending) {
        TelegraphException failure = null;
        try {
            reader.read(this);
        } catch (TelegraphException e) {
            failure = e;
        } catch (InterruptedException e) {
            failure = TelegraphException.cancelled("reading was interrupted: source=" + name());
        } catch (IOException e) {
            failure =
                    TelegraphException.input(
                            "source \"" + name() + "\" cannot be read: " + reason(e), e);
        } catch (RuntimeException | Error e) {
            failure = TelegraphException.bug("source \"" + name() + "\" failed: " + e, e);
        }
        ending.ended(this, cancelled ? null : failure);
    }

    private String name() {
        return target.source();
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    @Override
    public BatchBuilder builder() {
        return new BatchBuilder(target.region(), target.types());
    }

    @Override
    public Region memory() {
        return target.region();
    }

    @Override
    public void frame(Frame frame) {
        target.drawing().begin(frame);
    }

    @Override
    public void emit(Batch batch) throws InterruptedException {
        emit(-1, batch);
    }

    @Override
    public void unitEnded(int unit) {
        target.drawing().ended(unit);
    }

    @Override
    public void unitLost(int unit, String reason) {
        target.drawing().lost(unit, reason);
    }

    @Override
    public void distrust(String reason) {
        target.drawing().distrust(reason);
    }

    @Override
    public void emit(int unit, Batch batch) throws InterruptedException {
        if (cancelled) {
            batch.unpin();
            throw new InterruptedException("nobody wants more rows: source=" + name());
        }
        if (batch.rows() == 0) {
            batch.unpin();
            return;
        }
        target.emit().deliver(unit, batch);
    }

    @Override
    public void pull(Morsels morsels) throws InterruptedException, IOException {
        if (cancelled) {
            throw new InterruptedException("nobody wants more rows: source=" + name());
        }
        if (!target.emit().pull(morsels)) {
            Sink.super.pull(morsels);
        }
    }

    @Override
    public <T> T inPlace(boolean again, Request<T> request) throws InterruptedException {
        if (target.places() != null) {
            return target.places().scan(again, request, target.meter());
        }
        fixed |= !again;
        return request.send();
    }

    @Override
    public Meter meter() {
        return target.meter();
    }

    @Override
    public boolean cancelled() {
        return cancelled;
    }

    @Override
    public Registration closeOnCancel(AutoCloseable resource) {
        return resources.add(resource);
    }

    void cancel() {
        cancelled = true;
        thread.interrupt();
        resources.close();
    }

    @Override
    public boolean cut() {
        if (fixed) {
            return false;
        }
        cut = true;
        cancel();
        return true;
    }

    /// Whether it was cut off, so that rows may be missing.
    boolean isCut() {
        return cut;
    }

    void join() throws InterruptedException {
        thread.join();
    }
}
