package telegraph.engine.flow;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import telegraph.ground.Ticker;

/// The workers of a block that have nothing to do now, and who of them is woken.
///
/// Two kinds wait. *Idle* ones take whatever there is. Those that *pause* have a unit in hand and
/// take only what goes before it ([Inbox#before]).
///
/// Invariants:
///
/// 1. What both kinds take wakes one of either, an idle one first.
/// 2. What only idle ones take wakes no other, who would go back to sleep and leave it lying.
///
/// Threads: those that hold the inbox's lock.
final class WaitSet {
    private final ReentrantLock lock;
    private final Ticker ticker;
    private final Condition idle;
    private final Condition paused;

    WaitSet(ReentrantLock lock, Ticker ticker) {
        this.lock = lock;
        this.ticker = ticker;
        this.idle = lock.newCondition();
        this.paused = lock.newCondition();
    }

    /// Waits without a unit in hand.
    void idle() throws InterruptedException {
        idle.await();
    }

    /// The same for so long at most; whether nobody woke the worker before.
    boolean idle(long nanosMax) throws InterruptedException {
        return ticker.await(idle, nanosMax) <= 0;
    }

    /// Waits with a unit in hand.
    void pause() throws InterruptedException {
        paused.await();
    }

    /// Something is there that any worker takes.
    void wakeOne() {
        if (lock.hasWaiters(idle)) {
            idle.signal();
        } else {
            paused.signal();
        }
    }

    /// Something is there that workers take who have nothing else to do.
    void wakeIdle() {
        idle.signal();
    }

    void wakeAll() {
        idle.signalAll();
        paused.signalAll();
    }
}
