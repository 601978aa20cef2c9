package telegraph.engine.direct;

import telegraph.engine.Block;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.engine.vector.VectorPool;
import telegraph.memory.Batch;

/// Up to 4,096 tuples: at each position a row of a batch of each input that is held.
///
/// ```
/// position     0  1  2  3
/// rows[0]      0  0  1  4     of the batch of input 0
/// rows[1]      0  1  2  2     of the batch of input 1
/// selection    0  2  3        those that still count
/// ```
///
/// Threads: one. Memory: vectors on the heap, as long as there are positions; the batches belong to
/// who made it.
final class Tuples implements Rows {
    final int[] selection;
    int count;

    private final Block block;
    private final VectorPool vectors;
    private final Batch[] batches;
    private final int[][] rows;
    private final Vector[][] columns;

    private Tuples(Block block, VectorPool vectors, int positions) {
        int inputs = block.inputs().size();
        this.block = block;
        this.vectors = vectors;
        this.batches = new Batch[inputs];
        this.rows = new int[inputs][];
        this.columns = new Vector[inputs][];
        this.selection = new int[positions];
        this.count = positions;
        for (int at = 0; at < positions; at++) {
            selection[at] = at;
        }
    }

    /// All rows of a batch of an input.
    static Tuples of(Block block, VectorPool vectors, int input, Batch batch) {
        Tuples tuples = new Tuples(block, vectors, batch.rows());
        tuples.hold(input, batch, null);
        return tuples;
    }

    /// At each position what was at `from[position]` here, and `rows[position]` of a batch of one
    /// input more.
    ///
    /// @param from positions of this
    Tuples with(int input, Batch batch, int[] from, int[] ofBatch) {
        Tuples joined = new Tuples(block, vectors, from.length);
        for (int i = 0; i < batches.length; i++) {
            if (batches[i] != null) {
                int[] held = from;
                if (rows[i] != null) {
                    held = new int[from.length];
                    for (int at = 0; at < from.length; at++) {
                        held[at] = rows[i][from[at]];
                    }
                }
                joined.hold(i, batches[i], held);
            }
        }
        joined.hold(input, batch, ofBatch);
        return joined;
    }

    private void hold(int input, Batch batch, int[] held) {
        Block.Input in = block.inputs().get(input);
        batches[input] = batch;
        rows[input] = held;
        columns[input] = new Vector[in.columns().length + in.computed().size()];
    }

    int positions() {
        return selection.length;
    }

    @Override
    public VectorPool vectors() {
        return vectors;
    }

    /// A column at all positions that count.
    Vector column(ColumnRef column) {
        Vector[] own = columns[column.input()];
        if (own[column.column()] == null) {
            own[column.column()] = gathered(column);
        }
        return own[column.column()];
    }

    @Override
    public Vector column(ColumnRef column, int[] wanted, int wantedCount) {
        return column(column);
    }

    private Vector gathered(ColumnRef column) {
        Block.Input input = block.inputs().get(column.input());
        int physical = input.columns().length;
        if (column.column() >= physical) {
            Expression computed = input.computed().get(column.column() - physical);
            Vector vector = new Vector(computed.type(), selection.length);
            Gather.copy(computed.evaluate(this, selection, count), selection, count, vector);
            return vector;
        }
        Batch batch = batches[column.input()];
        Vector vector = new Vector(batch.types().get(column.column()), selection.length);
        int[] held = rows[column.input()];
        Gather.fromBatch(batch, column.column(), held, selection, count, vector);
        return vector;
    }

    /// Makes sure that all that was read of the batches was their own, the bytes of texts included.
    void confirm() {
        for (Batch batch : batches) {
            if (batch != null) {
                batch.confirm();
            }
        }
    }
}
