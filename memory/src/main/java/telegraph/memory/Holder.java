package telegraph.memory;

/// Somebody who holds bytes of a region and can give some back, by writing them to disk or by
/// forgetting what can be had again.
@FunctionalInterface
public interface Holder {
    /// Gives back up to `bytesWanted` bytes, or as many as it can without blocking on another
    /// thread; returns how many. Called by the thread whose request did not fit, with no lock of
    /// the memory module held.
    long release(long bytesWanted);

    /// Whether it has anything that it could give back, be it not at once. Nobody waits for one
    /// that has nothing.
    default boolean holdsAny() {
        return true;
    }
}
