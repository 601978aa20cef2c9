package telegraph.engine.tuple;

import java.lang.foreign.MemorySegment;
import telegraph.engine.vector.Vector;

/// Copies values from one vector to other positions of another.
final class VectorCopy {
    private VectorCopy() {}

    /// Lets the selected positions of `to` have the values of `from` at `rows[position]`.
    static void pick(Vector from, int[] rows, int[] selection, int count, Vector to) {
        if (from.isNullFree()) {
            to.hasNoNulls();
        } else {
            to.mayHaveNulls();
            boolean[] source = from.nulls;
            boolean[] target = to.nulls;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                target[at] = source[rows[at]];
            }
        }
        if (from.longs != null) {
            pick(from.longs, rows, selection, count, to.longs);
        }
        if (from.highs != null) {
            pick(from.highs, rows, selection, count, to.highs);
        }
        if (from.doubles != null) {
            double[] source = from.doubles;
            double[] target = to.doubles;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                target[at] = source[rows[at]];
            }
        }
        if (from.segments != null) {
            texts(from, rows, selection, count, to);
        }
    }

    private static void pick(long[] source, int[] rows, int[] selection, int count, long[] target) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            target[at] = source[rows[at]];
        }
    }

    private static void texts(Vector from, int[] rows, int[] selection, int count, Vector to) {
        MemorySegment[] segments = from.segments;
        long[] offsets = from.offsets;
        int[] lengths = from.lengths;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int row = rows[at];
            to.segments[at] = segments[row];
            to.offsets[at] = offsets[row];
            to.lengths[at] = lengths[row];
        }
    }
}
