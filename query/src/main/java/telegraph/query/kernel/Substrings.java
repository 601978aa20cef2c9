package telegraph.query.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type.Kind;
import telegraph.query.value.Texts;

/// The loop of SUBSTRING between constant places: each result is a part of the text it comes from,
/// so no byte is copied.
///
/// @param start characters before it, not negative
/// @param end characters before its end, not less than `start`
record Substrings(long start, long end) {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    /// Empty unless these are a text and one or two constants for which SUBSTRING does not fail.
    static Optional<Kernel.Body> of(List<telegraph.engine.vector.Expression> operands) {
        if (operands.getFirst().type().kind() != Kind.TEXT) {
            return Optional.empty();
        }
        long[] numbers = new long[operands.size() - 1];
        for (int i = 0; i < numbers.length; i++) {
            boolean known =
                    operands.get(i + 1) instanceof Constant constant
                            && !constant.isNull()
                            && constant.type().scale() == 0
                            && (constant.type().kind() == Kind.INTEGER
                                    || constant.type().kind() == Kind.BIGINT);
            if (!known) {
                return Optional.empty();
            }
            numbers[i] = ((Constant) operands.get(i + 1)).vector().longs[0];
            if (Math.abs(numbers[i]) > Integer.MAX_VALUE) {
                return Optional.empty();
            }
        }
        long start = Math.max(0, numbers[0] - 1);
        if (numbers.length == 1) {
            return Optional.of(new Substrings(start, Long.MAX_VALUE)::compute);
        }
        return numbers[1] < 0
                ? Optional.empty()
                : Optional.of(
                        new Substrings(start, Math.max(start, numbers[0] - 1 + numbers[1]))
                                ::compute);
    }

    private void compute(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        Vector from = in[0];
        WholeLoops.sameNulls(from, to, selection, count);
        to.copyValues(from, selection, count);
        int present = count;
        for (int i = 0; i < present; i++) {
            int row = selection[i];
            if (!to.nulls[row]) {
                texts.allowance().nextRow();
                cut(to, row);
            }
        }
    }

    private void cut(Vector to, int row) {
        MemorySegment segment = to.segments[row];
        long offset = to.offsets[row];
        int length = to.lengths[row];
        int first = skip(segment, offset, 0, length, start);
        int last =
                end == Long.MAX_VALUE ? length : skip(segment, offset, first, length, end - start);
        to.offsets[row] = offset + first;
        to.lengths[row] = last - first;
    }

    /// Where, from byte `at` on, as many characters have gone by.
    private static int skip(
            MemorySegment segment, long offset, int at, int length, long characters) {
        int byteAt = at;
        for (long left = characters; left > 0 && byteAt < length; left--) {
            byteAt++;
            while (byteAt < length && (segment.get(BYTE, offset + byteAt) & 0xc0) == 0x80) {
                byteAt++;
            }
        }
        return byteAt;
    }
}
