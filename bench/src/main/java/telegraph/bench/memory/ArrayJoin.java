package telegraph.bench.memory;

import java.util.Arrays;

/// A loop by hand over one array of bytes that is used again for each partition: as fast as tuples
/// can be stored and found in Java.
///
/// Threads: one.
final class ArrayJoin implements Contender {
    private final Tuples tuples;
    private final byte[] rows;
    private final int[] slots;
    private final int mask;

    ArrayJoin(Tuples tuples) {
        this.tuples = tuples;
        this.rows = new byte[tuples.count() * Tuples.BYTES];
        this.slots = new int[Integer.highestOneBit(tuples.count()) * 4];
        this.mask = slots.length - 1;
    }

    @Override
    public long partition(int number) {
        Arrays.fill(slots, 0);
        for (int t = 0; t < tuples.count(); t++) {
            long key = Tuples.key(number, t);
            Words.put(rows, t * Tuples.BYTES, key);
            int slot = Tuples.slot(key, mask);
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = t + 1;
        }
        long sum = 0;
        for (int p = 0; p < tuples.count(); p++) {
            long key = Tuples.key(number, tuples.target(p));
            int slot = Tuples.slot(key, mask);
            while (Words.longAt(rows, (slots[slot] - 1) * Tuples.BYTES) != key) {
                slot = slot + 1 & mask;
            }
            sum += Words.longAt(rows, (slots[slot] - 1) * Tuples.BYTES + 16);
        }
        return sum;
    }

    @Override
    public void close() {
        // Two arrays.
    }
}
