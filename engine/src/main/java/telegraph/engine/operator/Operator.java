package telegraph.engine.operator;

import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// A stream that works a step at a time until a batch is full, nothing is left to do, or what is
/// left must be waited for.
///
/// Threads: one. Memory: all it holds lies in a region of its own, which ends with [#close].
public abstract class Operator implements BatchStream {
    public final Region region;
    public final Output output;
    private final List<BatchStream> inputs;
    private boolean ended;
    private boolean closed;

    public Operator(String name, List<BatchStream> inputs, List<Type> types, Region parent) {
        this(name, inputs, types, parent, Batch.ROWS_MAX);
    }

    /// @param rowsMax the most rows a batch gets
    public Operator(
            String name, List<BatchStream> inputs, List<Type> types, Region parent, int rowsMax) {
        this.inputs = inputs;
        this.region = parent.child(name);
        this.output = new Output(region, types, rowsMax);
    }

    /// Does some work, which may append to [#output]; false if there was none left.
    public abstract boolean step() throws InterruptedException;

    /// Whether the next step would wait for rows of others, as far as is known.
    public boolean waits() {
        return false;
    }

    /// Gives up what the operator holds besides its output; called once, at the end of its rows or
    /// when it is closed before.
    public abstract void release();

    @Override
    public final List<Type> types() {
        return output.types();
    }

    @Override
    public final Batch next() throws InterruptedException {
        if (closed) {
            throw new IllegalStateException("a closed stream has no rows: region=" + region.name());
        }
        while (!ended) {
            Batch batch = output.hasRows() && waits() ? output.rest() : output.poll();
            if (batch != null) {
                return batch;
            }
            if (Thread.interrupted()) {
                // Steps over rows at hand never wait, so nothing else would tell them.
                throw new InterruptedException("nobody wants more rows: region=" + region.name());
            }
            if (!step()) {
                ended = true;
                release();
            }
        }
        return output.rest();
    }

    @Override
    public final boolean isReady() {
        return ended || output.hasRows() || !waits();
    }

    @Override
    public final void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (!ended) {
                release();
            }
            output.close();
        } finally {
            closeInputs();
        }
    }

    private void closeInputs() {
        try {
            region.close();
        } finally {
            BatchStreams.close(inputs);
        }
    }
}
