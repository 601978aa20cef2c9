package telegraph.engine.vector;

import java.lang.foreign.MemorySegment;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;

/// Copies column values out of batches into vectors.
///
/// Memory: the segments of a text vector are those of the batches, which must stay pinned as long
/// as the vector is read; who passes on what was made of the bytes confirms the batches before
/// ([Batch#confirm]).
public final class Gather {
    private Gather() {}

    /// The values at the selected positions of one batch; position `p` is row `rows[p]`, or row `p`
    /// if `rows` is null. What the vector held at other positions is lost.
    ///
    /// @param selection strictly ascending
    public static void fromBatch(
            Batch batch, int column, int[] rows, int[] selection, int count, Vector to) {
        if (batch.isNullFree(column)) {
            to.hasNoNulls();
        } else {
            to.mayHaveNulls();
            batch.readNulls(column, rows, selection, count, to.nulls);
        }
        switch (to.type.kind()) {
            case BOOLEAN, INTEGER, DATE, TIME, BIGINT, TIMESTAMP, INSTANT ->
                    batch.readLongs(column, rows, selection, count, to.longs);
            case DOUBLE -> batch.readDoubles(column, rows, selection, count, to.doubles);
            case DECIMAL -> {
                batch.readLongs(column, rows, selection, count, to.longs);
                to.mayBeWide();
                if (to.highs != null) {
                    batch.readHighs(column, rows, selection, count, to.highs);
                }
            }
            case TEXT -> {
                batch.readTexts(column, rows, selection, count, to.offsets, to.lengths);
                point(to.segments, batch.segment(), selection, count);
            }
        }
    }

    /// Looks before it writes, because writing a reference costs the collector more than reading.
    private static void point(
            MemorySegment[] segments, MemorySegment segment, int[] selection, int count) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            if (segments[at] != segment) {
                segments[at] = segment;
            }
        }
    }

    /// Copies the selected values of one vector to the same positions of another, which loses what
    /// it held at others.
    public static void copy(Vector from, int[] selection, int count, Vector to) {
        if (from.isNullFree()) {
            to.hasNoNulls();
        } else {
            to.mayHaveNulls();
            boolean[] nulls = from.nulls;
            boolean[] toNulls = to.nulls;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                toNulls[at] = nulls[at];
            }
        }
        if (from.highs == null) {
            to.narrow();
        } else {
            to.mayBeWide();
        }
        to.copyValues(from, selection, count);
    }

    /// Appends rows to a builder that is not full, from one vector a column: those at `count`
    /// places of `selection` from `first` on, in any order, a position perhaps more than once.
    ///
    /// @param count at least one
    /// @return how many were appended: fewer if the batch is full before that, at least one
    public static int append(
            Vector[] columns, int[] selection, int first, int count, BatchBuilder to) {
        int rows = Math.min(count, Batch.ROWS_MAX - to.rows());
        for (Vector column : columns) {
            if (column.segments != null) {
                rows = withTexts(column, selection, first, rows);
            }
        }
        boolean run = isRun(selection, first, rows);
        to.startRows(run ? null : selection, run ? selection[first] : first, rows);
        for (int c = 0; c < columns.length; c++) {
            put(columns[c], to, c);
        }
        to.endRows();
        return rows;
    }

    /// How many of these rows there are before one column's long strings alone fill a batch.
    private static int withTexts(Vector column, int[] selection, int first, int count) {
        boolean[] nulls = column.nulls;
        int[] lengths = column.lengths;
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[first + i];
            bytes += nulls[at] ? 0 : lengths[at];
            if (bytes >= BatchBuilder.HEAP_BYTES_FULL) {
                return i + 1;
            }
        }
        return count;
    }

    private static boolean isRun(int[] selection, int first, int count) {
        int start = selection[first];
        for (int i = 1; i < count; i++) {
            if (selection[first + i] != start + i) {
                return false;
            }
        }
        return true;
    }

    /// Puts a column of the rows that the builder has begun.
    public static void put(Vector from, BatchBuilder to, int column) {
        boolean[] nulls = from.isNullFree() ? null : from.nulls;
        switch (from.type.kind()) {
            case BOOLEAN, INTEGER, DATE, TIME, BIGINT, TIMESTAMP, INSTANT ->
                    to.putLongs(column, from.longs, nulls);
            case DOUBLE -> to.putDoubles(column, from.doubles, nulls);
            case DECIMAL -> to.putDecimals(column, from.highs, from.longs, nulls);
            case TEXT -> to.putTexts(column, from.segments, from.offsets, from.lengths, nulls);
        }
    }
}
