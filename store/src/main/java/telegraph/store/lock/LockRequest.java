package telegraph.store.lock;

/// What an owner holds or waits for under one name; used again and again by its owner.
///
/// ```
///             granted  wanted
/// waiting     none     mode
/// held        mode     none
/// converting  mode     mode
/// ```
///
/// The name is `place` (see [Segment]) and `key`. All fields but `outcome` are guarded by the latch
/// of the name's segment; those who read without it check its version afterwards. A request goes
/// back to its owner only when no queue has it, and to no other owner ever.
///
/// Threads: see above.
final class LockRequest {
    static final int PENDING = 0;
    static final int GRANTED = 1;
    static final int VICTIM = 2;

    final LockOwner owner;
    long place;
    long key;
    int granted;
    int wanted;

    /// The owner has a lock of this name already, so nobody who waits goes before it.
    boolean converting;

    /// Counted in [Intentions] as more than an intention.
    boolean strong;

    /// Next in the queue of the segment, in order of arrival.
    LockRequest next;

    /// Next in a list of one use: those free, waiting or to be woken.
    LockRequest link;

    /// Where it stands in the owner's table of what it holds.
    int slot;

    Thread thread;
    long sinceNanos;
    volatile int outcome;

    LockRequest(LockOwner owner) {
        this.owner = owner;
    }

    boolean named(long aPlace, long aKey) {
        return key == aKey && place == aPlace;
    }

    boolean isWaiting() {
        return wanted != Modes.NO_MODE;
    }
}
