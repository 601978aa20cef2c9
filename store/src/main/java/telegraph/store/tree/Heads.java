package telegraph.store.tree;

import java.lang.foreign.MemorySegment;

/// Finds a place among the heads in the slots of a [SortedPage] by guessing it.
///
/// ```
/// heads  [ 10 | 14 | 19 | 25 | 31 | 33 | 40 ]      27? (27 - 10) / (40 - 10) of the way: slot 3
///                         ↑
/// ```
///
/// Keys are often numbers in a row, or spread evenly: then the guess is right, or a few slots off,
/// and few lines of memory are looked at. From the guess it goes on in steps that double, and then
/// by halves, so that the worst of distributions costs twice a binary search.
///
/// What a reader without a latch sees may be in no order; the search ends all the same, in the
/// page.
///
/// Perl, Itai and Avni, *Interpolation Search*, CACM 1978.
final class Heads {
    private Heads() {}

    /// A head in an order that Java compares.
    static int ordered(int head) {
        return head + Integer.MIN_VALUE;
    }

    /// The head in a slot, [#ordered].
    static int at(MemorySegment memory, long at, int slot) {
        return ordered(
                memory.get(
                        PageLayout.INT,
                        at + SortedPage.SLOTS_START + (long) SortedPage.SLOT_BYTES * slot + 2));
    }

    /// The first slot whose head is not below `head`, which is [#ordered]; `slots`, at least one,
    /// if there is none.
    static int search(MemorySegment memory, long at, int slots, int head) {
        long first = at(memory, at, 0);
        long last = at(memory, at, slots - 1);
        if (head <= first) {
            return 0;
        }
        if (head > last) {
            return slots;
        }
        // From here on, as first read, the head of `below` is below and that of `above` is not.
        int below = 0;
        int above = slots - 1;
        int guess = (int) ((head - first) * above / (last - first));
        int step = 1;
        if (at(memory, at, guess) < head) {
            below = guess;
            while (below + step < above && at(memory, at, below + step) < head) {
                below += step;
                step <<= 1;
            }
            above = Math.min(above, below + step);
        } else {
            above = guess;
            while (above - step > below && at(memory, at, above - step) >= head) {
                above -= step;
                step <<= 1;
            }
            below = Math.max(below, above - step);
        }
        while (above - below > 1) {
            int middle = (below + above) >>> 1;
            if (at(memory, at, middle) < head) {
                below = middle;
            } else {
                above = middle;
            }
        }
        return above;
    }
}
