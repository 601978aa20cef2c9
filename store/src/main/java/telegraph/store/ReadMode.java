package telegraph.store;

import telegraph.store.lock.RowMode;

/// What a read locks of the keys it shows, and what it does where another transaction is in the
/// way.
///
/// | lock of   | is kept, and keeps others from                                             |
/// |-----------|----------------------------------------------------------------------------|
/// | PLAIN     | what the isolation level asks for                                          |
/// | SHARE     | changing the key, and from the two below                                   |
/// | UPDATE    | preparing to change it; those who have it shared may go on                 |
/// | EXCLUSIVE | locking it at all; those who read what is committed and lock nothing go on |
///
/// Locks last until the end of the transaction, whatever its level.
public enum ReadMode {
    PLAIN(Lock.PLAIN, Patience.WAITS),
    /// Not from REPEATABLE READ on.
    AT_ONCE(Lock.PLAIN, Patience.FAILS),
    /// Not from REPEATABLE READ on.
    PASSING(Lock.PLAIN, Patience.PASSES),
    FOR_SHARE(Lock.SHARE, Patience.WAITS),
    FOR_SHARE_AT_ONCE(Lock.SHARE, Patience.FAILS),
    FOR_SHARE_PASSING(Lock.SHARE, Patience.PASSES),
    FOR_UPDATE(Lock.UPDATE, Patience.WAITS),
    FOR_UPDATE_AT_ONCE(Lock.UPDATE, Patience.FAILS),
    FOR_UPDATE_PASSING(Lock.UPDATE, Patience.PASSES),
    EXCLUSIVE(Lock.EXCLUSIVE, Patience.WAITS),
    EXCLUSIVE_AT_ONCE(Lock.EXCLUSIVE, Patience.FAILS);

    /// What is locked.
    private enum Lock {
        PLAIN,
        SHARE,
        UPDATE,
        EXCLUSIVE
    }

    /// What becomes of a key that is another's.
    enum Patience {
        /// It is waited for.
        WAITS,
        /// The read throws [telegraph.ground.TelegraphException] with the state LOCK_NOT_AVAILABLE.
        FAILS,
        /// It is passed over, as if it were not there.
        PASSES
    }

    private final Lock lock;
    private final Patience patience;

    ReadMode(Lock lock, Patience patience) {
        this.lock = lock;
        this.patience = patience;
    }

    Patience patience() {
        return patience;
    }

    /// What a key is locked with before it is read.
    ///
    /// @param keepsReads whether the transaction's level asks for locks
    RowMode row(boolean keepsReads) {
        return switch (lock) {
            case PLAIN -> keepsReads ? RowMode.S : RowMode.NONE;
            case SHARE -> RowMode.S;
            case UPDATE -> RowMode.U;
            case EXCLUSIVE -> RowMode.E;
        };
    }
}
