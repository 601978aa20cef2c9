package telegraph.store;

import java.util.concurrent.atomic.AtomicInteger;
import telegraph.store.lock.LockManager;
import telegraph.store.lock.LockOwner;
import telegraph.store.lock.RowMode;
import telegraph.store.tree.TreeLocks;

/// Answers the tree's questions about locks for one transaction.
///
/// Threads: the transaction's.
final class LockGuard implements TreeLocks {
    private final LockManager locks;
    private final LockOwner owner;
    private final AtomicInteger serializables;
    private boolean ended;

    /// @param serializables how many serializable transactions are open: only they lock gaps
    LockGuard(LockManager locks, LockOwner owner, AtomicInteger serializables) {
        this.locks = locks;
        this.owner = owner;
        this.serializables = serializables;
    }

    /// Whether the transaction has ended and only cleans up: then what it locked itself is nobody's
    /// need.
    void ended(boolean hasEnded) {
        ended = hasEnded;
    }

    @Override
    public boolean mayPurge(int container, Bytes key) {
        long hash = KeyHash.of(key);
        return ended
                ? locks.isFree(owner, container, hash, RowMode.X_GAP)
                : !locks.isLocked(container, hash);
    }

    @Override
    public boolean gapsMatter() {
        return serializables.get() > 0;
    }

    private static long gapHash(Bytes next) {
        return next.length() == 0 ? KeyHash.END : KeyHash.of(next);
    }

    @Override
    public boolean mayInsert(int container, Bytes key, Bytes next) {
        long hash = gapHash(next);
        if (!locks.isFree(owner, container, hash, RowMode.INSERT)) {
            return false;
        }
        // The gap is in two from now on, and whoever has it locked has both parts.
        return !locks.holds(owner, container, hash, RowMode.GAP)
                || locks.tryLock(owner, container, KeyHash.of(key), RowMode.X_GAP);
    }

    @Override
    public void awaitInsert(int container, Bytes key, Bytes next) {
        long hash = gapHash(next);
        locks.await(owner, container, hash, RowMode.INSERT);
        if (locks.holds(owner, container, hash, RowMode.GAP)) {
            locks.lock(owner, container, KeyHash.of(key), RowMode.X_GAP);
        }
    }
}
