package telegraph.engine.operator;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The layouts in which operators read and write off-heap memory.
final class Cells {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final ValueLayout.OfLong BIG_ENDIAN =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Cells() {}

    /// Up to 8 bytes as a number that is ordered, without sign, as they are; missing ones are 0.
    static long prefix(MemorySegment segment, long offset, int length) {
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
