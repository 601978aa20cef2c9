package telegraph.http.wire;

import java.util.concurrent.atomic.AtomicLong;

/// A stack of arrays without a lock, that holds up to a number of them.
///
/// Its places are on one of two lists, those with an array and those without. A list is known by
/// its first place and by a number that grows with each change; both are swapped at once, so that a
/// list that was taken apart and put together meanwhile is not mistaken for what it was (Treiber,
/// 1986).
///
/// ```
///   full ──► 5 ──► 2 ──► none        next:   [ 3, none, none, 4, 1, 2 ]
///   free ──► 0 ──► 3 ──► 4 ──► 1
/// ```
///
/// Threads: any.
final class Shelf {
    private static final int NONE = -1;
    private static final long INDEX = 0xffff_ffffL;

    private final byte[][] arrays;
    private final int[] next;
    private final AtomicLong full = new AtomicLong(INDEX);
    private final AtomicLong free = new AtomicLong(INDEX);

    Shelf(int places) {
        arrays = new byte[places][];
        next = new int[places];
        for (int i = 0; i < places; i++) {
            push(free, i);
        }
    }

    /// The array that was put here last, or null if there is none.
    byte[] take() {
        int place = pop(full);
        if (place == NONE) {
            return null;
        }
        byte[] array = arrays[place];
        arrays[place] = null;
        push(free, place);
        return array;
    }

    /// Keeps an array; false if there is no place for it.
    boolean put(byte[] array) {
        int place = pop(free);
        if (place == NONE) {
            return false;
        }
        arrays[place] = array;
        push(full, place);
        return true;
    }

    private int pop(AtomicLong list) {
        for (; ; ) {
            long head = list.get();
            int first = (int) head;
            if (first == NONE) {
                return NONE;
            }
            // Another thread may take the place first, and change this; then the swap fails.
            if (list.compareAndSet(head, head(head, next[first]))) {
                return first;
            }
        }
    }

    private void push(AtomicLong list, int place) {
        long head;
        do {
            head = list.get();
            next[place] = (int) head;
        } while (!list.compareAndSet(head, head(head, place)));
    }

    private static long head(long before, int place) {
        return (before & ~INDEX) + (1L << 32) | place & INDEX;
    }
}
