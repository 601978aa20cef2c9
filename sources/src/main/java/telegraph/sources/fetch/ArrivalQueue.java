package telegraph.sources.fetch;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.Ticker;

/// What comes from elsewhere, in order, for somebody who waits no longer than a [Ticker] allows.
///
/// As many wait in it as are asked for. Threads: any.
final class ArrivalQueue<T> {
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<T> waiting = new ArrayDeque<>();

    ArrivalQueue(Ticker ticker) {
        this.ticker = ticker;
    }

    void add(T next) {
        lock.lock();
        try {
            waiting.add(next);
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    /// The first, or null if none is there in time.
    T poll(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (waiting.isEmpty() && left > 0) {
                left = ticker.await(arrived, left);
            }
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }
}
