package telegraph.engine.eddy;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.engine.Slices;
import telegraph.engine.flow.OutputQueue;
import telegraph.engine.tuple.TupleBatch;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;

/// Sends finished tuples to the client as rows.
///
/// Small batches leave at once while the client waits, larger ones when it is busy.
///
/// Threads: one worker.
final class TupleExit implements Exit {
    private final Expression[] columns;
    private final Vector[] values;
    private final BatchBuilder builder;
    private final OutputQueue output;
    private final Wanted wanted;
    private final long bytesMax;
    private final int rowsAtOnce;
    private final Slices slices = new Slices();

    /// How many more rows the client wants, shared by the workers.
    static final class Wanted {
        private final AtomicLong left;
        private final Runnable enough;

        /// @param rows or -1 for all
        /// @param enough runs when no more are wanted
        Wanted(long rows, Runnable enough) {
            this.left = new AtomicLong(rows < 0 ? Long.MAX_VALUE : rows);
            this.enough = enough;
        }

        /// How many of `rows` are wanted.
        private int claim(int rows) {
            long before = left.getAndUpdate(l -> Math.max(0, l - rows));
            return (int) Math.min(rows, before);
        }

        private void check() {
            if (left.get() == 0) {
                enough.run();
            }
        }
    }

    TupleExit(List<Expression> columns, Region region, OutputQueue output, Wanted wanted) {
        this.columns = columns.stream().map(Expression::fork).toArray(Expression[]::new);
        this.values = new Vector[this.columns.length];
        this.builder = new BatchBuilder(region, columns.stream().map(Expression::type).toList());
        this.output = output;
        this.bytesMax = region.limit() / 64;
        this.rowsAtOnce = bytesMax < BatchBuilder.HEAP_BYTES_FULL ? 1 : Batch.ROWS_MAX;
        this.wanted = wanted;
    }

    @Override
    public void accept(TupleBatch tuples) throws InterruptedException {
        int rows = wanted.claim(tuples.count);
        slices.forEach(
                tuples.selection,
                rows,
                new Slices.Work<InterruptedException>() {
                    @Override
                    public void evaluate(int[] selection, int count) {
                        for (int c = 0; c < columns.length; c++) {
                            values[c] = columns[c].evaluate(tuples, selection, count);
                        }
                    }

                    @Override
                    public void use(int[] selection, int count) throws InterruptedException {
                        append(tuples, selection, count);
                    }
                });
        if (rows < tuples.count || rows > 0) {
            finishIfEnough();
        }
    }

    private void append(TupleBatch tuples, int[] selection, int count) throws InterruptedException {
        for (int i = 0; i < count; ) {
            if (builder.isFull() || builder.bytes() > bytesMax) {
                flush();
            }
            int most = Math.min(count - i, rowsAtOnce);
            i += Gather.append(values, selection, i, most, builder);
            tuples.confirm();
        }
    }

    private void finishIfEnough() throws InterruptedException {
        if (wanted.left.get() == 0) {
            flush();
            wanted.check();
        }
    }

    @Override
    public void pause(boolean idle) throws InterruptedException {
        if (!builder.isEmpty() && (idle || output.isEmpty())) {
            flush();
        }
    }

    private void flush() throws InterruptedException {
        if (!builder.isEmpty()) {
            output.put(builder.build());
        }
    }

    @Override
    public void close() {
        builder.close();
    }
}
