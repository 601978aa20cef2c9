package telegraph.store;

/// A lock that a transaction holds or waits for, for people to look at.
///
/// @param transaction the id of the transaction
/// @param container what the lock is on, or in
/// @param key the hash of the key, or empty if the whole container is locked
/// @param mode such as `IX`, `X` or `S+gap`
/// @param waitedMillis how long it has been waiting, or -1 if it is held
public record LockState(
        long transaction, int container, String key, String mode, long waitedMillis) {
    public boolean isHeld() {
        return waitedMillis < 0;
    }
}
