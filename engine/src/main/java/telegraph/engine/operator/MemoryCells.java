package telegraph.engine.operator;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;

/// The layouts in which operators read and write off-heap memory, and single values of batches,
/// which are confirmed by who reads them ([Batch#confirm]).
public final class MemoryCells {
    public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    public static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final ValueLayout.OfLong BIG_ENDIAN =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private MemoryCells() {}

    public static boolean isNull(Batch batch, int column, int row) {
        byte bits = batch.segment().get(BYTE, batch.validityOffset(column) + (row >>> 3));
        return (bits >>> (row & 7) & 1) == 0;
    }

    public static byte byteAt(Batch batch, int column, int row) {
        return batch.segment().get(BYTE, batch.valuesOffset(column) + row);
    }

    public static int intAt(Batch batch, int column, int row) {
        return batch.segment().get(INT, batch.valuesOffset(column) + 4L * row);
    }

    /// A value of one word, whatever it stands for.
    public static long longAt(Batch batch, int column, int row) {
        return batch.segment().get(LONG, batch.valuesOffset(column) + 8L * row);
    }

    /// The low word of a value of two.
    public static long lowAt(Batch batch, int column, int row) {
        return batch.segment().get(LONG, batch.valuesOffset(column) + 16L * row);
    }

    public static long highAt(Batch batch, int column, int row) {
        return batch.segment().get(LONG, batch.valuesOffset(column) + 16L * row + 8);
    }

    public static int lengthAt(Batch batch, int column, int row) {
        return batch.segment().get(INT, batch.valuesOffset(column) + 16L * row);
    }

    /// Where a text of this length lies.
    public static long textAt(Batch batch, int column, int row, int length) {
        long view = batch.valuesOffset(column) + 16L * row;
        return length <= BatchBuilder.INLINE_MAX
                ? view + 4
                : batch.heapOffset() + batch.segment().get(LONG, view + 8);
    }

    /// Up to 8 bytes as a number that is ordered, without sign, as they are; missing ones are 0.
    public static long prefix(MemorySegment segment, long offset, int length) {
        if (length >= 8) {
            return segment.get(BIG_ENDIAN, offset);
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (segment.get(BYTE, offset + i) & 0xFFL) << 56 - 8 * i;
        }
        return word;
    }
}
