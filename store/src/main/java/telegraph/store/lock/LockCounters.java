package telegraph.store.lock;

/// What a lock manager did since it was made.
///
/// @param visits calls of it, those that found all they needed with the owner included
/// @param waits calls that had to wait
/// @param deadlocks victims
/// @param timeouts waits given up
/// @param escalations containers locked whole in place of many of their keys
public record LockCounters(
        long visits, long waits, long deadlocks, long timeouts, long escalations) {}
