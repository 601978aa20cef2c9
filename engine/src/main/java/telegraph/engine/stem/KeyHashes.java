package telegraph.engine.stem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// Hashes and compares column values, a column at a time.
///
/// Values are equal as SQL has it, except that NULL is left to the caller: the two zeros of
/// floating point are one value, and so are all its NaNs.
public final class KeyHashes {
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final long PHI = 0x9E3779B97F4A7C15L;

    private KeyHashes() {}

    /// Lists in `present` the selected positions that are NULL in none of the columns; returns how
    /// many.
    public static int present(Vector[] columns, int[] selection, int count, int[] present) {
        System.arraycopy(selection, 0, present, 0, count);
        int left = count;
        for (Vector column : columns) {
            if (column.isNullFree()) {
                continue;
            }
            boolean[] nulls = column.nulls;
            int kept = 0;
            for (int i = 0; i < left; i++) {
                int at = present[i];
                present[kept] = at;
                kept += nulls[at] ? 0 : 1;
            }
            left = kept;
        }
        return left;
    }

    /// Whether the values of this column are their own key: another has the same key only if it is
    /// equal.
    static boolean areKeys(Vector[] columns) {
        return columns.length == 1
                && columns[0].type.kind() != Type.Kind.TEXT
                && columns[0].highs == null;
    }

    /// Sets `keys`, by position, to the values of a column themselves (see [#areKeys]); drops from
    /// `present` what no such value can equal; returns how many are left.
    static int values(Vector column, int[] present, int count, long[] keys) {
        if (column.doubles != null) {
            double[] doubles = column.doubles;
            for (int i = 0; i < count; i++) {
                int at = present[i];
                keys[at] = Double.doubleToLongBits(doubles[at] + 0.0);
            }
            return count;
        }
        long[] longs = column.longs;
        long[] highs = column.highs;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = present[i];
            keys[at] = longs[at];
            if (highs == null || highs[at] == longs[at] >> 63) {
                present[kept++] = at;
            }
        }
        return kept;
    }

    /// Hashes these columns together, into `hashes` by position.
    static void hash(Vector[] columns, int[] selection, int count, long[] hashes) {
        for (int i = 0; i < count; i++) {
            hashes[selection[i]] = 0;
        }
        for (Vector column : columns) {
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                hashes[at] = mix(hashes[at] * 31L + hash(column, at));
            }
        }
    }

    private static long hash(Vector column, int at) {
        return switch (column.type.kind()) {
            case DOUBLE -> mix(Double.doubleToLongBits(column.doubles[at] + 0.0));
            case DECIMAL -> mix(column.longs[at] ^ mix(column.highAt(at)));
            case TEXT -> text(column.segments[at], column.offsets[at], column.lengths[at]);
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT -> mix(column.longs[at]);
        };
    }

    /// Spreads each key over all bits.
    static void mix(long[] keys, int[] positions, int count, long[] hashes) {
        for (int i = 0; i < count; i++) {
            int at = positions[i];
            hashes[at] = mix(keys[at]);
        }
    }

    public static long mix(long value) {
        long z = (value ^ value >>> 32) * PHI;
        return z ^ z >>> 29;
    }

    private static long text(MemorySegment segment, long offset, int length) {
        long hash = length;
        int at = 0;
        for (; at + 8 <= length; at += 8) {
            hash = mix(hash ^ segment.get(LONG, offset + at)) * 31;
        }
        long rest = 0;
        for (; at < length; at++) {
            rest = rest << 8 | segment.get(BYTE, offset + at) & 0xFF;
        }
        return mix(hash ^ rest);
    }

    /// Keeps of the candidates in `selection` those where `left` at `leftAt[candidate]` equals
    /// `right` at the candidate; returns how many. NULL equals nothing.
    public static int equal(Vector left, int[] leftAt, Vector right, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int from = leftAt[at];
            if (!left.nulls[from] && !right.nulls[at] && equal(left, from, right, at)) {
                selection[kept++] = at;
            }
        }
        return kept;
    }

    /// Whether two values that are not NULL are equal.
    public static boolean equal(Vector left, int at, Vector right, int other) {
        return switch (left.type.kind()) {
            case DOUBLE ->
                    Double.doubleToLongBits(left.doubles[at] + 0.0)
                            == Double.doubleToLongBits(right.doubles[other] + 0.0);
            case DECIMAL ->
                    left.longs[at] == right.longs[other] && left.highAt(at) == right.highAt(other);
            case TEXT ->
                    left.lengths[at] == right.lengths[other]
                            && sameBytes(
                                    left.segments[at],
                                    left.offsets[at],
                                    right.segments[other],
                                    right.offsets[other],
                                    left.lengths[at]);
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT ->
                    left.longs[at] == right.longs[other];
        };
    }

    /// Whether a value that is not NULL equals a stored one.
    static boolean equal(Vector left, int at, Batch batch, int column, int row) {
        if (batch.isNull(column, row)) {
            return false;
        }
        return switch (left.type.kind()) {
            case BOOLEAN -> left.longs[at] != 0 == batch.booleanAt(column, row);
            case INTEGER, DATE -> left.longs[at] == batch.intAt(column, row);
            case BIGINT, TIME, TIMESTAMP, INSTANT -> left.longs[at] == batch.longAt(column, row);
            case DOUBLE ->
                    Double.doubleToLongBits(left.doubles[at] + 0.0)
                            == Double.doubleToLongBits(batch.doubleAt(column, row) + 0.0);
            case DECIMAL ->
                    left.longs[at] == batch.decimalLowAt(column, row)
                            && left.highAt(at) == batch.decimalHighAt(column, row);
            case TEXT ->
                    left.lengths[at] == batch.textLengthAt(column, row)
                            && sameBytes(
                                    left.segments[at],
                                    left.offsets[at],
                                    batch.segment(),
                                    batch.textOffsetAt(column, row),
                                    left.lengths[at]);
        };
    }

    private static boolean sameBytes(
            MemorySegment left, long leftAt, MemorySegment right, long rightAt, int length) {
        int at = 0;
        for (; at + 8 <= length; at += 8) {
            if (left.get(LONG, leftAt + at) != right.get(LONG, rightAt + at)) {
                return false;
            }
        }
        for (; at < length; at++) {
            if (left.get(BYTE, leftAt + at) != right.get(BYTE, rightAt + at)) {
                return false;
            }
        }
        return true;
    }
}
