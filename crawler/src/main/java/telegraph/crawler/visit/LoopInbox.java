package telegraph.crawler.visit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/// Where fetchers and the resolver leave what the loop is to take up next.
///
/// A stack of letters that is swapped whole (Treiber, 1986), without a lock and without garbage: a
/// letter carries its own link. It is bounded by the number of letters there are.
///
/// Threads: any puts; one, the reader, takes and waits.
public final class LoopInbox {
    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(LoopInbox.class, "top", Letter.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// What can be put into one inbox at a time.
    public abstract static class Letter {
        private Letter next;

        /// The one that was put after this one.
        public final Letter next() {
            return next;
        }
    }

    private volatile Letter top;
    private volatile boolean nudged;
    private volatile Thread sleeper;

    /// Leaves a letter, and wakes the reader if it sleeps.
    public void put(Letter letter) {
        leave(letter);
        wake();
    }

    /// Leaves a letter for when the reader is awake: another that wakes it comes soon.
    public void leave(Letter letter) {
        Letter before = top;
        while (true) {
            letter.next = before;
            Letter found = (Letter) TOP.compareAndExchange(this, before, letter);
            if (found == before) {
                break;
            }
            before = found;
        }
    }

    /// Wakes the reader, or keeps it from falling asleep once.
    public void nudge() {
        nudged = true;
        wake();
    }

    private void wake() {
        Thread asleep = sleeper;
        if (asleep != null) {
            sleeper = null;
            LockSupport.unpark(asleep);
        }
    }

    /// All letters, the one put first in front; null if there is none. The chain ends with null.
    public Letter takeAll() {
        Letter last = top == null ? null : (Letter) TOP.getAndSet(this, null);
        Letter first = null;
        while (last != null) {
            Letter before = last.next;
            last.next = first;
            first = last;
            last = before;
        }
        return first;
    }

    public boolean isEmpty() {
        return top == null;
    }

    /// Waits until there may be a letter, a nudge came, or the time is over.
    public void await(long nanos) {
        sleeper = Thread.currentThread();
        if (top == null && !nudged && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
        sleeper = null;
        nudged = false;
    }
}
