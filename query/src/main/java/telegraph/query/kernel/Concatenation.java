package telegraph.query.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Vector;
import telegraph.query.value.Texts;

/// The loop of `||`, whatever the number of texts: the bytes of one behind those of the other.
final class Concatenation {
    /// How many texts one loop joins; more are joined in groups, so that no more are held at once
    /// than a group has.
    private static final int GROUP_MAX = 64;

    private Concatenation() {}

    static Expression of(Kernel.Operator operator, Expression... texts) {
        Expression[] left = texts;
        while (left.length > GROUP_MAX) {
            Expression[] groups = new Expression[(left.length + GROUP_MAX - 1) / GROUP_MAX];
            for (int g = 0; g < groups.length; g++) {
                int from = g * GROUP_MAX;
                int to = Math.min(left.length, from + GROUP_MAX);
                groups[g] = new Kernel(operator, Arrays.copyOfRange(left, from, to));
            }
            left = groups;
        }
        return new Kernel(operator, left);
    }

    static void compute(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            long length = length(in, row);
            to.nulls[row] = length < 0;
            if (length >= 0) {
                texts.allowance().nextRow();
                texts.allowance().make("||", length);
                join(in, to, row, (int) length, texts);
            }
        }
    }

    /// Bytes of all texts of a row, or -1 if one is NULL.
    private static long length(Vector[] in, int row) {
        long length = 0;
        for (Vector text : in) {
            if (text.nulls[row]) {
                return -1;
            }
            length += text.lengths[row];
        }
        return length;
    }

    private static void join(Vector[] in, Vector to, int row, int length, Texts texts) {
        texts.reserve(length);
        int at = texts.position();
        for (Vector text : in) {
            MemorySegment.copy(
                    text.segments[row],
                    ValueLayout.JAVA_BYTE,
                    text.offsets[row],
                    texts.bytes(),
                    at,
                    text.lengths[row]);
            at += text.lengths[row];
        }
        texts.take(to, row, length);
    }
}
