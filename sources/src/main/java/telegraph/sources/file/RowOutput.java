package telegraph.sources.file;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Chunk;
import telegraph.engine.source.Sink;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// Gathers rows into batches and hands them on: the first ones small, so that an answer begins at
/// once, then ever larger ones, since large ones cost less a row. A batch of a unit's rows has no
/// others.
///
/// Threads: the reader's. Memory: owns one builder; [#close] frees it.
public final class RowOutput implements AutoCloseable {
    private static final int ROWS_FIRST = 64;

    private final Sink sink;
    private final BatchBuilder rows;
    private final int filenameTarget;
    private byte[] filename = new byte[0];
    private int rowsTarget = ROWS_FIRST;
    private long wanted;
    private boolean inRow;
    private int unit = -1;
    private final int[] all = IntStream.range(0, Batch.ROWS_MAX).toArray();

    /// The file's name as a column, once chunks come.
    private Vector names;

    /// @param wanted how many rows will do, or -1 for all
    /// @param filenameTarget the column of the batch that takes the file's name, or -1
    RowOutput(Sink sink, long wanted, int filenameTarget) {
        this.sink = sink;
        this.wanted = wanted < 0 ? Long.MAX_VALUE : wanted;
        this.filenameTarget = filenameTarget;
        this.rows = sink.builder();
    }

    void beginFile(String name) {
        filename = name.getBytes(StandardCharsets.UTF_8);
    }

    /// The rows to come are of a unit.
    ///
    /// @param rank its rank
    void beginUnit(int rank) {
        unit = rank;
        rowsTarget = Batch.ROWS_MAX;
    }

    /// All rows of the unit are there.
    void endUnit() throws InterruptedException {
        flush();
        sink.unitEnded(unit);
        sink.meter().addUnit();
    }

    public Sink sink() {
        return sink;
    }

    public Meter meter() {
        return sink.meter();
    }

    /// Whether more rows are of use.
    boolean isOpen() {
        return wanted > 0 && !sink.cancelled();
    }

    /// The builder, to set the values of the next row.
    public BatchBuilder row() {
        inRow = true;
        return rows;
    }

    /// Forgets the row begun.
    public void dropRow(String reason) {
        rows.truncate(rows.rows());
        inRow = false;
        sink.meter().addRowLost(reason);
    }

    /// Ends the row; false if no more are of use.
    public boolean endRow() throws InterruptedException {
        if (filenameTarget >= 0) {
            rows.setText(filenameTarget, filename, 0, filename.length);
        }
        rows.endRow();
        inRow = false;
        wanted--;
        if (rows.rows() >= rowsTarget || rows.isFull() || wanted == 0) {
            flush();
            return isOpen();
        }
        return true;
    }

    /// How many rows the next batch should have.
    public int rowsNext() {
        return (int) Math.min(rowsTarget, wanted);
    }

    /// Takes the rows of a chunk, which are at most [#rowsNext], by way of these vectors; false if
    /// no more are of use. Not between rows that are set one by one.
    public boolean rows(Chunk chunk, Vector[] columns, int[] targets) throws InterruptedException {
        int count = chunk.rows();
        for (int i = 0; i < columns.length; i++) {
            chunk.fill(i, all, count, columns[i]);
        }
        for (int first = 0; first < count; ) {
            int some = withTexts(columns, first, count - first);
            rows.startRows(null, first, some);
            for (int i = 0; i < columns.length; i++) {
                put(columns[i], targets[i]);
            }
            if (filenameTarget >= 0) {
                put(names(), filenameTarget);
            }
            rows.endRows();
            wanted -= some;
            first += some;
            flush();
        }
        return isOpen();
    }

    private Vector names() {
        if (names == null) {
            names = new Vector(Type.TEXT);
            names.hasNoNulls();
        }
        if (names.segments[0] == null || names.segments[0].heapBase().orElse(null) != filename) {
            Arrays.fill(names.segments, MemorySegment.ofArray(filename));
            Arrays.fill(names.lengths, filename.length);
        }
        return names;
    }

    /// How many rows there are before one column's long strings alone fill a batch.
    private static int withTexts(Vector[] columns, int first, int count) {
        int some = count;
        for (Vector column : columns) {
            long bytes = 0;
            for (int i = 0; column.segments != null && i < some; i++) {
                bytes += column.nulls[first + i] ? 0 : column.lengths[first + i];
                if (bytes >= BatchBuilder.HEAP_BYTES_FULL) {
                    some = i + 1;
                }
            }
        }
        return some;
    }

    private void put(Vector from, int target) {
        boolean[] nulls = from.isNullFree() ? null : from.nulls;
        switch (from.type.kind()) {
            case BOOLEAN, INTEGER, DATE, TIME, BIGINT, TIMESTAMP, INSTANT ->
                    rows.putLongs(target, from.longs, nulls);
            case DOUBLE -> rows.putDoubles(target, from.doubles, nulls);
            case DECIMAL -> rows.putDecimals(target, from.highs, from.longs, nulls);
            case TEXT -> rows.putTexts(target, from.segments, from.offsets, from.lengths, nulls);
        }
    }

    /// Hands on what is there.
    void flush() throws InterruptedException {
        if (rows.isEmpty()) {
            return;
        }
        rowsTarget = Math.min(Batch.ROWS_MAX, rowsTarget * 4);
        sink.meter().addRows(rows.rows());
        if (unit >= 0) {
            sink.emit(unit, rows.build());
        } else {
            sink.emit(rows.build());
        }
    }

    /// Hands on whole rows before a wait for the network.
    public void beforeWait() {
        if (inRow) {
            return;
        }
        try {
            flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw new UncheckedIOException(interrupted);
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
