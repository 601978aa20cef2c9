package telegraph.tables.change;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import telegraph.memory.Region;

/// The keys of rows that a statement has been at, in its memory.
///
/// Threads: one.
final class ChangedKeys implements AutoCloseable {
    /// Heap bytes charged for each key, beside its own.
    private static final long KEY_BYTES = 96;

    private record Key(byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    private final Region region;
    private final Set<Key> keys = new HashSet<>();

    ChangedKeys(Region parent) {
        this.region = parent.child("keys seen");
    }

    /// Whether it is new.
    boolean add(byte[] key) {
        if (!keys.add(new Key(key))) {
            return false;
        }
        region.charge(KEY_BYTES + key.length);
        return true;
    }

    @Override
    public void close() {
        region.close();
    }
}
