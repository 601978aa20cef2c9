package telegraph.query.run;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerator;
import telegraph.engine.BatchStream;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.query.plan.RemainderGuard;

/// The rows of a stream for the enumerable runtime.
///
/// If they are wanted again and again, as below a correlation, each stays, counted against the
/// query's memory; else they are read once.
///
/// Threads: one.
final class StreamRows extends AbstractEnumerable<Object[]> {
    private final BatchStream stream;
    private final RowForm form;
    private final RemainderGuard guard;
    private final boolean again;
    private final List<Object[]> kept = new ArrayList<>();
    private boolean begun;
    private boolean ended;

    /// @param again whether the rows are wanted more than once
    StreamRows(BatchStream stream, RowForm form, RemainderGuard guard, boolean again) {
        this.stream = stream;
        this.form = form;
        this.guard = guard;
        this.again = again;
    }

    /// How many columns a row has.
    int width() {
        return form.types().size();
    }

    @Override
    public Enumerator<Object[]> enumerator() {
        if (begun && !again) {
            throw new IllegalStateException("rows of a stream are read once");
        }
        begun = true;
        return new Reading();
    }

    private List<Object[]> more() {
        if (ended) {
            return List.of();
        }
        Batch batch = take(stream);
        if (batch == null) {
            ended = true;
            return List.of();
        }
        try {
            List<Object[]> rows = form.internal(batch);
            if (again) {
                rows.forEach(guard::keep);
                kept.addAll(rows);
            }
            return rows;
        } finally {
            batch.unpin();
        }
    }

    /// The next batch of a stream, or null.
    ///
    /// @throws TelegraphException if the thread is interrupted, which is how a query is cancelled
    static Batch take(BatchStream stream) {
        try {
            return stream.next();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("the query was cancelled");
        }
    }

    private final class Reading implements Enumerator<Object[]> {
        private List<Object[]> rows = again ? kept : List.of();
        private int at = -1;

        @Override
        public Object[] current() {
            return rows.get(at);
        }

        @Override
        public boolean moveNext() {
            at++;
            if (at < rows.size()) {
                return true;
            }
            List<Object[]> next = more();
            if (!again) {
                rows = next;
                at = 0;
            }
            return at < rows.size();
        }

        @Override
        public void reset() {
            throw new IllegalStateException("rows of a stream are read in order");
        }

        @Override
        public void close() {
            // The stream ends with the query.
        }
    }
}
