package telegraph.crawler.run;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// Threads that sleep until somebody gives back what they need, without a timer and without a lock.
///
/// A stack (Treiber, 1986) of waiters, each woken by one [#wakeOne]. Who waits registers first and
/// then looks once more, and who gives back does so before it wakes, so no wake is lost.
///
/// Threads: any.
public final class Waiters {
    private static final int WAITING = 0;
    private static final int WOKEN = 1;
    private static final int GONE = 2;

    private final AtomicReference<Waiter> top = new AtomicReference<>();

    /// One that waits, or did.
    public static final class Waiter extends AtomicInteger {
        private static final long serialVersionUID = 1L;

        private final transient Thread thread;
        private transient Waiter next;

        private Waiter(Thread thread) {
            super(WAITING);
            this.thread = thread;
        }

        /// Sleeps until woken.
        void await() throws InterruptedException {
            while (get() == WAITING) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException("the crawl ends");
                }
            }
        }

        /// Does not need to be woken any more; false if it was already, so that the wake is
        /// another's.
        boolean leave() {
            return compareAndSet(WAITING, GONE);
        }
    }

    /// Registers the current thread.
    public Waiter enter() {
        Waiter waiter = new Waiter(Thread.currentThread());
        do {
            waiter.next = top.get();
        } while (!top.compareAndSet(waiter.next, waiter));
        return waiter;
    }

    /// Wakes one of those who wait, if any does.
    public void wakeOne() {
        while (true) {
            Waiter waiter = top.get();
            if (waiter == null) {
                return;
            }
            if (top.compareAndSet(waiter, waiter.next) && waiter.compareAndSet(WAITING, WOKEN)) {
                LockSupport.unpark(waiter.thread);
                return;
            }
        }
    }
}
