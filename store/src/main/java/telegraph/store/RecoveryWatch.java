package telegraph.store;

/// Hears how far the recovery of a store is.
///
/// Threads: the one that opens the store, which waits for it.
@FunctionalInterface
public interface RecoveryWatch {
    /// Somebody who does not mind.
    RecoveryWatch NOBODY = (logBytes, part) -> {};

    /// Another piece of the log was gone over.
    ///
    /// @param logBytes how long the log is that must be gone over
    /// @param part how much of the work is done, from 0 to 1; never less than before
    void recovering(long logBytes, double part);
}
