package telegraph.memory;

import static telegraph.memory.BatchLayout.BYTE;
import static telegraph.memory.BatchLayout.DOUBLE;
import static telegraph.memory.BatchLayout.INT;
import static telegraph.memory.BatchLayout.LONG;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Fills one batch after another, a row or many rows at a time.
///
/// Set the columns of the current row in any order, then [#endRow]; columns not set are NULL. Or
/// begin rows with [#startRows], put their columns in any order and as a whole from arrays, and end
/// them with [#endRows]. Room grows with the rows, so a batch of ten rows costs little. [#build]
/// hands over what is there and starts anew.
///
/// Threads: one at a time. Memory: the builder owns its piece until [#build] gives it to the batch;
/// [#close] frees what is left.
public final class BatchBuilder implements AutoCloseable {
    /// A batch is full when its strings have this many bytes, whatever its rows.
    public static final long HEAP_BYTES_FULL = 1 << 20;

    /// The longest string a batch takes.
    public static final int TEXT_BYTES_MAX = 1 << 28;

    /// Strings up to this many bytes take nothing of the heap.
    public static final int INLINE_MAX = BatchLayout.INLINE_MAX;

    private static final int CAPACITY_FIRST = 64;

    private final Region region;
    private final List<Type> types;
    private final long[] validity;
    private final long[] values;
    private MemorySegment segment;
    private int capacity;
    private int rows;
    private long heap;
    private long heapUsed;

    /// What the whole rows use of the heap, without the current one.
    private long heapEnded;

    /// Where the rows begun come from: `count` places of `selection` from `from` on, or the
    /// positions from `from` on if it is null.
    private int[] selection;

    private int from;
    private int count;

    /// @throws TelegraphException of kind INPUT if there are more columns than a batch takes
    public BatchBuilder(Region region, List<Type> types) {
        if (types.size() > Batch.COLUMNS_MAX) {
            throw TelegraphException.of(
                    SqlState.TOO_MANY_COLUMNS,
                    "a row has at most " + Batch.COLUMNS_MAX + " columns: columns=" + types.size());
        }
        this.region = region;
        this.types = List.copyOf(types);
        this.validity = new long[types.size()];
        this.values = new long[types.size()];
    }

    public List<Type> types() {
        return types;
    }

    /// Whole rows so far.
    public int rows() {
        return rows;
    }

    public boolean isEmpty() {
        return rows == 0;
    }

    /// Whether the batch should be built before the next row.
    public boolean isFull() {
        return rows == Batch.ROWS_MAX || heapUsed >= HEAP_BYTES_FULL;
    }

    /// Bytes of the values and strings of the whole rows.
    public long bytes() {
        long row = 0;
        for (Type type : types) {
            row += type.bytes();
        }
        return row * rows + heapEnded;
    }

    public void setBoolean(int column, boolean value) {
        valid(column);
        segment.set(BYTE, values[column] + rows, (byte) (value ? 1 : 0));
    }

    /// Sets an INTEGER, DATE (days) or TIME (milliseconds).
    public void setInt(int column, int value) {
        valid(column);
        segment.set(INT, values[column] + 4L * rows, value);
    }

    /// Sets a BIGINT, TIMESTAMP or INSTANT (milliseconds).
    public void setLong(int column, long value) {
        valid(column);
        segment.set(LONG, values[column] + 8L * rows, value);
    }

    public void setDouble(int column, double value) {
        valid(column);
        segment.set(DOUBLE, values[column] + 8L * rows, value);
    }

    /// Sets a decimal by the two words of its unscaled value, at the scale of the column.
    ///
    /// @throws TelegraphException of kind INPUT if it does not fit the column's one word
    public void setDecimal(int column, long high, long low) {
        if (types.get(column).isShortDecimal()) {
            demandShort(column, high, low);
            setLong(column, low);
            return;
        }
        valid(column);
        segment.set(LONG, values[column] + 16L * rows, low);
        segment.set(LONG, values[column] + 16L * rows + 8, high);
    }

    /// Sets a decimal, rounding half up to the scale of the column.
    ///
    /// @throws TelegraphException of kind INPUT if it has too many digits for the column
    public void setDecimal(int column, BigDecimal value) {
        Type type = types.get(column);
        BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > type.precision()) {
            throw TelegraphException.input(
                    "a number has more digits than its type: value=" + value + " type=" + type);
        }
        BigInteger unscaled = scaled.unscaledValue();
        setDecimal(column, Decimals.high(unscaled), unscaled.longValue());
    }

    public void setText(int column, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        setText(column, bytes, 0, bytes.length);
    }

    /// Sets a string from UTF-8 bytes.
    public void setText(int column, byte[] bytes, int offset, int length) {
        long at = reserveText(column, length);
        MemorySegment.copy(bytes, offset, segment, BYTE, at, length);
        prefix(column, at, length);
    }

    /// Sets a string from UTF-8 bytes that lie in a segment.
    public void setText(int column, MemorySegment from, long offset, int length) {
        long at = reserveText(column, length);
        MemorySegment.copy(from, offset, segment, at, length);
        prefix(column, at, length);
    }

    public void setNull(int column) {
        room();
        long at = validity[column] + (rows >>> 3);
        segment.set(BYTE, at, (byte) (segment.get(BYTE, at) & ~(1 << (rows & 7))));
    }

    /// Sets a value given as the Java class that stands for the column's type (see
    /// [Batch#valueAt]); null sets NULL.
    public void set(int column, Object value) {
        if (value == null) {
            setNull(column);
            return;
        }
        switch (types.get(column).kind()) {
            case BOOLEAN -> setBoolean(column, (Boolean) value);
            case INTEGER -> setInt(column, ((Number) value).intValue());
            case BIGINT -> setLong(column, ((Number) value).longValue());
            case DOUBLE -> setDouble(column, ((Number) value).doubleValue());
            case DECIMAL -> {
                if (Decimals.isNaN(value)) {
                    setDecimal(column, Decimals.NAN_HIGH, Decimals.NAN_LOW);
                } else {
                    setDecimal(column, decimal((Number) value));
                }
            }
            case DATE -> setInt(column, Math.toIntExact(((LocalDate) value).toEpochDay()));
            case TIME -> setLong(column, Micros.of((LocalTime) value));
            case TIMESTAMP -> setLong(column, Micros.of((LocalDateTime) value));
            case INSTANT -> setLong(column, Micros.of((Instant) value));
            case TEXT -> setText(column, (String) value);
        }
    }

    private static BigDecimal decimal(Number value) {
        return value instanceof BigDecimal d ? d : new BigDecimal(value.toString());
    }

    /// Ends the current row. A full batch takes no more: build it first.
    public void endRow() {
        room();
        rows++;
        heapEnded = heapUsed;
    }

    /// Begins `count` rows at once. Row `i` of them takes its values from position `selection[from
    /// + i]` of the arrays put, or from position `from + i` if `selection` is null. A position may
    ///   come more than once, in any order; the array is read until [#endRows].
    public void startRows(int[] selection, int from, int count) {
        if (count < 0 || count > Batch.ROWS_MAX - rows) {
            throw new IllegalStateException(
                    "a batch has at most "
                            + Batch.ROWS_MAX
                            + " rows: rows="
                            + rows
                            + " more="
                            + count);
        }
        if (segment == null || rows + count > capacity) {
            int more = Math.max(rows + count, Math.min(Batch.ROWS_MAX, capacity * 4));
            move(more, heapUsed * 2);
        }
        this.selection = selection;
        this.from = from;
        this.count = count;
    }

    /// Puts the column of the rows begun: a BOOLEAN (0, 1), INTEGER, DATE, TIME, BIGINT, TIMESTAMP,
    /// INSTANT or DECIMAL of one word.
    ///
    /// @param nulls which positions are NULL; null if none is
    public void putLongs(int column, long[] values, boolean[] nulls) {
        ColumnCopy.validity(segment, validity[column], rows, nulls, selection, from, count);
        int bytes = types.get(column).bytes();
        long at = this.values[column] + (long) bytes * rows;
        switch (bytes) {
            case 1 -> ColumnCopy.bytes(segment, at, values, selection, from, count);
            case 4 -> ColumnCopy.ints(segment, at, values, selection, from, count);
            default -> ColumnCopy.longs(segment, at, values, selection, from, count);
        }
    }

    /// As [#putLongs], for a DOUBLE.
    public void putDoubles(int column, double[] values, boolean[] nulls) {
        ColumnCopy.validity(segment, validity[column], rows, nulls, selection, from, count);
        long at = this.values[column] + 8L * rows;
        ColumnCopy.doubles(segment, at, values, selection, from, count);
    }

    /// As [#putLongs], for a DECIMAL by the two words of its unscaled values.
    ///
    /// @param highs null if each is implied by the low word
    public void putDecimals(int column, long[] highs, long[] lows, boolean[] nulls) {
        if (types.get(column).isShortDecimal()) {
            for (int i = 0; highs != null && i < count; i++) {
                int position = selection == null ? from + i : selection[from + i];
                if (nulls == null || !nulls[position]) {
                    demandShort(column, highs[position], lows[position]);
                }
            }
            putLongs(column, lows, nulls);
            return;
        }
        ColumnCopy.validity(segment, validity[column], rows, nulls, selection, from, count);
        long at = values[column] + 16L * rows;
        ColumnCopy.decimals(segment, at, highs, lows, selection, from, count);
    }

    /// As [#putLongs], for a TEXT by where its UTF-8 bytes lie.
    ///
    /// @throws TelegraphException of kind INPUT if one is too long
    public void putTexts(
            int column, MemorySegment[] segments, long[] offsets, int[] lengths, boolean[] nulls) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            int position = selection == null ? from + i : selection[from + i];
            if (nulls == null || !nulls[position]) {
                int length = lengths[position];
                demandTextFits(length);
                bytes += length > BatchLayout.INLINE_MAX ? length : 0;
            }
        }
        if (heap + heapUsed + bytes > segment.byteSize()) {
            move(capacity, (heapUsed + bytes) * 2);
        }
        ColumnCopy.validity(segment, validity[column], rows, nulls, selection, from, count);
        long at = values[column] + 16L * rows;
        for (int i = 0; i < count; i++) {
            int position = selection == null ? from + i : selection[from + i];
            if (nulls == null || !nulls[position]) {
                int length = lengths[position];
                heapUsed +=
                        ColumnCopy.text(
                                segments[position],
                                offsets[position],
                                length,
                                segment,
                                at + 16L * i,
                                heap,
                                heapUsed);
            }
        }
    }

    /// Appends rows of a batch of the same types: those at `count` places of `selection` from
    /// `from` on, or the rows from `from` on if it is null. There is room for as many rows; strings
    /// find room whatever their size.
    public void append(Batch batch, int[] selection, int from, int count) {
        startRows(selection, from, count);
        try {
            for (int c = 0; c < values.length; c++) {
                appendColumn(batch, c);
            }
            batch.confirm();
        } catch (RuntimeException e) {
            truncate(rows);
            // Whatever went wrong, it did because of this.
            batch.confirm();
            throw e;
        }
        endRows();
    }

    private void appendColumn(Batch batch, int column) {
        ColumnCopy.validity(segment, validity[column], rows, batch, column, selection, from, count);
        if (types.get(column).kind() == Type.Kind.TEXT) {
            appendTexts(batch, column);
            return;
        }
        int bytes = types.get(column).bytes();
        ColumnCopy.fixed(
                batch.segment(),
                batch.valuesOffset(column),
                bytes,
                segment,
                values[column] + (long) bytes * rows,
                selection,
                from,
                count);
    }

    private void appendTexts(Batch batch, int column) {
        MemorySegment source = batch.segment();
        long bitmap = batch.validityOffset(column);
        long views = batch.valuesOffset(column);
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            int row = selection == null ? from + i : selection[from + i];
            int valid = source.get(BYTE, bitmap + (row >>> 3)) >>> (row & 7) & 1;
            int length = valid * source.get(INT, views + 16L * row);
            bytes += length > BatchLayout.INLINE_MAX ? length : 0;
        }
        // Before so many bytes are asked for.
        batch.confirm();
        if (heap + heapUsed + bytes > segment.byteSize()) {
            move(capacity, (heapUsed + bytes) * 2);
        }
        long at = values[column] + 16L * rows;
        for (int i = 0; i < count; i++) {
            int row = selection == null ? from + i : selection[from + i];
            if ((source.get(BYTE, bitmap + (row >>> 3)) >>> (row & 7) & 1) == 0) {
                continue;
            }
            long view = views + 16L * row;
            int length = source.get(INT, view);
            long offset =
                    length <= BatchLayout.INLINE_MAX
                            ? view + 4
                            : batch.heapOffset() + source.get(LONG, view + 8);
            heapUsed +=
                    ColumnCopy.text(source, offset, length, segment, at + 16L * i, heap, heapUsed);
        }
    }

    /// Ends the rows begun; columns not put are NULL in them.
    public void endRows() {
        rows += count;
        heapEnded = heapUsed;
        count = 0;
        selection = null;
    }

    /// Takes one piece with room for so many rows and so many bytes of their long strings; within
    /// these bounds it stays where it is. The builder is empty.
    public void reserve(int rowsMax, long heapBytes) {
        if (segment != null) {
            throw new IllegalStateException("room is reserved in an empty builder: rows=" + rows);
        }
        move(rowsMax, heapBytes);
    }

    /// How many rows fit before the batch must move.
    public int rowsLeft() {
        return capacity - rows;
    }

    /// How many bytes of strings longer than [#INLINE_MAX] fit before the batch must move.
    public long heapLeft() {
        return segment == null ? 0 : segment.byteSize() - heap - heapUsed;
    }

    /// The rows ended so far as a batch, to be read while others are added within what was
    /// reserved. It is nobody's to pin, and void when the batch built here is freed.
    public Batch view() {
        segment.set(INT, BatchLayout.ROWS_AT, rows);
        return new Batch(region, segment, types, 0);
    }

    /// Forgets the rows from `count` on, and what was set of the current row.
    public void truncate(int count) {
        if (count < 0 || count > rows) {
            throw new IllegalArgumentException(
                    "a builder is cut within its rows: count=" + count + " rows=" + rows);
        }
        if (segment == null) {
            return;
        }
        for (int row = count; row < Math.min(rows + Math.max(1, this.count), capacity); row++) {
            for (long bitmap : validity) {
                long at = bitmap + (row >>> 3);
                segment.set(BYTE, at, (byte) (segment.get(BYTE, at) & ~(1 << (row & 7))));
            }
        }
        if (count < rows) {
            rows = count;
            heapEnded = heapUsedByRows();
        }
        heapUsed = heapEnded;
        this.count = 0;
    }

    private long heapUsedByRows() {
        long end = 0;
        for (int c = 0; c < values.length; c++) {
            if (types.get(c).kind() != Type.Kind.TEXT) {
                continue;
            }
            for (int row = 0; row < rows; row++) {
                long view = values[c] + 16L * row;
                int length = segment.get(INT, view);
                if (length > BatchLayout.INLINE_MAX) {
                    end = Math.max(end, segment.get(LONG, view + 8) + length);
                }
            }
        }
        return end;
    }

    /// The rows so far as a batch, pinned once for the caller; the builder is empty afterwards.
    /// With no rows the batch is empty.
    public Batch build() {
        if (segment == null) {
            move(1, 0); // an empty batch has bytes too
        }
        long bytes = heap + heapUsed;
        segment.set(INT, BatchLayout.ROWS_AT, rows);
        segment.set(LONG, BatchLayout.HEAP_USED_AT, heapUsed);
        segment.set(LONG, BatchLayout.BYTES_AT, bytes);
        segment = region.trim(segment, bytes);
        Batch batch = new Batch(region, segment, types, 1);
        segment = null;
        rows = 0;
        capacity = 0;
        heapUsed = 0;
        heapEnded = 0;
        count = 0;
        return batch;
    }

    /// Frees what was not built.
    @Override
    public void close() {
        if (segment != null) {
            region.free(segment);
            segment = null;
            rows = 0;
            capacity = 0;
            heapUsed = 0;
            heapEnded = 0;
        }
    }

    private void valid(int column) {
        room();
        long at = validity[column] + (rows >>> 3);
        segment.set(BYTE, at, (byte) (segment.get(BYTE, at) | 1 << (rows & 7)));
    }

    /// Makes sure that the current row has a place.
    private void room() {
        if (rows < capacity) {
            return;
        }
        if (rows == Batch.ROWS_MAX) {
            throw new IllegalStateException(
                    "a batch has at most " + Batch.ROWS_MAX + " rows: build it first");
        }
        int more = capacity == 0 ? CAPACITY_FIRST : Math.min(Batch.ROWS_MAX, capacity * 4);
        move(more, heapUsed * 2);
    }

    private long reserveText(int column, int length) {
        demandTextFits(length);
        valid(column);
        long view = values[column] + 16L * rows;
        if (length <= BatchLayout.INLINE_MAX) {
            segment.set(INT, view, length);
            segment.set(INT, view + 4, 0);
            segment.set(LONG, view + 8, 0);
            return view + 4;
        }
        if (heap + heapUsed + length > segment.byteSize()) {
            move(capacity, (heapUsed + length) * 2);
            view = values[column] + 16L * rows;
        }
        segment.set(INT, view, length);
        segment.set(LONG, view + 8, heapUsed);
        long at = heap + heapUsed;
        heapUsed += length;
        return at;
    }

    private void demandShort(int column, long high, long low) {
        if (high != low >> 63) {
            Type type = types.get(column);
            if (Decimals.isNaN(high, low)) {
                throw Decimals.noNaN(type);
            }
            throw TelegraphException.input(
                    "a number has more digits than its type: value="
                            + new BigDecimal(Decimals.unscaled(high, low), type.scale())
                            + " type="
                            + type);
        }
    }

    private static void demandTextFits(int length) {
        if (length > TEXT_BYTES_MAX) {
            throw TelegraphException.input(
                    "a text has at most " + TEXT_BYTES_MAX + " bytes: bytes=" + length);
        }
    }

    private void prefix(int column, long at, int length) {
        if (length > BatchLayout.INLINE_MAX) {
            segment.set(INT, values[column] + 16L * rows + 4, segment.get(INT, at));
        }
    }

    /// Moves to a piece with room for more rows or strings.
    private void move(int newCapacity, long heapBytes) {
        long newHeap = BatchLayout.heapOffset(types, newCapacity);
        MemorySegment to = region.allocate(newHeap + heapBytes);
        BatchLayout.format(to, types, newCapacity);
        for (int c = 0; c < types.size(); c++) {
            long entry = BatchLayout.DIRECTORY_AT + (long) BatchLayout.ENTRY_BYTES * c;
            long newValidity = to.get(LONG, entry + BatchLayout.ENTRY_VALIDITY);
            long newValues = to.get(LONG, entry + BatchLayout.ENTRY_VALUES);
            if (segment != null) {
                int copied = Math.min(rows + Math.max(1, count), capacity);
                MemorySegment.copy(segment, validity[c], to, newValidity, (copied + 7) / 8);
                MemorySegment.copy(
                        segment, values[c], to, newValues, (long) types.get(c).bytes() * copied);
            }
            validity[c] = newValidity;
            values[c] = newValues;
        }
        if (segment != null) {
            MemorySegment.copy(segment, heap, to, newHeap, heapUsed);
            region.free(segment);
        }
        segment = to;
        heap = newHeap;
        capacity = newCapacity;
    }
}
