package telegraph.engine.stem;

import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// Counts tuples and the different keys they have: as many lookups as the keys need, if all of them
/// are looked up.
///
/// It counts to [#KEYS_MAX] keys, by their hashes; what comes later is taken to be like what came
/// until then.
///
/// Threads: any. Memory: charged to a region, and free with that.
public final class KeyCensus {
    static final int KEYS_MAX = 1 << 16;
    private static final int SLOTS_FIRST = 1 << 8;

    private final Region region;
    private final int[] present = new int[Batch.ROWS_MAX];
    private final long[] hashes = new long[Batch.ROWS_MAX];
    private long[] slots = new long[SLOTS_FIRST];
    private int keys;
    private long tuples;

    public KeyCensus(Region region) {
        this.region = region;
        region.charge((Integer.BYTES + Long.BYTES) * (long) Batch.ROWS_MAX);
        region.charge((long) SLOTS_FIRST * Long.BYTES);
    }

    /// Counts the selected tuples. One that has NULL in its key needs no lookup.
    ///
    /// @param key the columns of the key, none if all tuples have the same
    public synchronized void add(Vector[] key, int[] selection, int count) {
        if (keys >= KEYS_MAX) {
            return;
        }
        int whole = 0;
        for (int i = 0; i < count; i++) {
            if (!hasNull(key, selection[i])) {
                present[whole++] = selection[i];
            }
        }
        KeyHashes.hash(key, present, whole, hashes);
        for (int i = 0; i < whole; i++) {
            long hash = hashes[present[i]];
            add(hash == 0 ? 1 : hash);
        }
        tuples += count;
    }

    private static boolean hasNull(Vector[] key, int at) {
        for (Vector column : key) {
            if (column.nulls[at]) {
                return true;
            }
        }
        return false;
    }

    private void add(long hash) {
        if (2 * keys >= slots.length) {
            grow();
        }
        if (put(slots, hash)) {
            keys++;
        }
    }

    private void grow() {
        region.charge((long) slots.length * Long.BYTES);
        long[] more = new long[2 * slots.length];
        for (long hash : slots) {
            if (hash != 0) {
                put(more, hash);
            }
        }
        slots = more;
    }

    private static boolean put(long[] slots, long hash) {
        int mask = slots.length - 1;
        int at = (int) (hash >>> 20) & mask;
        while (slots[at] != 0) {
            if (slots[at] == hash) {
                return false;
            }
            at = at + 1 & mask;
        }
        slots[at] = hash;
        return true;
    }

    /// How many tuples were counted.
    public synchronized long tuples() {
        return tuples;
    }

    /// About how many different keys so many tuples have, drawn at random from those that came
    /// (Cardenas, *Analysis and Performance of Inverted Data Base Structures*, 1975); as many as
    /// tuples while none has come.
    public synchronized double keysAmong(long drawn) {
        if (tuples == 0) {
            return drawn;
        }
        if (drawn >= tuples) {
            return (double) keys * drawn / tuples;
        }
        double left = 1 - (double) drawn / tuples;
        return keys == 0 ? 0 : keys * (1 - Math.pow(left, (double) tuples / keys));
    }
}
