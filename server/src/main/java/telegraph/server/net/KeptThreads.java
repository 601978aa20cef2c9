package telegraph.server.net;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/// Virtual threads that do one thing after the other, for whoever has something to do that may
/// wait: to make one, and what it keeps for itself, is more garbage than a small statement makes.
///
/// ```
/// start ──▶ a thread that rests, or a new one ──▶ work ──▶ rest, if few do; else the end
/// ```
///
/// At most [#RESTING_MAX] rest. They are the process's, as the threads that carry them.
///
/// An interrupt of one work is not one of the next: whoever interrupts knows that the work is still
/// under way.
///
/// Threads: any.
public final class KeptThreads {
    static final int RESTING_MAX = 16;

    private static final KeptThreads OF_PROCESS = new KeptThreads();

    private final AtomicReferenceArray<Kept> resting = new AtomicReferenceArray<>(RESTING_MAX);

    KeptThreads() {}

    /// Does the work on a thread of its own.
    public static void start(Runnable work) {
        OF_PROCESS.run(work);
    }

    void run(Runnable work) {
        for (int i = 0; i < RESTING_MAX; i++) {
            Kept kept = resting.get(i) == null ? null : resting.getAndSet(i, null);
            if (kept != null) {
                kept.wake(work);
                return;
            }
        }
        Kept made = new Kept(work);
        made.thread.start();
    }

    private boolean rests(Kept kept) {
        for (int i = 0; i < RESTING_MAX; i++) {
            if (resting.get(i) == null && resting.compareAndSet(i, null, kept)) {
                return true;
            }
        }
        return false;
    }

    private final class Kept implements Runnable {
        private final Thread thread = Thread.ofVirtual().name("kept").unstarted(this);
        private volatile Runnable work;

        Kept(Runnable first) {
            work = first;
        }

        void wake(Runnable next) {
            work = next;
            LockSupport.unpark(thread);
        }

        @Override
        public void run() {
            do {
                work.run();
                work = null;
                Thread.interrupted();
            } while (rests(this) && isWoken());
        }

        private boolean isWoken() {
            while (work == null) {
                LockSupport.park(this);
                Thread.interrupted(); // one that came too late keeps it from resting no further
            }
            return true;
        }
    }
}
