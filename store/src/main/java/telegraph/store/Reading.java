package telegraph.store;

/// What a read locks.
public enum Reading {
    /// What the transaction's isolation level asks for.
    PLAIN,
    /// Shared locks, held until the end of the transaction, whatever its level.
    FOR_SHARE,
    /// Update locks, held until the end: others may go on reading, and none may prepare to change.
    FOR_UPDATE
}
