package telegraph.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/// Where the parts of a batch lie in its bytes. The same bytes stand in memory, in files and on the
/// wire; every offset counts from the first byte of the batch, so they may be anywhere.
///
/// | offset | bytes | field                                                          |
/// |-------:|------:|----------------------------------------------------------------|
/// |      0 |     4 | magic `TGB1`                                                   |
/// |      4 |     4 | version, 2                                                     |
/// |      8 |     4 | columns                                                        |
/// |     12 |     4 | rows                                                           |
/// |     16 |     4 | capacity: rows that fit before the columns must move           |
/// |     20 |     4 | zero                                                           |
/// |     24 |     8 | bytes of the batch in all                                      |
/// |     32 |     8 | offset of the string heap                                      |
/// |     40 |     8 | bytes used in the string heap                                  |
/// |     48 |  24·c | directory: kind, precision, scale, 5 zero bytes, offset of the validity bitmap, offset of the values |
///
/// A validity bit of 1 means a value, 0 means NULL. Bitmaps and values start at multiples of 64.
///
/// A string view has 16 bytes: length (4), then for up to 12 bytes the string itself, else its
/// first 4 bytes and the offset (8) of the whole string in the heap. All numbers are little-endian.
final class BatchLayout {
    static final int MAGIC = 0x31424754;
    static final int VERSION = 2;
    static final int COLUMNS_AT = 8;
    static final int ROWS_AT = 12;
    static final int CAPACITY_AT = 16;
    static final int BYTES_AT = 24;
    static final int HEAP_AT = 32;
    static final int HEAP_USED_AT = 40;
    static final int DIRECTORY_AT = 48;
    static final int ENTRY_BYTES = 24;
    static final int ENTRY_VALIDITY = 8;
    static final int ENTRY_VALUES = 16;
    static final int INLINE_MAX = 12;

    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private BatchLayout() {}

    static long align(long offset) {
        return (offset + 63) & -64;
    }

    static long validityBytes(int capacity) {
        return align((capacity + 7) / 8);
    }

    /// Offset of the heap, which is also the size of the fixed part, for these columns.
    static long heapOffset(List<Type> types, int capacity) {
        long at = align(DIRECTORY_AT + (long) ENTRY_BYTES * types.size());
        for (Type type : types) {
            at += validityBytes(capacity) + align((long) type.bytes() * capacity);
        }
        return at;
    }

    /// Writes header and directory of an empty batch into `to` and clears its bitmaps and values,
    /// so that NULLs read as zeros and nothing of the memory's last use gets out.
    static void format(MemorySegment to, List<Type> types, int capacity) {
        to.asSlice(0, heapOffset(types, capacity)).fill((byte) 0);
        to.set(INT, 0, MAGIC);
        to.set(INT, 4, VERSION);
        to.set(INT, COLUMNS_AT, types.size());
        to.set(INT, CAPACITY_AT, capacity);
        to.set(LONG, HEAP_AT, heapOffset(types, capacity));
        long at = align(DIRECTORY_AT + (long) ENTRY_BYTES * types.size());
        for (int c = 0; c < types.size(); c++) {
            Type type = types.get(c);
            long entry = DIRECTORY_AT + (long) ENTRY_BYTES * c;
            to.set(BYTE, entry, (byte) type.kind().ordinal());
            to.set(BYTE, entry + 1, (byte) type.precision());
            to.set(BYTE, entry + 2, (byte) type.scale());
            to.set(LONG, entry + ENTRY_VALIDITY, at);
            at += validityBytes(capacity);
            to.set(LONG, entry + ENTRY_VALUES, at);
            at += align((long) type.bytes() * capacity);
        }
    }
}
