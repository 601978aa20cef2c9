package telegraph.testkit.simulation;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.Future;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/// For what a thread is parked, as far as the JDK knows.
final class Blockers {
    private static final MethodHandle HOLDER = holder();

    private Blockers() {}

    /// Whether a thread that nobody has woken is parked for a lock that is held by none of `ours`,
    /// or for what somebody else is to put into a library's cache: such caches have all but the
    /// first wait for a future of their own. A lock that nobody holds any more, and a future that
    /// is done, count too: whoever woke the thread has not said so yet.
    static boolean areOthers(Thread parked, Predicate<Thread> ours) {
        Object blocker = LockSupport.getBlocker(parked);
        if (blocker instanceof AbstractOwnableSynchronizer lock) {
            return lock.getClass().getEnclosingClass() == ReentrantLock.class
                    && !ours.test(holder(lock));
        }
        return blocker instanceof Future && !blocker.getClass().getName().startsWith("java.");
    }

    private static Thread holder(AbstractOwnableSynchronizer lock) {
        try {
            return (Thread) HOLDER.invokeExact(lock);
        } catch (Throwable e) {
            throw new AssertionError("a lock does not tell its holder", e);
        }
    }

    private static MethodHandle holder() {
        Class<?> lock = AbstractOwnableSynchronizer.class;
        try {
            return MethodHandles.privateLookupIn(lock, MethodHandles.lookup())
                    .unreflectGetter(lock.getDeclaredField("exclusiveOwnerThread"));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(
                    "run with --add-opens java.base/java.util.concurrent.locks=ALL-UNNAMED", e);
        }
    }
}
