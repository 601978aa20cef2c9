package telegraph.sources.page;

import java.lang.foreign.MemorySegment;

/// Whether bytes of a segment are text.
///
/// Threads: any.
final class Utf8 {
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /// Whether the bytes are well-formed UTF-8 (Unicode 16, table 3-7). Eight bytes can be read at
    /// each of them.
    static boolean isWellFormed(MemorySegment bytes, long start, int length) {
        long end = start + length;
        long at = start;
        while (at < end) {
            long word = bytes.get(ParquetPage.LONG, at) & HIGH_BITS;
            if (word == 0) {
                at += 8;
                continue;
            }
            at += Long.numberOfTrailingZeros(word) >>> 3;
            if (at >= end) {
                return true;
            }
            int sequence = sequence(bytes, at, end);
            if (sequence == 0) {
                return false;
            }
            at += sequence;
        }
        return true;
    }

    /// Bytes of the character at `at`, which has more than one, or 0 if there is none.
    private static int sequence(MemorySegment bytes, long at, long end) {
        int first = bytes.get(ParquetPage.BYTE, at) & 0xff;
        int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        if (first < 0xc2 || first > 0xf4 || end - at < length) {
            return 0;
        }
        int second = bytes.get(ParquetPage.BYTE, at + 1) & 0xff;
        int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < low || second > high) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes.get(ParquetPage.BYTE, at + i) & 0xc0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
