package telegraph.engine.stem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Comparator;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;

/// Copies column values out of batches into vectors.
///
/// Memory: the segments of a text vector are those of the batches, which must stay pinned as long
/// as the vector is read.
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

    /// The values of stored rows; position `p` is the row that `refs[p]` names.
    static void fromStore(
            Pins pins, int column, long[] refs, int[] selection, int count, Vector to) {
        if (pins.isTight() && count > 1) {
            inOrder(pins, column, refs, selection, count, to);
        } else {
            follow(pins, column, refs, selection, count, to);
        }
    }

    /// Reads stored rows batch by batch, so that none is brought from disk twice.
    private static void inOrder(
            Pins pins, int column, long[] refs, int[] selection, int count, Vector to) {
        Integer[] positions = new Integer[count];
        for (int i = 0; i < count; i++) {
            positions[i] = selection[i];
        }
        Arrays.sort(positions, Comparator.comparingLong(at -> refs[at]));
        int[] ordered = new int[count];
        for (int i = 0; i < count; i++) {
            ordered[i] = positions[i];
        }
        follow(pins, column, refs, ordered, count, to);
    }

    private static void follow(
            Pins pins, int column, long[] refs, int[] selection, int count, Vector to) {
        boolean text = to.segments != null;
        to.mayHaveNulls();
        int held = -1;
        int entry = 0;
        boolean copies = false;
        Batch batch = null;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long ref = refs[at];
            int id = Ref.batch(ref);
            if (id != held) {
                entry = pins.entry(id);
                batch = pins.batch(entry);
                copies = text && !pins.pointTo(entry);
                held = id;
            }
            value(batch, column, pins.first(entry) + Ref.row(ref), to, at);
            if (copies && !to.nulls[at]) {
                byte[] bytes = new byte[to.lengths[at]];
                MemorySegment.copy(
                        to.segments[at],
                        ValueLayout.JAVA_BYTE,
                        to.offsets[at],
                        bytes,
                        0,
                        bytes.length);
                to.segments[at] = MemorySegment.ofArray(bytes);
                to.offsets[at] = 0;
            }
        }
    }

    private static void value(Batch batch, int column, int row, Vector to, int at) {
        if (batch.isNull(column, row)) {
            to.nulls[at] = true;
            return;
        }
        to.nulls[at] = false;
        switch (to.type.kind()) {
            case BOOLEAN -> to.longs[at] = batch.booleanAt(column, row) ? 1 : 0;
            case INTEGER, DATE, TIME -> to.longs[at] = batch.intAt(column, row);
            case BIGINT, TIMESTAMP, INSTANT -> to.longs[at] = batch.longAt(column, row);
            case DOUBLE -> to.doubles[at] = batch.doubleAt(column, row);
            case DECIMAL ->
                    to.setDecimal(
                            at, batch.decimalHighAt(column, row), batch.decimalLowAt(column, row));
            case TEXT -> {
                to.segments[at] = batch.segment();
                to.offsets[at] = batch.textOffsetAt(column, row);
                to.lengths[at] = batch.textLengthAt(column, row);
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
        copyValues(from, selection, count, to);
    }

    /// Copies what lies at the selected positions, except whether it is NULL.
    public static void copyValues(Vector from, int[] selection, int count, Vector to) {
        if (from.longs != null) {
            copy(from.longs, selection, count, to.longs);
        }
        if (from.highs != null) {
            copy(from.highs, selection, count, to.highs);
        }
        if (from.doubles != null) {
            double[] doubles = from.doubles;
            double[] toDoubles = to.doubles;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                toDoubles[at] = doubles[at];
            }
        }
        if (from.segments != null) {
            copy(from.offsets, selection, count, to.offsets);
            int[] lengths = from.lengths;
            int[] toLengths = to.lengths;
            MemorySegment[] segments = from.segments;
            MemorySegment[] toSegments = to.segments;
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                toLengths[at] = lengths[at];
                if (toSegments[at] != segments[at]) {
                    toSegments[at] = segments[at];
                }
            }
        }
    }

    private static void copy(long[] from, int[] selection, int count, long[] to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = from[at];
        }
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
