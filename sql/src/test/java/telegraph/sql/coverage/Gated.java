package telegraph.sql.coverage;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.engine.Access;
import telegraph.engine.Bounds;
import telegraph.engine.Frame;
import telegraph.engine.LookupRequest;
import telegraph.engine.Meter;
import telegraph.engine.Reader;
import telegraph.engine.ScanRequest;
import telegraph.engine.Schema;
import telegraph.engine.Sink;
import telegraph.engine.Source;
import telegraph.engine.Traits;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;

/// A source whose units end only as far as somebody lets them, so that no cohort passes unseen.
///
/// Rows of later units come meanwhile, as they do in life; only their ends are held back.
///
/// Threads: any.
final class Gated implements Source {
    private final Source inner;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private long open;

    Gated(Source inner) {
        this.inner = inner;
    }

    /// From now on units of rank below `ranks` may end, and no others.
    void open(long ranks) {
        lock.lock();
        try {
            open = ranks;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void await(int rank) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (rank >= open) {
                moved.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public Schema schema() {
        return inner.schema();
    }

    @Override
    public Access access() {
        return inner.access();
    }

    @Override
    public Traits traits() {
        return inner.traits();
    }

    @Override
    public Optional<Bounds> bounds(int column) {
        return inner.bounds(column);
    }

    @Override
    public OptionalLong sampledBytes() {
        return inner.sampledBytes();
    }

    @Override
    public Reader scan(ScanRequest request) {
        Reader reader = inner.scan(request);
        return sink -> reader.read(new Held(sink));
    }

    @Override
    public Reader lookup(LookupRequest request) {
        return inner.lookup(request);
    }

    /// The sink, with its ends of units held back.
    private final class Held implements Sink {
        private final Sink sink;

        Held(Sink sink) {
            this.sink = sink;
        }

        @Override
        public BatchBuilder builder() {
            return sink.builder();
        }

        @Override
        public void emit(Batch batch) throws InterruptedException {
            sink.emit(batch);
        }

        @Override
        public void frame(Frame frame) {
            sink.frame(frame);
        }

        @Override
        public void emit(int unit, Batch batch) throws InterruptedException {
            sink.emit(unit, batch);
        }

        @Override
        public void unitEnded(int unit) {
            try {
                await(unit);
                sink.unitEnded(unit);
            } catch (InterruptedException e) {
                // The query is over, and what ended in it concerns nobody.
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void unitLost(int unit, String reason) {
            sink.unitLost(unit, reason);
        }

        @Override
        public void distrust(String reason) {
            sink.distrust(reason);
        }

        @Override
        public Meter meter() {
            return sink.meter();
        }

        @Override
        public boolean cancelled() {
            return sink.cancelled();
        }

        @Override
        public Registration closeOnCancel(AutoCloseable resource) {
            return sink.closeOnCancel(resource);
        }
    }
}
