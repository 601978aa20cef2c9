package telegraph.engine.flow;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;

/// Batches of the result on their way to the client, at most so many bytes of them.
///
/// A batch larger than the limit passes when the queue is empty.
///
/// Threads: workers put, one client takes. Memory: owns a pin of each batch in it.
public final class OutputQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition emptied = lock.newCondition();
    private final ArrayDeque<Batch> batches = new ArrayDeque<>();
    private final long bytesMax;
    private long bytes;
    private boolean ended;
    private TelegraphException failure;

    public OutputQueue(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// Hands over a batch with its pin; waits for room. After a failure the batch is dropped.
    public void put(Batch batch) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (failure == null && !batches.isEmpty() && bytes + batch.heldBytes() > bytesMax) {
                emptied.await();
            }
            if (failure != null) {
                batch.unpin();
                return;
            }
            batches.add(batch);
            bytes += batch.heldBytes();
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    /// The next batch with its pin, or null at the end.
    public Batch take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (failure == null && batches.isEmpty() && !ended) {
                filled.await();
            }
            if (failure != null) {
                throw failure;
            }
            Batch batch = batches.poll();
            if (batch != null) {
                bytes -= batch.heldBytes();
                emptied.signalAll();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /// Whether [#take] would not wait.
    public boolean isReady() {
        lock.lock();
        try {
            return failure != null || ended || !batches.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// Whether the client has taken all there is.
    public boolean isEmpty() {
        lock.lock();
        try {
            return batches.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// No more batches will come.
    public void end() {
        lock.lock();
        try {
            ended = true;
            filled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Makes [#take] throw from now on, unless all was taken already.
    public void fail(TelegraphException reason) {
        lock.lock();
        try {
            if (failure == null && !(ended && batches.isEmpty())) {
                failure = reason;
            }
            drain();
            filled.signalAll();
            emptied.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Drops what nobody took.
    public void drain() {
        lock.lock();
        try {
            batches.forEach(Batch::unpin);
            batches.clear();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
