package telegraph.store;

/// The limits and habits of a store.
///
/// @param cacheBytes memory for pages, of which there are 32 at least
/// @param durability what a commit waits for
/// @param lockTimeoutMillis how long a transaction waits for a lock before it gives up
/// @param deadlockMillis how long it waits before it looks for a deadlock
/// @param escalationLocks keys of one container that a transaction locks before it locks the whole
/// @param checkpointBytes log written between two checkpoints
/// @param transactionsMax transactions open at once
public record StoreOptions(
        long cacheBytes,
        Durability durability,
        long lockTimeoutMillis,
        long deadlockMillis,
        int escalationLocks,
        long checkpointBytes,
        int transactionsMax) {
    /// What suits a laptop.
    public static final StoreOptions DEFAULT =
            new StoreOptions(128L << 20, Durability.SYNC, 60_000, 20, 5_000, 64L << 20, 1_024);

    public StoreOptions withCacheBytes(long bytes) {
        return new StoreOptions(
                bytes,
                durability,
                lockTimeoutMillis,
                deadlockMillis,
                escalationLocks,
                checkpointBytes,
                transactionsMax);
    }

    public StoreOptions withDurability(Durability other) {
        return new StoreOptions(
                cacheBytes,
                other,
                lockTimeoutMillis,
                deadlockMillis,
                escalationLocks,
                checkpointBytes,
                transactionsMax);
    }

    public StoreOptions withLockTimeoutMillis(long millis) {
        return new StoreOptions(
                cacheBytes,
                durability,
                millis,
                deadlockMillis,
                escalationLocks,
                checkpointBytes,
                transactionsMax);
    }

    public StoreOptions withEscalationLocks(int locks) {
        return new StoreOptions(
                cacheBytes,
                durability,
                lockTimeoutMillis,
                deadlockMillis,
                locks,
                checkpointBytes,
                transactionsMax);
    }

    public StoreOptions withCheckpointBytes(long bytes) {
        return new StoreOptions(
                cacheBytes,
                durability,
                lockTimeoutMillis,
                deadlockMillis,
                escalationLocks,
                bytes,
                transactionsMax);
    }

    public StoreOptions withTransactionsMax(int transactions) {
        return new StoreOptions(
                cacheBytes,
                durability,
                lockTimeoutMillis,
                deadlockMillis,
                escalationLocks,
                checkpointBytes,
                transactions);
    }
}
