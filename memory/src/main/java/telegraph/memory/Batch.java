package telegraph.memory;

import static telegraph.memory.BatchLayout.BYTE;
import static telegraph.memory.BatchLayout.DOUBLE;
import static telegraph.memory.BatchLayout.INT;
import static telegraph.memory.BatchLayout.LONG;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import telegraph.ground.TelegraphException;

/// Up to [#ROWS_MAX] rows in columns, in one piece of off-heap memory that can lie anywhere.
///
/// The bytes are those of [BatchLayout]. A batch never changes once built.
///
/// Threads: any may read. Memory: a new batch is pinned once, by whoever built it; everybody who
/// keeps it longer than the call that passed it pins it; the last [#unpin] gives the memory back to
/// the region. Reading after that, or after the query ended, throws [IllegalStateException]: each
/// access looks once, when it has read, whether the memory was still the batch's own ([Lease]), so
/// that no value of another batch is ever returned, even if the memory changes hands meanwhile.
public final class Batch {
    /// The most rows a batch holds.
    public static final int ROWS_MAX = 4096;

    public static final int COLUMNS_MAX = 4096;

    private final Region region;
    private final Lease lease;
    private final MemorySegment segment;
    private final List<Type> types;
    private final int rows;
    private final long heap;
    private final long[] validity;
    private final long[] values;
    private final AtomicInteger pins;

    /// @param pins 1, or 0 for a batch that nobody can pin
    Batch(Region region, MemorySegment segment, List<Type> types, int pins) {
        this.region = region;
        this.lease = region.lease(segment);
        this.pins = new AtomicInteger(pins);
        this.segment = segment;
        this.types = types;
        this.rows = segment.get(INT, BatchLayout.ROWS_AT);
        this.heap = segment.get(LONG, BatchLayout.HEAP_AT);
        this.validity = new long[types.size()];
        this.values = new long[types.size()];
        for (int c = 0; c < validity.length; c++) {
            long entry = BatchLayout.DIRECTORY_AT + (long) BatchLayout.ENTRY_BYTES * c;
            validity[c] = segment.get(LONG, entry + BatchLayout.ENTRY_VALIDITY);
            values[c] = segment.get(LONG, entry + BatchLayout.ENTRY_VALUES);
        }
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return types.size();
    }

    public List<Type> types() {
        return types;
    }

    public Type type(int column) {
        return types.get(column);
    }

    /// Bytes of memory this batch keeps from others.
    public long heldBytes() {
        return segment.byteSize();
    }

    /// The bytes of the batch as they go into a file or over the wire; who has read them calls
    /// [#confirm].
    public MemorySegment bytes() {
        MemorySegment bytes = segment.asSlice(0, segment.get(LONG, BatchLayout.BYTES_AT));
        confirm();
        return bytes;
    }

    /// The memory that [#valuesOffset], [#validityOffset] and [#heapOffset] count in; who has read
    /// in it calls [#confirm] before anybody gets to see what.
    public MemorySegment segment() {
        return segment;
    }

    /// Makes sure that all the calling thread has read of this batch was the batch's own.
    ///
    /// @throws IllegalStateException if its memory was given back
    public void confirm() {
        if (!lease.lasts()) {
            throw fault("a batch is read between its first pin and its last unpin");
        }
    }

    private IllegalStateException fault(String rule) {
        return new IllegalStateException(
                rule
                        + ", and not after its query: region="
                        + region.path()
                        + " rows="
                        + rows
                        + " columns="
                        + types
                        + " pins="
                        + pins);
    }

    /// Where the values of a column start.
    public long valuesOffset(int column) {
        return values[column];
    }

    /// Where the validity bitmap of a column starts.
    public long validityOffset(int column) {
        return validity[column];
    }

    /// Where the string heap starts; the offsets in string views count from here.
    public long heapOffset() {
        return heap;
    }

    public void pin() {
        if (!tryPin()) {
            throw fault("a batch is pinned before its last unpin");
        }
    }

    public void unpin() {
        int now = pins.decrementAndGet();
        if (now == 0) {
            free();
        } else if (now < 0) {
            throw fault("a batch is unpinned once per pin");
        }
    }

    private void free() {
        region.free(lease.piece());
    }

    /// Pins the batch unless it was freed already.
    boolean tryPin() {
        int now;
        do {
            now = pins.get();
            if (now <= 0) {
                return false;
            }
        } while (!pins.compareAndSet(now, now + 1));
        return true;
    }

    /// Ends the caller's pin, and with it the batch, if nobody else has pinned it.
    boolean tryRetire() {
        if (!pins.compareAndSet(1, 0)) {
            return false;
        }
        free();
        return true;
    }

    public int pins() {
        return pins.get();
    }

    public boolean isNull(int column, int row) {
        byte bits = segment.get(BYTE, validity[column] + (row >>> 3));
        confirm();
        return (bits >>> (row & 7) & 1) == 0;
    }

    public boolean booleanAt(int column, int row) {
        byte value = segment.get(BYTE, values[column] + row);
        confirm();
        return value != 0;
    }

    /// An INTEGER, DATE (days) or TIME (milliseconds).
    public int intAt(int column, int row) {
        int value = segment.get(INT, values[column] + 4L * row);
        confirm();
        return value;
    }

    /// A BIGINT, TIMESTAMP or INSTANT (milliseconds).
    public long longAt(int column, int row) {
        long value = segment.get(LONG, values[column] + 8L * row);
        confirm();
        return value;
    }

    public double doubleAt(int column, int row) {
        double value = segment.get(DOUBLE, values[column] + 8L * row);
        confirm();
        return value;
    }

    /// The low 64 bits of a decimal's unscaled value.
    public long decimalLowAt(int column, int row) {
        long low = segment.get(LONG, values[column] + (long) types.get(column).bytes() * row);
        confirm();
        return low;
    }

    /// The high 64 bits of a decimal's unscaled value, whether or not they are kept.
    public long decimalHighAt(int column, int row) {
        long high =
                types.get(column).isShortDecimal()
                        ? segment.get(LONG, values[column] + 8L * row) >> 63
                        : segment.get(LONG, values[column] + 16L * row + 8);
        confirm();
        return high;
    }

    /// Whether a decimal is NaN, of which [#decimalAt] tells no number.
    public boolean isNaNAt(int column, int row) {
        return !types.get(column).isShortDecimal()
                && Decimals.isNaN(decimalHighAt(column, row), decimalLowAt(column, row));
    }

    public BigDecimal decimalAt(int column, int row) {
        long low = decimalLowAt(column, row);
        long high = decimalHighAt(column, row);
        return new BigDecimal(Decimals.unscaled(high, low), types.get(column).scale());
    }

    /// Bytes of a string.
    public int textLengthAt(int column, int row) {
        int length = segment.get(INT, values[column] + 16L * row);
        confirm();
        return length;
    }

    /// Offset in [#segment] of the first byte of a string.
    public long textOffsetAt(int column, int row) {
        long view = values[column] + 16L * row;
        int length = segment.get(INT, view);
        long offset =
                length <= BatchLayout.INLINE_MAX ? view + 4 : heap + segment.get(LONG, view + 8);
        confirm();
        return offset;
    }

    /// Where in [#segment] the bytes of one TEXT lie, at position `at` of these arrays. Who has
    /// read the bytes calls [#confirm].
    public void readText(int column, int row, int at, long[] offsets, int[] lengths) {
        long view = values[column] + 16L * row;
        int length = segment.get(INT, view);
        lengths[at] = length;
        offsets[at] =
                length <= BatchLayout.INLINE_MAX ? view + 4 : heap + segment.get(LONG, view + 8);
        confirm();
    }

    public String textAt(int column, int row) {
        byte[] bytes = new byte[textLengthAt(column, row)];
        MemorySegment.copy(segment, BYTE, textOffsetAt(column, row), bytes, 0, bytes.length);
        confirm();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Whether no value of a column is NULL.
    public boolean isNullFree(int column) {
        long at = validity[column];
        int whole = rows >>> 6;
        int w = 0;
        while (w < whole && segment.get(LONG, at + 8L * w) == -1L) {
            w++;
        }
        long mask = (1L << (rows & 63)) - 1;
        boolean free =
                w == whole && (mask == 0 || (segment.get(LONG, at + 8L * whole) & mask) == mask);
        confirm();
        return free;
    }

    /// Sets `to` at each selected position `p` to whether the value of row `rows[p]`, or of row `p`
    /// if `rows` is null, is NULL. So do the other bulk reads with values; those of NULLs are
    /// zeros.
    public void readNulls(int column, int[] rows, int[] selection, int count, boolean[] to) {
        readBits(validity[column], rows, selection, count, to);
        confirm();
    }

    private void readBits(long bitmap, int[] rows, int[] selection, int count, boolean[] to) {
        MemorySegment from = segment;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            int row = rows == null ? at : rows[at];
            to[at] = (from.get(BYTE, bitmap + (row >>> 3)) >>> (row & 7) & 1) == 0;
        }
    }

    /// Reads a BOOLEAN (0, 1), INTEGER, DATE, TIME, BIGINT, TIMESTAMP or INSTANT, or the low words
    /// of a DECIMAL.
    ///
    /// @param selection strictly ascending if `rows` is null
    public void readLongs(int column, int[] rows, int[] selection, int count, long[] to) {
        switch (types.get(column).bytes()) {
            case 1 -> readBytes(values[column], rows, selection, count, to);
            case 4 -> readInts(values[column], rows, selection, count, to);
            case 16 -> readPairs(values[column], rows, selection, count, to);
            default -> readWords(values[column], rows, selection, count, to);
        }
        confirm();
    }

    private void readBytes(long base, int[] rows, int[] selection, int count, long[] to) {
        MemorySegment from = segment;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = from.get(BYTE, base + (rows == null ? at : rows[at]));
        }
    }

    private void readInts(long base, int[] rows, int[] selection, int count, long[] to) {
        MemorySegment from = segment;
        if (rows == null && isRun(selection, count)) {
            int first = selection[0];
            for (int at = first; at < first + count; at++) {
                to[at] = from.get(INT, base + 4L * at);
            }
        } else if (rows == null) {
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to[at] = from.get(INT, base + 4L * at);
            }
        } else {
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to[at] = from.get(INT, base + 4L * rows[at]);
            }
        }
    }

    private void readWords(long base, int[] rows, int[] selection, int count, long[] to) {
        MemorySegment from = segment;
        if (rows == null && isRun(selection, count)) {
            int first = selection[0];
            MemorySegment.copy(from, LONG, base + 8L * first, to, first, count);
        } else if (rows == null) {
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to[at] = from.get(LONG, base + 8L * at);
            }
        } else {
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to[at] = from.get(LONG, base + 8L * rows[at]);
            }
        }
    }

    private static boolean isRun(int[] selection, int count) {
        return count > 0 && selection[count - 1] - selection[0] == count - 1;
    }

    /// Reads a DOUBLE; as [#readLongs].
    public void readDoubles(int column, int[] rows, int[] selection, int count, double[] to) {
        readReals(values[column], rows, selection, count, to);
        confirm();
    }

    private void readReals(long base, int[] rows, int[] selection, int count, double[] to) {
        MemorySegment from = segment;
        if (rows == null && isRun(selection, count)) {
            int first = selection[0];
            MemorySegment.copy(from, DOUBLE, base + 8L * first, to, first, count);
        } else {
            for (int i = 0; i < count; i++) {
                int at = selection[i];
                to[at] = from.get(DOUBLE, base + 8L * (rows == null ? at : rows[at]));
            }
        }
    }

    /// Reads the high words of a DECIMAL of two words; as [#readLongs].
    public void readHighs(int column, int[] rows, int[] selection, int count, long[] to) {
        readPairs(values[column] + 8, rows, selection, count, to);
        confirm();
    }

    private void readPairs(long base, int[] rows, int[] selection, int count, long[] to) {
        MemorySegment from = segment;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = from.get(LONG, base + 16L * (rows == null ? at : rows[at]));
        }
    }

    /// Reads where in [#segment] the bytes of a TEXT lie; as [#readLongs]. Who has read the bytes
    /// calls [#confirm].
    public void readTexts(
            int column, int[] rows, int[] selection, int count, long[] offsets, int[] lengths) {
        readViews(column, rows, selection, count, offsets, lengths);
        confirm();
    }

    private void readViews(
            int column, int[] rows, int[] selection, int count, long[] offsets, int[] lengths) {
        MemorySegment from = segment;
        long base = values[column];
        long heapStart = heap;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long view = base + 16L * (rows == null ? at : rows[at]);
            int length = from.get(INT, view);
            lengths[at] = length;
            offsets[at] =
                    length <= BatchLayout.INLINE_MAX
                            ? view + 4
                            : heapStart + from.get(LONG, view + 8);
        }
    }

    /// The value as the Java class that stands for its type, or null for NULL: Boolean, Integer,
    /// Long, Double, BigDecimal, LocalDate, LocalTime, LocalDateTime, Instant or String; NaN of a
    /// decimal is that of Double. For the edges of the system only, since it allocates.
    public Object valueAt(int column, int row) {
        if (isNull(column, row)) {
            return null;
        }
        return switch (types.get(column).kind()) {
            case BOOLEAN -> booleanAt(column, row);
            case INTEGER -> intAt(column, row);
            case BIGINT -> longAt(column, row);
            case DOUBLE -> doubleAt(column, row);
            case DECIMAL -> isNaNAt(column, row) ? (Object) Double.NaN : decimalAt(column, row);
            case DATE -> LocalDate.ofEpochDay(intAt(column, row));
            case TIME -> Micros.time(longAt(column, row));
            case TIMESTAMP -> Micros.local(longAt(column, row));
            case INSTANT -> Micros.instant(longAt(column, row));
            case TEXT -> textAt(column, row);
        };
    }

    /// The same rows in a piece of another region, which may outlive this one.
    ///
    /// @throws TelegraphException of kind RESOURCE if there is no room
    public Batch copy(Region to) {
        MemorySegment from = bytes();
        MemorySegment piece = to.allocate(from.byteSize());
        MemorySegment.copy(from, 0, piece, 0, from.byteSize());
        confirm();
        return new Batch(to, piece, types, 1);
    }

    /// Opens a batch that lies in a piece of `region`, after checking version, shape and bounds.
    ///
    /// The check costs a few steps a column and one a string, none a number. On success the batch
    /// owns the piece.
    ///
    /// @throws TelegraphException of kind CORRUPT, naming `origin`, if the bytes are no such batch
    public static Batch open(Region region, MemorySegment piece, List<Type> types, String origin) {
        BatchCheck.check(piece, types, origin);
        return new Batch(region, piece, types, 1);
    }
}
