package telegraph.store.lock;

/// The limits of a lock manager.
///
/// @param timeoutMillis how long a lock is waited for
/// @param deadlockMillis how long before a deadlock is looked for
/// @param escalationLocks keys of one container that an owner locks before it locks the whole
/// @param locksMax locks of all owners together, those of which they keep the memory included
public record Limits(long timeoutMillis, long deadlockMillis, int escalationLocks, int locksMax) {
    private static final int LOCKS_MAX = 1 << 20;

    /// With a million locks at most.
    public Limits(long timeoutMillis, long deadlockMillis, int escalationLocks) {
        this(timeoutMillis, deadlockMillis, escalationLocks, LOCKS_MAX);
    }

    public Limits {
        if (timeoutMillis < 0 || deadlockMillis < 0 || escalationLocks < 1 || locksMax < 1) {
            throw new IllegalArgumentException(
                    "limits of locks are positive: timeoutMillis="
                            + timeoutMillis
                            + " deadlockMillis="
                            + deadlockMillis
                            + " escalationLocks="
                            + escalationLocks
                            + " locksMax="
                            + locksMax);
        }
    }
}
