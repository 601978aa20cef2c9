package telegraph.engine.aggregate;

import telegraph.memory.Region;

/// Counts the heap bytes of a grouping against its region.
///
/// Threads: one at a time.
final class Account {
    private final Region region;
    private long charged;

    Account(Region region) {
        this.region = region;
    }

    /// @throws telegraph.memory.TelegraphException if the limit does not allow it
    void grow(long bytes) {
        region.charge(bytes);
        charged += bytes;
    }

    void release() {
        region.discharge(charged);
        charged = 0;
    }
}
