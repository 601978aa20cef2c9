package telegraph.engine.operator;

import java.lang.foreign.MemorySegment;
import java.util.List;
import telegraph.engine.SortKey;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// Which of two rows in batches comes first.
///
/// Text is ordered by its bytes; the two zeros of floating point are equal, and NaN equals itself
/// and is greater than all other numbers.
///
/// Threads: any.
final class RowOrder {
    private final int[] columns;
    private final Type.Kind[] kinds;
    private final boolean[] descending;
    private final boolean[] nullsFirst;

    /// @param types of the rows
    RowOrder(List<SortKey> keys, List<Type> types) {
        int count = keys.size();
        columns = new int[count];
        kinds = new Type.Kind[count];
        descending = new boolean[count];
        nullsFirst = new boolean[count];
        for (int k = 0; k < count; k++) {
            columns[k] = keys.get(k).column();
            kinds[k] = types.get(columns[k]).kind();
            descending[k] = keys.get(k).descending();
            nullsFirst[k] = keys.get(k).nullsFirst();
        }
    }

    /// Negative if the row of `a` comes before that of `b`, 0 if they are peers.
    int compare(Batch a, int row, Batch b, int other) {
        for (int k = 0; k < columns.length; k++) {
            int column = columns[k];
            boolean isNull = a.isNull(column, row);
            boolean otherNull = b.isNull(column, other);
            int order;
            if (isNull || otherNull) {
                if (isNull == otherNull) {
                    continue;
                }
                order = isNull == nullsFirst[k] ? -1 : 1;
            } else {
                order = compare(kinds[k], column, a, row, b, other);
                if (order != 0 && descending[k]) {
                    order = -order;
                }
            }
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compare(Type.Kind kind, int column, Batch a, int row, Batch b, int other) {
        return switch (kind) {
            case BOOLEAN -> Boolean.compare(a.booleanAt(column, row), b.booleanAt(column, other));
            case INTEGER, DATE, TIME ->
                    Integer.compare(a.intAt(column, row), b.intAt(column, other));
            case BIGINT, TIMESTAMP, INSTANT ->
                    Long.compare(a.longAt(column, row), b.longAt(column, other));
            case DOUBLE ->
                    Double.compare(a.doubleAt(column, row) + 0.0, b.doubleAt(column, other) + 0.0);
            case DECIMAL -> {
                long high = a.decimalHighAt(column, row);
                long otherHigh = b.decimalHighAt(column, other);
                yield high != otherHigh
                        ? Long.compare(high, otherHigh)
                        : Long.compareUnsigned(
                                a.decimalLowAt(column, row), b.decimalLowAt(column, other));
            }
            case TEXT -> compareTexts(column, a, row, b, other);
        };
    }

    private static int compareTexts(int column, Batch a, int row, Batch b, int other) {
        long start = a.textOffsetAt(column, row);
        long otherStart = b.textOffsetAt(column, other);
        int length = a.textLengthAt(column, row);
        int otherLength = b.textLengthAt(column, other);
        long differs =
                MemorySegment.mismatch(
                        a.segment(),
                        start,
                        start + length,
                        b.segment(),
                        otherStart,
                        otherStart + otherLength);
        if (differs < 0) {
            return 0;
        }
        if (differs == length || differs == otherLength) {
            return length - otherLength;
        }
        return Byte.compareUnsigned(
                a.segment().get(Cells.BYTE, start + differs),
                b.segment().get(Cells.BYTE, otherStart + differs));
    }
}
