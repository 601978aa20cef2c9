package telegraph.crawler.journal;

import java.util.Arrays;
import telegraph.memory.Region;

/// A set of 64-bit hashes in open addressing, on the heap and charged to a region.
///
/// Zero, which marks an empty place, is kept as a flag. Removal closes the gap (Knuth, volume 3,
/// 6.4, algorithm R), so that lookups stay short whatever comes and goes.
///
/// Threads: one.
public final class LongSet implements AutoCloseable {
    private static final int SMALLEST = 64;

    private final Region region;
    private long[] table = new long[SMALLEST];
    private int count;
    private boolean hasZero;

    public LongSet(Region region) {
        this.region = region;
        region.charge(bytes());
    }

    private long bytes() {
        return 8L * table.length;
    }

    public int size() {
        return count + (hasZero ? 1 : 0);
    }

    public boolean contains(long hash) {
        return hash == 0 ? hasZero : table[place(hash)] == hash;
    }

    void add(long hash) {
        if (hash == 0) {
            hasZero = true;
            return;
        }
        int at = place(hash);
        if (table[at] == 0) {
            table[at] = hash;
            count++;
            if (count > table.length / 2) {
                grow();
            }
        }
    }

    /// Takes a hash out; false if it was not in.
    public boolean remove(long hash) {
        if (hash == 0) {
            boolean had = hasZero;
            hasZero = false;
            return had;
        }
        int gap = place(hash);
        if (table[gap] == 0) {
            return false;
        }
        count--;
        int mask = table.length - 1;
        for (int at = gap + 1 & mask; table[at] != 0; at = at + 1 & mask) {
            int home = home(table[at]);
            if ((at - home & mask) >= (at - gap & mask)) {
                table[gap] = table[at];
                gap = at;
            }
        }
        table[gap] = 0;
        return true;
    }

    /// All hashes, in no order.
    long[] toArray() {
        long[] all = new long[size()];
        int at = 0;
        for (long hash : table) {
            if (hash != 0) {
                all[at++] = hash;
            }
        }
        return all;
    }

    private int home(long hash) {
        return (int) (hash ^ hash >>> 32) & table.length - 1;
    }

    /// Where a hash is or would be put.
    private int place(long hash) {
        int at = home(hash);
        while (table[at] != 0 && table[at] != hash) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }

    private void grow() {
        region.charge(bytes());
        long[] before = table;
        table = new long[2 * before.length];
        Arrays.stream(before).filter(hash -> hash != 0).forEach(hash -> table[place(hash)] = hash);
    }

    @Override
    public void close() {
        region.discharge(bytes());
        table = new long[0];
    }
}
