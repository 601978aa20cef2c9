package telegraph.engine.flow;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The workers of a block that have nothing to do now, and who of them is woken.
///
/// Threads: those that hold the inbox's lock.
final class WaitSet {
    private final Condition work;

    WaitSet(ReentrantLock lock) {
        this.work = lock.newCondition();
    }

    void await() throws InterruptedException {
        work.await();
    }

    /// The same for so long at most; whether nobody woke the worker before.
    boolean await(long nanosMax) throws InterruptedException {
        return work.awaitNanos(nanosMax) <= 0;
    }

    /// Something is there for one worker.
    void wakeOne() {
        work.signal();
    }

    void wakeAll() {
        work.signalAll();
    }
}
