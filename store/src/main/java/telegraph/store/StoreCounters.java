package telegraph.store;

/// What a store did since it was opened.
///
/// @param commits transactions committed
/// @param rollbacks transactions rolled back
/// @param lockVisits calls of the lock manager, fast ones included
/// @param lockWaits calls that had to wait
/// @param deadlocks victims
/// @param latchRetries reads begun again because a page changed under them, and waits for a latch
/// @param pagesRead pages read from the disk
/// @param pagesWritten pages written to it
/// @param logBytes bytes appended to the log
/// @param logSyncs times the log was forced to the disk
/// @param checkpoints checkpoints completed
public record StoreCounters(
        long commits,
        long rollbacks,
        long lockVisits,
        long lockWaits,
        long deadlocks,
        long latchRetries,
        long pagesRead,
        long pagesWritten,
        long logBytes,
        long logSyncs,
        long checkpoints) {}
