package telegraph.engine.operator;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.engine.BatchStream;
import telegraph.ground.TelegraphException;
import telegraph.ground.WorkerThreads;
import telegraph.memory.Batch;

/// Two streams that are read at the same time, so that neither keeps the other waiting.
///
/// ```
/// stream 0 ─► reader ─► [ b b   ) ┐
///                                 ├─► whoever joins
/// stream 1 ─► reader ─► [ b b b ) ┘
/// ```
///
/// A reader is at most [#WAITING_MAX] batches ahead, and waits with one more in hand; so what
/// nobody takes stays with its source.
///
/// A failure is told to whoever asks for more of its stream, after the batches before it.
///
/// Threads: one takes and closes; a reader for each stream, which an interrupt ends. Memory: owns a
/// pin of each batch that waits; the streams are the caller's to close, after this.
public final class Readers implements Arrivals {
    private static final int WAITING_MAX = 4;

    /// As much as a thread has that plans a statement: a stream may compile code when it begins,
    /// and goes down into expressions. It is reserved, and not taken as long as they are flat.
    private static final long STACK_BYTES = 256L << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition taken = lock.newCondition();
    private final Lane[] lanes;
    private boolean closed;

    /// A stream and what was read of it.
    private static final class Lane {
        private final ArrayDeque<Batch> waiting = new ArrayDeque<>();
        private Thread reader;
        private boolean ended;
        private Throwable failure;

        boolean isReady() {
            return ended || !waiting.isEmpty();
        }
    }

    /// @param name what the streams are read for
    public Readers(BatchStream first, BatchStream second, String name) {
        lanes = new Lane[] {lane(first, name), lane(second, name)};
    }

    private Lane lane(BatchStream stream, String name) {
        Lane lane = new Lane();
        lane.reader =
                WorkerThreads.make(
                        "telegraph-" + name + "-reader", STACK_BYTES, () -> read(stream, lane));
        return lane;
    }

    @Override
    public void start() {
        for (Lane lane : lanes) {
            lane.reader.start();
        }
    }

    private void read(BatchStream stream, Lane lane) {
        Throwable failed = null;
        try {
            for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
                put(batch, lane);
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            failed = e;
        }
        lock.lock();
        try {
            lane.ended = true;
            lane.failure = failed;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void put(Batch batch, Lane lane) throws InterruptedException {
        lock.lock();
        try {
            while (lane.waiting.size() >= WAITING_MAX && !closed) {
                taken.await();
            }
            if (closed) {
                throw new InterruptedException("nobody wants more rows");
            }
            lane.waiting.add(batch);
            arrived.signalAll();
        } catch (InterruptedException e) {
            batch.unpin();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isReady(int stream) {
        lock.lock();
        try {
            return lanes[stream].isReady();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int await(int preferred) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!lanes[0].isReady() && !lanes[1].isReady()) {
                arrived.await();
            }
            return lanes[preferred].isReady() ? preferred : 1 - preferred;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Batch next(int stream) throws InterruptedException {
        Lane lane = lanes[stream];
        lock.lockInterruptibly();
        try {
            while (!lane.isReady()) {
                arrived.await();
            }
            Batch batch = lane.waiting.poll();
            if (batch == null && lane.failure != null) {
                throw failed(lane.failure);
            }
            taken.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private static RuntimeException failed(Throwable failure) throws InterruptedException {
        return switch (failure) {
            case InterruptedException e -> throw e;
            case RuntimeException e -> e;
            default -> TelegraphException.bug("a stream could not be read: " + failure, failure);
        };
    }

    @Override
    public void giveBack(int stream, Batch batch) {
        lock.lock();
        try {
            lanes[stream].waiting.addFirst(batch);
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the ends of the readers.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            taken.signalAll();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        for (Lane lane : lanes) {
            lane.reader.interrupt();
        }
        for (Lane lane : lanes) {
            while (lane.reader.isAlive()) {
                try {
                    lane.reader.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            lane.waiting.forEach(Batch::unpin);
            lane.waiting.clear();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
