package telegraph.query.sets;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// What stands in a text between occurrences of another: of `a,,b` by `,` that is `a`, the empty
/// text and `b`. An empty text has no parts; by an empty one it is one part, by NULL each character
/// is.
///
/// The parts lie in the text itself.
final class Parts extends OfOperands {
    private int position;
    private long at;
    private long end;
    private boolean left;

    /// @param operands the text, what is between the parts, and what is a NULL, or not
    Parts(Expression[] operands) {
        super(operands, Type.TEXT);
    }

    @Override
    public void begin(int next) {
        position = next;
        left = !in[0].nulls[next] && in[0].lengths[next] > 0;
        if (left) {
            at = in[0].offsets[next];
            end = at + in[0].lengths[next];
        }
    }

    @Override
    public int fill(Vector to, int first, int most) {
        MemorySegment text = in[0].segments[position];
        int filled = 0;
        while (left && filled < most) {
            long until = end;
            long after = end;
            if (in[1].nulls[position]) {
                until = at + width(text.get(ValueLayout.JAVA_BYTE, at));
                after = until;
                left = until < end;
            } else {
                int width = in[1].lengths[position];
                long found = width == 0 ? -1 : found(text);
                left = found >= 0;
                if (left) {
                    until = found;
                    after = found + width;
                }
            }
            put(to, first + filled, text, until);
            at = after;
            filled++;
        }
        return filled;
    }

    /// Bytes of the character that begins with this one.
    private static int width(byte first) {
        int ones = Integer.numberOfLeadingZeros(~(first << 24));
        return ones == 0 ? 1 : ones;
    }

    /// Where what is between parts comes next, or -1.
    private long found(MemorySegment text) {
        MemorySegment between = in[1].segments[position];
        long offset = in[1].offsets[position];
        int width = in[1].lengths[position];
        byte first = between.get(ValueLayout.JAVA_BYTE, offset);
        for (long from = at; from + width <= end; from++) {
            if (text.get(ValueLayout.JAVA_BYTE, from) == first
                    && same(text, from, between, offset, width)) {
                return from;
            }
        }
        return -1;
    }

    private static boolean same(
            MemorySegment one, long oneAt, MemorySegment two, long twoAt, long length) {
        return MemorySegment.mismatch(one, oneAt, oneAt + length, two, twoAt, twoAt + length) < 0;
    }

    private void put(Vector to, int row, MemorySegment text, long until) {
        int length = (int) (until - at);
        to.nulls[row] = isNull(text, length);
        to.segments[row] = text;
        to.offsets[row] = at;
        to.lengths[row] = length;
    }

    private boolean isNull(MemorySegment text, int length) {
        if (in.length < 3 || in[2].nulls[position] || in[2].lengths[position] != length) {
            return false;
        }
        return same(text, at, in[2].segments[position], in[2].offsets[position], length);
    }

    @Override
    SetFunction over(Expression[] others) {
        return new Parts(others);
    }
}
