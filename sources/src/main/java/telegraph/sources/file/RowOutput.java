package telegraph.sources.file;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import telegraph.engine.Meter;
import telegraph.engine.Sink;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;

/// Gathers rows into batches and hands them on: the first ones small, so that an answer begins at
/// once, then ever larger ones, since large ones cost less a row. A batch of a unit's rows has no
/// others.
///
/// Threads: the reader's. Memory: owns one builder; [#close] frees it.
final class RowOutput implements AutoCloseable {
    private static final int ROWS_FIRST = 64;

    private final Sink sink;
    private final BatchBuilder rows;
    private final int filenameTarget;
    private byte[] filename = new byte[0];
    private int rowsTarget = ROWS_FIRST;
    private long wanted;
    private boolean inRow;
    private int unit = -1;

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

    Sink sink() {
        return sink;
    }

    Meter meter() {
        return sink.meter();
    }

    /// Whether more rows are of use.
    boolean isOpen() {
        return wanted > 0 && !sink.cancelled();
    }

    /// The builder, to set the values of the next row.
    BatchBuilder row() {
        inRow = true;
        return rows;
    }

    /// Forgets the row begun.
    void dropRow(String reason) {
        rows.truncate(rows.rows());
        inRow = false;
        sink.meter().addFailed(reason);
    }

    /// Ends the row; false if no more are of use.
    boolean endRow() throws InterruptedException {
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
    void beforeWait() {
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
