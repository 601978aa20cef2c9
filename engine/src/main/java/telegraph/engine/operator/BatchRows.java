package telegraph.engine.operator;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.engine.vector.VectorPool;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// The rows of one batch, as input 0; position `p` is row `p`.
///
/// Threads: one. Memory: vectors on the heap, reused; the batch is its user's.
public final class BatchRows implements Rows {
    private final List<Type> types;
    private final Vector[] columns;
    private final boolean[] filled;
    private final int[] all = Positions.all();
    private final VectorPool vectors = new VectorPool();
    private Batch batch;
    private int[] selection;
    private int count;

    public BatchRows(List<Type> types) {
        this.types = types;
        this.columns = new Vector[types.size()];
        this.filled = new boolean[columns.length];
    }

    /// Becomes the rows of a batch, all of which count.
    public void start(Batch next) {
        batch = next;
        selection = all;
        count = next.rows();
        java.util.Arrays.fill(filled, false);
    }

    /// Becomes the rows of a batch unless it is them already.
    public void resume(Batch same) {
        if (batch != same) {
            start(same);
        }
    }

    /// Only these positions count from here on.
    public void select(int[] positions, int positionCount) {
        selection = positions;
        count = positionCount;
    }

    /// Makes sure that all that was read of the batch was its own, the bytes of texts included.
    public void confirm() {
        batch.confirm();
    }

    /// A column at all positions that count.
    public Vector column(int column) {
        Vector vector = columns[column];
        if (vector == null) {
            vector = new Vector(types.get(column));
            columns[column] = vector;
        }
        if (!filled[column]) {
            // For all that still count: the next to ask may want others than the first.
            vector.mayHaveNulls();
            Gather.fromBatch(batch, column, null, selection, count, vector);
            filled[column] = true;
        }
        return vector;
    }

    /// All columns at all positions that count.
    public Vector[] columns() {
        for (int c = 0; c < columns.length; c++) {
            column(c);
        }
        return columns;
    }

    @Override
    public VectorPool vectors() {
        return vectors;
    }

    @Override
    public Vector column(ColumnRef column, int[] wanted, int wantedCount) {
        return column(column.column());
    }
}
