package telegraph.store;

/// What a read locks.
public enum ReadMode {
    /// What the transaction's isolation level asks for.
    PLAIN,
    /// None, and never waits: a get of a key that another transaction is changing throws
    /// [telegraph.ground.TelegraphException] with the state LOCK_NOT_AVAILABLE. Only for gets of
    /// transactions at READ COMMITTED.
    AT_ONCE,
    /// Shared locks, held until the end of the transaction, whatever its level.
    FOR_SHARE,
    /// Update locks, held until the end: others may go on reading, and none may prepare to change.
    FOR_UPDATE,
    /// As FOR_UPDATE, and never waits for a lock of the key: then a get throws as with AT_ONCE.
    FOR_UPDATE_AT_ONCE
}
