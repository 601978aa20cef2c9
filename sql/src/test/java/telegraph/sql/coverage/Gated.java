package telegraph.sql.coverage;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Access;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Frame;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;

/// A source whose units end only as far as somebody lets them, so that no cohort passes unseen.
///
/// Rows of later units come meanwhile, as they do in life; only their ends are kept until the gate
/// opens. When [#KEPT_MAX] are kept the reader waits, so that it does not read what nobody looks
/// at.
///
/// Threads: any.
final class Gated implements Source {
    /// More than any reader has under way at once: one that hands over its units in turn would wait
    /// for itself.
    private static final int KEPT_MAX = 12;

    private final Source inner;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Map<Integer, Sink> kept = new HashMap<>();
    private long open;
    private volatile int lost;

    Gated(Source inner) {
        this.inner = inner;
    }

    /// Closes the gate for another query.
    void reset() {
        lock.lock();
        try {
            kept.clear();
            open = 0;
            lost = Integer.MAX_VALUE;
        } finally {
            lock.unlock();
        }
    }

    /// From now on units of rank below `ranks` may end.
    void open(long ranks) {
        Map<Integer, Sink> ending = new HashMap<>();
        lock.lock();
        try {
            open = ranks;
            kept.forEach((rank, sink) -> take(rank, sink, ending));
            kept.keySet().removeAll(ending.keySet());
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        ending.forEach((rank, sink) -> sink.unitEnded(rank));
    }

    /// The lowest rank of the units given up, or `Integer.MAX_VALUE`.
    int lost() {
        return lost;
    }

    private void take(int rank, Sink sink, Map<Integer, Sink> to) {
        if (rank < open) {
            to.put(rank, sink);
        }
    }

    /// Whether a unit may end now; if not it is kept.
    private boolean passes(int rank, Sink sink) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (rank >= open && kept.size() >= KEPT_MAX) {
                moved.await();
            }
            if (rank >= open) {
                kept.put(rank, sink);
            }
            return rank < open;
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
        public Region memory() {
            return sink.memory();
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
                if (passes(unit, sink)) {
                    sink.unitEnded(unit);
                }
            } catch (InterruptedException e) {
                // The query is over, and what ended in it concerns nobody.
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void unitLost(int unit, String reason) {
            sink.unitLost(unit, reason);
            synchronized (Gated.this) {
                lost = Math.min(lost, unit);
            }
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
