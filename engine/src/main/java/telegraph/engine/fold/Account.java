package telegraph.engine.fold;

import telegraph.ground.TelegraphException;
import telegraph.memory.Region;

/// Counts the heap bytes of a grouping against its region.
///
/// Threads: one at a time.
public final class Account {
    private final Region region;
    private long charged;

    public Account(Region region) {
        this.region = region;
    }

    /// @throws telegraph.ground.TelegraphException if the limit does not allow it
    void grow(long bytes) {
        region.charge(bytes);
        charged += bytes;
    }

    /// Like [#grow], if that leaves room for what the query cannot do without.
    ///
    /// @return whether it did
    boolean tryGrow(long bytes) {
        if (region.used() + bytes > region.limit() / 4) {
            return false;
        }
        try {
            grow(bytes);
            return true;
        } catch (TelegraphException e) {
            if (e.kind() == TelegraphException.Kind.RESOURCE) {
                return false;
            }
            throw e;
        }
    }

    /// Gives back a part.
    void shrink(long bytes) {
        region.discharge(bytes);
        charged -= bytes;
    }

    public void release() {
        region.discharge(charged);
        charged = 0;
    }
}
