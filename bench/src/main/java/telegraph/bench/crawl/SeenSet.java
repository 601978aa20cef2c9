package telegraph.bench.crawl;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Hashes met so far, in memory, as plainly as can be: open addressing, a compare-and-swap each.
///
/// Threads: any.
final class SeenSet {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] table;

    /// @param capacity a power of two, at least twice of what will be met
    SeenSet(int capacity) {
        table = new long[capacity];
    }

    /// Whether it was not there.
    boolean add(long hash) {
        long key = hash == 0 ? 1 : hash;
        int mask = table.length - 1;
        for (int at = (int) key & mask; ; at = at + 1 & mask) {
            long found = (long) ELEMENT.getOpaque(table, at);
            if (found == 0) {
                found = (long) ELEMENT.compareAndExchange(table, at, 0L, key);
            }
            if (found == 0 || found == key) {
                return found == 0;
            }
        }
    }
}
