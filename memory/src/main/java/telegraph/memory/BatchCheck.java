package telegraph.memory;

import static telegraph.memory.BatchLayout.BYTE;
import static telegraph.memory.BatchLayout.INT;
import static telegraph.memory.BatchLayout.LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;
import telegraph.ground.TelegraphException;

/// Decides whether bytes from outside are a batch of the expected columns.
final class BatchCheck {
    private BatchCheck() {}

    static void check(MemorySegment bytes, List<Type> types, String origin) {
        long size = bytes.byteSize();
        demand(size >= BatchLayout.DIRECTORY_AT, "is shorter than a header", origin, "bytes", size);
        int magic = bytes.get(INT, 0);
        demand(magic == BatchLayout.MAGIC, "has another magic", origin, "magic", magic);
        int version = bytes.get(INT, 4);
        demand(version == BatchLayout.VERSION, "has another version", origin, "version", version);
        int columns = bytes.get(INT, BatchLayout.COLUMNS_AT);
        demand(columns == types.size(), "has other columns", origin, "columns", columns);
        int rows = bytes.get(INT, BatchLayout.ROWS_AT);
        int capacity = bytes.get(INT, BatchLayout.CAPACITY_AT);
        demand(
                capacity >= 0 && capacity <= Batch.ROWS_MAX,
                "is too large",
                origin,
                "capacity",
                capacity);
        demand(rows >= 0 && rows <= capacity, "has rows it has no room for", origin, "rows", rows);
        long stated = bytes.get(LONG, BatchLayout.BYTES_AT);
        long heap = bytes.get(LONG, BatchLayout.HEAP_AT);
        long used = bytes.get(LONG, BatchLayout.HEAP_USED_AT);
        demand(stated >= 0 && stated <= size, "is cut short", origin, "bytes", stated);
        demand(
                heap == BatchLayout.heapOffset(types, capacity),
                "has its strings in another place",
                origin,
                "heap",
                heap);
        demand(
                used >= 0 && used <= stated - heap,
                "has strings past its end",
                origin,
                "heapUsed",
                used);
        long at =
                BatchLayout.align(
                        BatchLayout.DIRECTORY_AT + (long) BatchLayout.ENTRY_BYTES * columns);
        for (int c = 0; c < columns; c++) {
            at = checkColumn(bytes, types.get(c), c, at, origin);
        }
    }

    private static long checkColumn(
            MemorySegment bytes, Type type, int column, long start, String origin) {
        long entry = BatchLayout.DIRECTORY_AT + (long) BatchLayout.ENTRY_BYTES * column;
        int capacity = bytes.get(INT, BatchLayout.CAPACITY_AT);
        boolean same =
                bytes.get(BYTE, entry) == type.kind().ordinal()
                        && bytes.get(BYTE, entry + 1) == type.precision()
                        && bytes.get(BYTE, entry + 2) == type.scale();
        demand(same, "has a column of another type", origin, "column", column);
        long validity = bytes.get(LONG, entry + BatchLayout.ENTRY_VALIDITY);
        long values = bytes.get(LONG, entry + BatchLayout.ENTRY_VALUES);
        demand(validity == start, "has a bitmap in another place", origin, "column", column);
        demand(
                values == start + BatchLayout.validityBytes(capacity),
                "has values in another place",
                origin,
                "column",
                column);
        if (type.kind() == Type.Kind.TEXT) {
            checkViews(bytes, column, validity, values, origin);
        }
        return values + BatchLayout.align((long) type.bytes() * capacity);
    }

    private static void checkViews(
            MemorySegment bytes, int column, long validity, long values, String origin) {
        int rows = bytes.get(INT, BatchLayout.ROWS_AT);
        long used = bytes.get(LONG, BatchLayout.HEAP_USED_AT);
        for (int row = 0; row < rows; row++) {
            if ((bytes.get(BYTE, validity + (row >>> 3)) >>> (row & 7) & 1) == 0) {
                continue;
            }
            int length = bytes.get(INT, values + 16L * row);
            demand(length >= 0, "has a string of negative length", origin, "column", column);
            if (length > BatchLayout.INLINE_MAX) {
                long offset = bytes.get(LONG, values + 16L * row + 8);
                demand(
                        offset >= 0 && length <= used && offset <= used - length,
                        "has a string outside its heap",
                        origin,
                        "row",
                        row);
            }
        }
    }

    private static void demand(
            boolean holds, String fault, String origin, String name, long value) {
        if (!holds) {
            throw TelegraphException.corrupt(
                    "a batch " + fault + ": origin=" + origin + " " + name + "=" + value);
        }
    }
}
