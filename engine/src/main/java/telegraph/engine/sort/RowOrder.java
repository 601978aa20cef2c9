package telegraph.engine.sort;

import java.lang.foreign.MemorySegment;
import java.util.List;
import telegraph.engine.SortKey;
import telegraph.engine.operator.MemoryCells;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// Which of two rows in batches comes first.
///
/// Text is ordered by its bytes; the two zeros of floating point are equal, and NaN equals itself
/// and is greater than all other numbers.
///
/// Threads: any.
public final class RowOrder {
    private final int[] columns;
    private final Type.Kind[] kinds;
    private final boolean[] descending;
    private final boolean[] nullsFirst;

    /// @param types of the rows
    public RowOrder(List<SortKey> keys, List<Type> types) {
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
    public int compare(Batch a, int row, Batch b, int other) {
        int order = compareInBulk(a, row, b, other);
        a.confirm();
        b.confirm();
        return order;
    }

    /// The same for who compares many rows and confirms their batches afterwards.
    int compareInBulk(Batch a, int row, Batch b, int other) {
        for (int k = 0; k < columns.length; k++) {
            int column = columns[k];
            boolean isNull = MemoryCells.isNull(a, column, row);
            boolean otherNull = MemoryCells.isNull(b, column, other);
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
            case BOOLEAN ->
                    Byte.compare(
                            MemoryCells.byteAt(a, column, row),
                            MemoryCells.byteAt(b, column, other));
            case INTEGER, DATE ->
                    Integer.compare(
                            MemoryCells.intAt(a, column, row), MemoryCells.intAt(b, column, other));
            case BIGINT, TIME, TIMESTAMP, INSTANT ->
                    Long.compare(
                            MemoryCells.longAt(a, column, row),
                            MemoryCells.longAt(b, column, other));
            case DOUBLE ->
                    Double.compare(
                            Double.longBitsToDouble(MemoryCells.longAt(a, column, row)) + 0.0,
                            Double.longBitsToDouble(MemoryCells.longAt(b, column, other)) + 0.0);
            case DECIMAL ->
                    a.type(column).isShortDecimal()
                            ? Long.compare(
                                    MemoryCells.longAt(a, column, row),
                                    MemoryCells.longAt(b, column, other))
                            : compareWide(column, a, row, b, other);
            case TEXT -> compareTexts(column, a, row, b, other);
        };
    }

    private static int compareWide(int column, Batch a, int row, Batch b, int other) {
        int highs =
                Long.compare(
                        MemoryCells.highAt(a, column, row), MemoryCells.highAt(b, column, other));
        return highs != 0
                ? highs
                : Long.compareUnsigned(
                        MemoryCells.lowAt(a, column, row), MemoryCells.lowAt(b, column, other));
    }

    private static int compareTexts(int column, Batch a, int row, Batch b, int other) {
        int length = MemoryCells.lengthAt(a, column, row);
        int otherLength = MemoryCells.lengthAt(b, column, other);
        long start = MemoryCells.textAt(a, column, row, length);
        long otherStart = MemoryCells.textAt(b, column, other, otherLength);
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
                a.segment().get(MemoryCells.BYTE, start + differs),
                b.segment().get(MemoryCells.BYTE, otherStart + differs));
    }
}
