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
    /// if `rows` is null.
    public static void fromBatch(
            Batch batch, int column, int[] rows, int[] selection, int count, Vector to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            value(batch, column, rows == null ? at : rows[at], to, at);
        }
    }

    /// The values of stored rows; position `p` is the row that `refs[p]` names.
    public static void fromStore(
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

    /// Appends all rows of a batch to a builder with room for them.
    static void append(Batch from, BatchBuilder to) {
        for (int row = 0; row < from.rows(); row++) {
            appendRow(from, row, to);
        }
    }

    /// Appends one row of a batch to a builder.
    public static void appendRow(Batch from, int row, BatchBuilder to) {
        for (int c = 0; c < from.columns(); c++) {
            if (from.isNull(c, row)) {
                continue;
            }
            switch (from.type(c).kind()) {
                case BOOLEAN -> to.setBoolean(c, from.booleanAt(c, row));
                case INTEGER, DATE, TIME -> to.setInt(c, from.intAt(c, row));
                case BIGINT, TIMESTAMP, INSTANT -> to.setLong(c, from.longAt(c, row));
                case DOUBLE -> to.setDouble(c, from.doubleAt(c, row));
                case DECIMAL ->
                        to.setDecimal(c, from.decimalHighAt(c, row), from.decimalLowAt(c, row));
                case TEXT ->
                        to.setText(
                                c,
                                from.segment(),
                                from.textOffsetAt(c, row),
                                from.textLengthAt(c, row));
            }
        }
        to.endRow();
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
            case DECIMAL -> {
                to.longs[at] = batch.decimalLowAt(column, row);
                to.highs[at] = batch.decimalHighAt(column, row);
            }
            case TEXT -> {
                to.segments[at] = batch.segment();
                to.offsets[at] = batch.textOffsetAt(column, row);
                to.lengths[at] = batch.textLengthAt(column, row);
            }
        }
    }

    /// Copies the selected values of one vector to the same positions of another.
    public static void copy(Vector from, int[] selection, int count, Vector to) {
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to.nulls[at] = from.nulls[at];
            if (from.nulls[at]) {
                continue;
            }
            if (from.longs != null) {
                to.longs[at] = from.longs[at];
            }
            if (from.highs != null) {
                to.highs[at] = from.highs[at];
            }
            if (from.doubles != null) {
                to.doubles[at] = from.doubles[at];
            }
            if (from.segments != null) {
                to.segments[at] = from.segments[at];
                to.offsets[at] = from.offsets[at];
                to.lengths[at] = from.lengths[at];
            }
        }
    }

    /// Sets a column of the builder's current row from a vector.
    public static void put(Vector from, int at, BatchBuilder to, int column) {
        if (from.nulls[at]) {
            return;
        }
        switch (from.type.kind()) {
            case BOOLEAN -> to.setBoolean(column, from.longs[at] != 0);
            case INTEGER, DATE, TIME -> to.setInt(column, (int) from.longs[at]);
            case BIGINT, TIMESTAMP, INSTANT -> to.setLong(column, from.longs[at]);
            case DOUBLE -> to.setDouble(column, from.doubles[at]);
            case DECIMAL -> to.setDecimal(column, from.highs[at], from.longs[at]);
            case TEXT -> to.setText(column, from.segments[at], from.offsets[at], from.lengths[at]);
        }
    }
}
