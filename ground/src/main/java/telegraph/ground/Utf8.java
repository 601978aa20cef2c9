package telegraph.ground;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Which bytes are UTF-8 (Unicode 16, table 3-7), asked without making a string of them.
///
/// Threads: any.
public final class Utf8 {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /// Whether all of `bytes[start, end)` is.
    public static boolean isWellFormed(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end) {
            if (end - at >= 8 && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
                at += 8;
                continue;
            }
            int length = length(bytes, at, end);
            if (length == 0) {
                return false;
            }
            at += length;
        }
        return true;
    }

    /// Whether so many bytes of a segment are.
    public static boolean isWellFormed(MemorySegment bytes, long start, int length) {
        long end = start + length;
        long at = start;
        while (at < end) {
            if (end - at >= 8) {
                long high = bytes.get(LONG, at) & HIGH_BITS;
                at += Long.numberOfTrailingZeros(high) >>> 3;
                if (high == 0) {
                    continue;
                }
            }
            int character = length(bytes, at, end);
            if (character == 0) {
                return false;
            }
            at += character;
        }
        return true;
    }

    /// Bytes of the character that begins at an offset, or 0 if there is none.
    public static int length(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        int length = wanted(first);
        if (length == 0 || end - at < length || !follows(first, bytes[at + 1] & 0xFF)) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    private static int length(MemorySegment bytes, long at, long end) {
        int first = bytes.get(BYTE, at) & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        int length = wanted(first);
        if (length == 0 || end - at < length || !follows(first, bytes.get(BYTE, at + 1) & 0xFF)) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes.get(BYTE, at + i) & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /// Bytes of a character of more than one that begins with `first`, or 0 if none does.
    private static int wanted(int first) {
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    }

    /// Whether `second` may follow `first`: neither more bytes than needed, nor a surrogate, nor
    /// beyond the last character.
    private static boolean follows(int first, int second) {
        int low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        return second >= low && second <= high;
    }
}
