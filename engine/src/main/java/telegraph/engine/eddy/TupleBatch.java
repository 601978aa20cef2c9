package telegraph.engine.eddy;

import telegraph.engine.ColumnRef;
import telegraph.engine.Expression;
import telegraph.engine.Rows;
import telegraph.engine.Vector;
import telegraph.engine.stem.Gather;
import telegraph.engine.stem.Ref;
import telegraph.engine.stem.RowStore;
import telegraph.memory.Batch;

/// Up to 4,096 tuples on their way, all with the same lineage and the same stamp.
///
/// A tuple is a position; what it holds of an input is a row of the batch all tuples here derive
/// from (the *base*), or a stored row. Column values are gathered when somebody first asks.
///
/// | field       | meaning                                                            |
/// |-------------|--------------------------------------------------------------------|
/// | `span`      | the inputs held, as bits                                           |
/// | `done`      | the filters passed, as bits                                        |
/// | `stamp`     | the base's: greater than that of every stored row held             |
/// | `selection` | the positions that still count                                     |
/// | `refs`      | for each input but the base the stored rows, by position           |
/// | `baseUnit`  | the unit all rows of the base belong to, or -1                     |
/// | `baseRows`  | the rows of the base by position, or null if they are the positions |
///
/// Threads: one worker. Memory: reused; arrays and vectors on the heap, as many as routing is deep.
final class TupleBatch implements Rows {
    final int[] selection = new int[Batch.ROWS_MAX];
    int count;
    long span;
    long done;
    long stamp;
    int base;
    Batch baseBatch;
    int baseUnit;
    int baseId;
    int[] baseRows;
    final long[][] refs;

    private final WorkerState state;
    private final int[] ownRows = new int[Batch.ROWS_MAX];
    private final long[][] ownRefs;
    private final Vector[][] columns;

    TupleBatch(WorkerState state) {
        this.state = state;
        int inputs = state.graph.size();
        this.refs = new long[inputs][];
        this.ownRefs = new long[inputs][];
        this.columns = new Vector[inputs][];
        for (int i = 0; i < inputs; i++) {
            columns[i] = new Vector[state.columnsOf(i)];
        }
    }

    /// Becomes the tuples of a batch that has just arrived.
    void startFrom(int input, int unit, Batch batch) {
        span = 1L << input;
        done = 0;
        stamp = 0;
        base = input;
        baseBatch = batch;
        baseUnit = unit;
        baseId = -1;
        baseRows = null;
    }

    /// Selects positions 0 to `rows` - 1.
    void selectFirst(int rows) {
        for (int at = 0; at < rows; at++) {
            selection[at] = at;
        }
        count = rows;
    }

    /// Becomes tuples that hold what `parent`'s hold and one input more; the caller fills
    /// [#rowsFor] and the selection.
    void extend(TupleBatch parent, int target) {
        span = parent.span | 1L << target;
        done = parent.done;
        stamp = parent.stamp;
        base = parent.base;
        baseBatch = parent.baseBatch;
        baseUnit = parent.baseUnit;
        baseId = parent.baseId;
        baseRows = baseBatch == null ? null : ownRows;
        for (int i = 0; i < refs.length; i++) {
            boolean stored = (span >>> i & 1) != 0 && (i != base || baseBatch == null);
            refs[i] = stored ? refsFor(i) : null;
        }
    }

    /// This batch's own array of stored rows of an input.
    long[] refsFor(int input) {
        if (ownRefs[input] == null) {
            ownRefs[input] = new long[Batch.ROWS_MAX];
        }
        return ownRefs[input];
    }

    /// Lets position `at` hold what `parent`'s position `from` holds.
    void copyTuple(TupleBatch parent, int from, int at) {
        if (baseBatch != null) {
            ownRows[at] = parent.baseRows == null ? from : parent.baseRows[from];
        }
        for (int i = 0; i < refs.length; i++) {
            if (parent.refs[i] != null) {
                refs[i][at] = parent.refs[i][from];
            }
        }
    }

    /// The stored row of an input that a tuple holds; the base must be stored.
    long refAt(int input, int at) {
        if (refs[input] != null) {
            return refs[input][at];
        }
        return Ref.of(baseId, baseRows == null ? at : baseRows[at]);
    }

    /// The units of the rows of an input that the selected tuples hold, by position.
    void unitsOf(int input, int[] to) {
        long[] stored = refs[input];
        RowStore rows = stored == null ? null : state.stem(input).rows();
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            to[at] = stored == null ? baseUnit : rows.unitOf(Ref.batch(stored[at]));
        }
    }

    @Override
    public Vector column(ColumnRef column, int[] wanted, int wantedCount) {
        Vector[] own = columns[column.input()];
        Vector vector = own[column.column()];
        if (vector == null) {
            // For all tuples that still count: the next to ask may want others than these.
            vector = gather(column, selection, count);
            own[column.column()] = vector;
        }
        return vector;
    }

    private Vector gather(ColumnRef column, int[] at, int n) {
        int input = column.input();
        int physical = state.graph.instance(input).input().columns().length;
        if (column.column() >= physical) {
            Expression computed = state.computed(input, column.column() - physical);
            Vector vector = state.vectors.take(computed.type());
            Gather.copy(computed.evaluate(this, at, n), at, n, vector);
            return vector;
        }
        Vector vector =
                state.vectors.take(state.graph.instance(input).types().get(column.column()));
        if (refs[input] != null) {
            Gather.fromStore(state.pins(input), column.column(), refs[input], at, n, vector);
        } else {
            Gather.fromBatch(baseBatch, column.column(), baseRows, at, n, vector);
        }
        return vector;
    }

    /// Forgets gathered columns and gives them back.
    void clear() {
        for (Vector[] own : columns) {
            for (int c = 0; c < own.length; c++) {
                if (own[c] != null) {
                    state.vectors.give(own[c]);
                    own[c] = null;
                }
            }
        }
        baseBatch = null;
        java.util.Arrays.fill(refs, null);
    }
}
