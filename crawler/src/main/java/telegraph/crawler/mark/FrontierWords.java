package telegraph.crawler.mark;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// How numbers lie in the frontier's memory and files: little-endian, at any offset.
public final class FrontierWords {
    public static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private FrontierWords() {}

    /// The largest power of two that is at most `number`, which is at least 1.
    public static long powerOfTwo(long number) {
        return Long.highestOneBit(number);
    }
}
