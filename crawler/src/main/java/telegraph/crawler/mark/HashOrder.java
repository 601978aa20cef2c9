package telegraph.crawler.mark;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import telegraph.memory.Region;

/// Puts things into the order of their hashes, without sign, those with equal hashes in the order
/// they came.
///
/// ```
/// key   [ 44 bits: the highest of the hash | 20 bits: which thing ]
/// ```
///
/// Keys are sorted by radix, eleven bits at a time, from one array into another and back; the lower
/// bits ascend already, because the things were added in order. The few hashes that differ in their
/// lowest bits only are put right by insertion. The other array is free then: it takes the whole
/// hashes, or whatever else is to be known of each place.
///
/// Threads: the frontier's. Its memory is of the frontier's region.
public final class HashOrder {
    /// The most things.
    public static final int COUNT_MAX = 1 << 20;

    private static final int INDEX_BITS = 20;
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final int capacity;
    private final int[] starts = new int[DIGITS];
    private MemorySegment keys;
    private MemorySegment other;
    private int count;

    public HashOrder(Region region, int capacity) {
        if (capacity > COUNT_MAX) {
            throw new IllegalArgumentException(
                    "no more things are sorted at once: capacity=" + capacity);
        }
        this.capacity = capacity;
        this.keys = region.allocate((long) capacity * Long.BYTES);
        this.other = region.allocate((long) capacity * Long.BYTES);
    }

    public static long bytes(int capacity) {
        return 2L * capacity * Long.BYTES;
    }

    public void clear() {
        count = 0;
    }

    public int count() {
        return count;
    }

    boolean isFull() {
        return count == capacity;
    }

    /// Adds a thing; each has a higher index than the one before.
    public void add(long hash, int index) {
        keys.setAtIndex(FrontierWords.LONG, count++, hash >>> INDEX_BITS << INDEX_BITS | index);
    }

    /// The index of the thing in place `place` of the order.
    public int at(int place) {
        return (int) keys.getAtIndex(FrontierWords.LONG, place) & (COUNT_MAX - 1);
    }

    /// The whole hash of a thing.
    public interface Whole {
        long hash(int index);
    }

    public void sort(Whole of) {
        for (int shift = INDEX_BITS; shift < Long.SIZE; shift += DIGIT_BITS) {
            pass(shift);
        }
        for (int place = 1; place < count; place++) {
            if (prefix(place) == prefix(place - 1)) {
                sink(place, of);
            }
        }
    }

    /// Notes the hash of each thing at its place.
    public void note(Whole of) {
        for (int place = 0; place < count; place++) {
            note(place, of.hash(at(place)));
        }
    }

    public void note(int place, long value) {
        other.setAtIndex(FrontierWords.LONG, place, value);
    }

    public long noted(int place) {
        return other.getAtIndex(FrontierWords.LONG, place);
    }

    private long prefix(int place) {
        return keys.getAtIndex(FrontierWords.LONG, place) >>> INDEX_BITS;
    }

    /// Moves a thing before those with the same prefix and a larger hash; equal ones stay in order.
    private void sink(int place, Whole of) {
        for (int i = place; i > 0 && prefix(i) == prefix(i - 1); i--) {
            if (Long.compareUnsigned(of.hash(at(i - 1)), of.hash(at(i))) <= 0) {
                return;
            }
            long key = keys.getAtIndex(FrontierWords.LONG, i);
            keys.setAtIndex(FrontierWords.LONG, i, keys.getAtIndex(FrontierWords.LONG, i - 1));
            keys.setAtIndex(FrontierWords.LONG, i - 1, key);
        }
    }

    private void pass(int shift) {
        MemorySegment from = keys;
        MemorySegment to = other;
        Arrays.fill(starts, 0);
        for (int i = 0; i < count; i++) {
            starts[digit(from.getAtIndex(FrontierWords.LONG, i), shift)]++;
        }
        int start = 0;
        for (int i = 0; i < DIGITS; i++) {
            int size = starts[i];
            starts[i] = start;
            start += size;
        }
        for (int i = 0; i < count; i++) {
            long key = from.getAtIndex(FrontierWords.LONG, i);
            to.setAtIndex(FrontierWords.LONG, starts[digit(key, shift)]++, key);
        }
        keys = to;
        other = from;
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & (DIGITS - 1);
    }
}
