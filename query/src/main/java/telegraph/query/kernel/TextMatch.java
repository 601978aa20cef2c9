package telegraph.query.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import telegraph.engine.vector.Vector;

/// A text known beforehand, which others are compared with: first by length, then eight bytes at a
/// time, the last eight overlapping those before.
///
/// Threads: any.
public final class TextMatch {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    public static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final MemorySegment segment;
    private final long first;
    private final long mask;

    public TextMatch(byte[] bytes) {
        this.bytes = bytes;
        this.segment = MemorySegment.ofArray(bytes);
        this.mask = bytes.length >= 8 ? -1L : (1L << 8 * bytes.length) - 1;
        long word = 0;
        for (int i = 0; i < Math.min(8, bytes.length); i++) {
            word |= (bytes[i] & 0xffL) << 8 * i;
        }
        this.first = word;
    }

    /// The text at a position of a vector.
    public static TextMatch of(Vector from, int position) {
        byte[] bytes = new byte[from.lengths[position]];
        MemorySegment.copy(
                from.segments[position], BYTE, from.offsets[position], bytes, 0, bytes.length);
        return new TextMatch(bytes);
    }

    public int length() {
        return bytes.length;
    }

    /// Whether a text of `length` bytes is this one.
    public boolean isAt(MemorySegment from, long offset, int length) {
        return length == bytes.length && startsAt(from, offset);
    }

    /// Whether the bytes from `offset` on, of which there are enough, are those of this text.
    public boolean startsAt(MemorySegment from, long offset) {
        if (offset + 8 > from.byteSize()) {
            return sameBytes(from, offset);
        }
        if ((from.get(LONG, offset) & mask) != first) {
            return false;
        }
        int length = bytes.length;
        if (length <= 8) {
            return true;
        }
        for (int at = 8; at < length - 8; at += 8) {
            if (from.get(LONG, offset + at) != segment.get(LONG, at)) {
                return false;
            }
        }
        return from.get(LONG, offset + length - 8) == segment.get(LONG, length - 8);
    }

    private boolean sameBytes(MemorySegment from, long offset) {
        for (int i = 0; i < bytes.length; i++) {
            if (from.get(BYTE, offset + i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
