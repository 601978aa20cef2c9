package telegraph.query.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import telegraph.engine.vector.Vector;
import telegraph.query.value.Texts;

/// The loops of LENGTH and OCTET_LENGTH: how many characters, or bytes, a text has in UTF-8, and
/// bytes such a text stands for.
///
/// A character has one byte that is no continuation `10xxxxxx`.
final class TextLength {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
    private static final int PREFIX = 2;

    private TextLength() {}

    static void characters(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        Vector from = in[0];
        WholeLoops.sameNulls(from, to, selection, count);
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            if (!to.nulls[row]) {
                int bytes = from.lengths[row];
                to.longs[row] = bytes - continuations(from.segments[row], from.offsets[row], bytes);
            }
        }
    }

    private static int continuations(MemorySegment segment, long offset, int length) {
        int found = 0;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            long word = segment.get(TextMatch.LONG, offset + at);
            found += Long.bitCount(word >>> 7 & ~(word >>> 6) & LOWEST_BITS);
        }
        for (; at < length; at++) {
            found += (segment.get(BYTE, offset + at) & 0xc0) == 0x80 ? 1 : 0;
        }
        return found;
    }

    static void octets(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        Vector from = in[0];
        WholeLoops.sameNulls(from, to, selection, count);
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            to.longs[row] = to.nulls[row] ? 0 : from.lengths[row];
        }
    }

    static void bytes(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        Vector from = in[0];
        WholeLoops.sameNulls(from, to, selection, count);
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            to.longs[row] = to.nulls[row] ? 0 : (from.lengths[row] - PREFIX) / 2;
        }
    }
}
