package telegraph.memory;

import static telegraph.memory.BatchLayout.BYTE;
import static telegraph.memory.BatchLayout.DOUBLE;
import static telegraph.memory.BatchLayout.INT;
import static telegraph.memory.BatchLayout.LONG;

import java.lang.foreign.MemorySegment;

/// The loops that write a column of a batch from arrays.
///
/// In all of them value `i` comes from position `selection[from + i]`, or `from + i` if there is no
/// selection, and goes to the `i`th place from the offset on. The caller has made sure that there
/// is room, and confirms the batch that was read. Threads: any.
final class ColumnCopy {
    /// Up to this many bytes a loop of words is cheaper than a call that copies memory.
    private static final int WORDS_MAX = 64;

    private ColumnCopy() {}

    /// Sets the validity bits of rows from `row` on.
    ///
    /// @param bitmap where the bitmap starts
    /// @param nulls which positions are NULL; null if none is
    static void validity(
            MemorySegment to,
            long bitmap,
            int row,
            boolean[] nulls,
            int[] selection,
            int from,
            int count) {
        int i = 0;
        while (i < count) {
            int bit = (row + i) & 63;
            int bits = Math.min(64 - bit, count - i);
            long mask = -1L >>> (64 - bits);
            long word = nulls == null ? mask : valid(nulls, selection, from + i, bits);
            long at = bitmap + (long) ((row + i) >>> 6) * 8;
            to.set(LONG, at, to.get(LONG, at) & ~(mask << bit) | word << bit);
            i += bits;
        }
    }

    private static long valid(boolean[] nulls, int[] selection, int from, int bits) {
        long word = 0;
        for (int k = 0; k < bits; k++) {
            int position = selection == null ? from + k : selection[from + k];
            word |= (nulls[position] ? 0L : 1L) << k;
        }
        return word;
    }

    /// Sets the validity bits of rows from `row` on to those of a batch's rows.
    static void validity(
            MemorySegment to,
            long bitmap,
            int row,
            Batch batch,
            int column,
            int[] selection,
            int from,
            int count) {
        if (batch.isNullFree(column)) {
            validity(to, bitmap, row, null, selection, from, count);
            return;
        }
        MemorySegment source = batch.segment();
        long base = batch.validityOffset(column);
        for (int i = 0; i < count; i++) {
            int place = selection == null ? from + i : selection[from + i];
            int bit = row + i & 7;
            long at = bitmap + (row + i >>> 3);
            int valid = source.get(BYTE, base + (place >>> 3)) >>> (place & 7) & 1;
            to.set(BYTE, at, (byte) (to.get(BYTE, at) & ~(1 << bit) | valid << bit));
        }
    }

    /// Copies values of a fixed width from rows of another batch.
    static void fixed(
            MemorySegment source,
            long base,
            int bytes,
            MemorySegment to,
            long at,
            int[] selection,
            int from,
            int count) {
        if (selection == null) {
            MemorySegment.copy(source, base + (long) bytes * from, to, at, (long) bytes * count);
            return;
        }
        switch (bytes) {
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    to.set(BYTE, at + i, source.get(BYTE, base + selection[from + i]));
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    to.set(INT, at + 4L * i, source.get(INT, base + 4L * selection[from + i]));
                }
            }
            case 8 -> {
                for (int i = 0; i < count; i++) {
                    to.set(LONG, at + 8L * i, source.get(LONG, base + 8L * selection[from + i]));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    long row = base + 16L * selection[from + i];
                    to.set(LONG, at + 16L * i, source.get(LONG, row));
                    to.set(LONG, at + 16L * i + 8, source.get(LONG, row + 8));
                }
            }
        }
    }

    static void bytes(
            MemorySegment to, long at, long[] values, int[] selection, int from, int count) {
        for (int i = 0; i < count; i++) {
            int position = selection == null ? from + i : selection[from + i];
            to.set(BYTE, at + i, (byte) values[position]);
        }
    }

    static void ints(
            MemorySegment to, long at, long[] values, int[] selection, int from, int count) {
        if (selection == null) {
            for (int i = 0; i < count; i++) {
                to.set(INT, at + 4L * i, (int) values[from + i]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            to.set(INT, at + 4L * i, (int) values[selection[from + i]]);
        }
    }

    static void longs(
            MemorySegment to, long at, long[] values, int[] selection, int from, int count) {
        if (selection == null) {
            MemorySegment.copy(values, from, to, LONG, at, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.set(LONG, at + 8L * i, values[selection[from + i]]);
        }
    }

    static void doubles(
            MemorySegment to, long at, double[] values, int[] selection, int from, int count) {
        if (selection == null) {
            MemorySegment.copy(values, from, to, DOUBLE, at, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.set(DOUBLE, at + 8L * i, values[selection[from + i]]);
        }
    }

    /// @param highs null if each is implied by the low word
    static void decimals(
            MemorySegment to,
            long at,
            long[] highs,
            long[] lows,
            int[] selection,
            int from,
            int count) {
        for (int i = 0; i < count; i++) {
            int position = selection == null ? from + i : selection[from + i];
            long low = lows[position];
            to.set(LONG, at + 16L * i, low);
            to.set(LONG, at + 16L * i + 8, highs == null ? low >> 63 : highs[position]);
        }
    }

    /// Writes a string's view, and its bytes if they do not fit the view.
    ///
    /// @param view where the view goes
    /// @param heap where the heap starts
    /// @param used how much of it is used
    /// @return how much of the heap this string takes
    static int text(
            MemorySegment from,
            long offset,
            int length,
            MemorySegment to,
            long view,
            long heap,
            long used) {
        if (length <= BatchLayout.INLINE_MAX) {
            inline(from, offset, length, to, view);
            return 0;
        }
        long at = heap + used;
        if (length <= WORDS_MAX) {
            int last = length - 8;
            for (int k = 0; k < last; k += 8) {
                to.set(LONG, at + k, from.get(LONG, offset + k));
            }
            // The last word overlaps the one before it, so that nothing past the end is touched.
            to.set(LONG, at + last, from.get(LONG, offset + last));
        } else {
            MemorySegment.copy(from, offset, to, at, length);
        }
        to.set(INT, view, length);
        to.set(INT, view + 4, to.get(INT, at));
        to.set(LONG, view + 8, used);
        return length;
    }

    private static void inline(
            MemorySegment from, long offset, int length, MemorySegment to, long view) {
        long first = 0;
        long rest = 0;
        if (offset + 12 <= from.byteSize()) {
            first = from.get(INT, offset) & 0xffff_ffffL;
            rest = from.get(LONG, offset + 4);
            first &= length >= 4 ? -1L : (1L << 8 * length) - 1;
            rest &= length >= 12 ? -1L : length <= 4 ? 0 : (1L << 8 * (length - 4)) - 1;
        } else {
            for (int k = 0; k < length; k++) {
                long value = from.get(BYTE, offset + k) & 0xffL;
                if (k < 4) {
                    first |= value << 8 * k;
                } else {
                    rest |= value << 8 * (k - 4);
                }
            }
        }
        to.set(LONG, view, first << 32 | length);
        to.set(LONG, view + 8, rest);
    }
}
