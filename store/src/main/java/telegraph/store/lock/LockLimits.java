package telegraph.store.lock;

/// The limits of a lock manager.
///
/// @param timeoutMillis how long a lock is waited for
/// @param deadlockMillis how long before a deadlock is looked for
/// @param escalationLocks keys of one container that an owner locks before it may lock the whole
/// @param locksMax locks of all owners together, those of which they keep the memory included
/// @param locksScarce up to so many of them no owner locks a whole container in place of its keys,
///   since that keeps all others from keys it does not need
public record LockLimits(
        long timeoutMillis,
        long deadlockMillis,
        int escalationLocks,
        int locksMax,
        int locksScarce) {
    private static final int LOCKS_MAX = 1 << 20;

    /// With a million locks at most, which are scarce from the first one on.
    public LockLimits(long timeoutMillis, long deadlockMillis, int escalationLocks) {
        this(timeoutMillis, deadlockMillis, escalationLocks, LOCKS_MAX, 0);
    }

    /// With a million locks at most, which are scarce when a quarter is taken.
    public static LockLimits ofStore(long timeoutMillis, long deadlockMillis, int escalationLocks) {
        return new LockLimits(
                timeoutMillis, deadlockMillis, escalationLocks, LOCKS_MAX, LOCKS_MAX / 4);
    }

    public LockLimits {
        if (timeoutMillis < 0
                || deadlockMillis < 0
                || escalationLocks < 1
                || locksMax < 1
                || locksScarce < 0) {
            throw new IllegalArgumentException(
                    "limits of locks are positive: timeoutMillis="
                            + timeoutMillis
                            + " deadlockMillis="
                            + deadlockMillis
                            + " escalationLocks="
                            + escalationLocks
                            + " locksMax="
                            + locksMax
                            + " locksScarce="
                            + locksScarce);
        }
    }
}
