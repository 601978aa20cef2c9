package telegraph.crawler.table;

import telegraph.engine.source.Sink;
import telegraph.memory.BatchBuilder;

/// Where the rows of a table go: into batches, handed on when they are full, until as many have
/// gone as are wanted.
///
/// Threads: one at a time. Memory: that of the batch being filled, freed by [#close].
final class RowsOut implements AutoCloseable {
    private final Sink sink;
    private final BatchBuilder builder;
    private long left;

    /// @param wanted how many rows will do, or -1 for all
    RowsOut(Sink sink, long wanted) {
        this.sink = sink;
        this.builder = sink.builder();
        this.left = wanted < 0 ? Long.MAX_VALUE : wanted;
    }

    /// To set the columns of the current row.
    BatchBuilder row() {
        return builder;
    }

    void endRow() throws InterruptedException {
        builder.endRow();
        left--;
        if (builder.isFull() || left == 0) {
            flush();
        }
    }

    /// Hands on the rows that wait for others to fill their batch.
    void flush() throws InterruptedException {
        if (!builder.isEmpty()) {
            sink.meter().addRows(builder.rows());
            sink.emit(builder.build());
        }
    }

    boolean isEmpty() {
        return builder.isEmpty();
    }

    /// Whether nobody wants more rows.
    boolean isEnough() {
        return left <= 0 || sink.cancelled();
    }

    @Override
    public void close() {
        builder.close();
    }
}
