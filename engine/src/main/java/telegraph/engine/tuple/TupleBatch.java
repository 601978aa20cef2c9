package telegraph.engine.tuple;

import telegraph.engine.flow.Unit;
import telegraph.engine.source.Chunk;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Gather;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.engine.vector.VectorPool;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// Up to 4,096 tuples on their way, all with the same lineage and the same stamp.
///
/// A tuple is a position; what it holds of an input is a row of the batch or chunk all tuples here
/// derive from (the *base*), or a stored row. Column values are gathered when somebody first asks,
/// and those of a chunk are not even decoded before.
///
/// | field       | meaning                                                            |
/// |-------------|--------------------------------------------------------------------|
/// | `span`      | the inputs held, as bits                                           |
/// | `done`      | the filters passed, as bits                                        |
/// | `stamp`     | the base's: greater than that of every stored row held             |
/// | `stamps`    | those of tuples that waited, by position, of which `stamp` is the least; else null |
/// | `selection` | the positions that still count                                     |
/// | `refs`      | for each input but the base the stored rows, by position           |
/// | `baseUnit`  | the unit all rows of the base belong to, or -1                     |
/// | `baseRows`  | the rows of the base by position, or null if they are the positions |
///
/// Tuples that derive from a chunk share what was decoded of it: `root` is the batch whose
/// positions are the chunk's rows.
///
/// Threads: one worker. Memory: reused; arrays and vectors on the heap, as many as routing is deep.
public final class TupleBatch implements Rows {
    /// Less than this share of a chunk's rows is decoded apart.
    private static final int PICKED_SHARE = 4;

    public final int[] selection = new int[Batch.ROWS_MAX];
    public int count;
    public long span;
    public long done;
    public long stamp;
    public long[] stamps;
    public int base;
    Batch baseBatch;
    public int baseUnit;
    int[] baseRows;
    public final long[][] refs;

    private final WorkerState state;
    private Unit unit;
    private Chunk chunk;
    private TupleBatch root;
    private final Vector[] keyColumns;
    private long[] ownStamps;
    private Wide wide;
    private long baseSpan;
    private final int[] ownRows = new int[Batch.ROWS_MAX];
    private final int[] picked = new int[Batch.ROWS_MAX];
    private final long[][] ownRefs;
    private final Vector[][] columns;

    TupleBatch(WorkerState state) {
        this.state = state;
        int inputs = state.graph.size();
        this.refs = new long[inputs][];
        this.ownRefs = new long[inputs][];
        this.columns = new Vector[inputs][];
        this.keyColumns = new Vector[state.keyColumnsMax()];
        for (int i = 0; i < inputs; i++) {
            columns[i] = new Vector[state.columnsOf(i)];
        }
    }

    @Override
    public VectorPool vectors() {
        return state.vectors;
    }

    /// Becomes the tuples of a batch that has just arrived.
    public void startFrom(int input, int unit, Batch batch) {
        start(input, unit);
        baseBatch = batch;
    }

    /// Becomes the tuples of some rows of a unit.
    public void startFrom(Unit from, Chunk rows) {
        start(from.input(), from.rank());
        unit = from;
        chunk = rows;
        root = this;
        selectFirst(rows.rows());
    }

    /// Becomes tuples that waited, those in some rows of a batch.
    public void startFrom(Wide layout, long passed, Batch batch, int from, int to) {
        start(Long.numberOfTrailingZeros(layout.span), -1);
        span = layout.span;
        baseSpan = span;
        done = passed;
        wide = layout;
        baseBatch = batch;
        count = to - from;
        for (int i = 0; i < count; i++) {
            selection[i] = from + i;
        }
        stamps = ownStamps();
        batch.readLongs(layout.stampAt(), null, selection, count, stamps);
        stamp = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            stamp = Math.min(stamp, stamps[selection[i]]);
        }
    }

    private long[] ownStamps() {
        if (ownStamps == null) {
            ownStamps = new long[Batch.ROWS_MAX];
        }
        return ownStamps;
    }

    private void start(int input, int unitRank) {
        span = 1L << input;
        done = 0;
        stamp = 0;
        base = input;
        baseUnit = unitRank;
        wide = null;
        stamps = null;
        baseSpan = span;
        baseRows = null;
    }

    /// Whether the rows of the base are here, and not only their places in its SteM.
    private boolean hasBase() {
        return baseBatch != null || chunk != null;
    }

    /// Selects positions 0 to `rows` - 1.
    public void selectFirst(int rows) {
        for (int at = 0; at < rows; at++) {
            selection[at] = at;
        }
        count = rows;
    }

    /// Becomes tuples that hold what `parent`'s hold and one input more; the caller fills
    /// [#rowsFor] and the selection.
    public void extend(TupleBatch parent, int target) {
        span = parent.span | 1L << target;
        done = parent.done | state.graph.passedBeforeBuild(target);
        stamp = parent.stamp;
        base = parent.base;
        baseBatch = parent.baseBatch;
        unit = parent.unit;
        chunk = parent.chunk;
        root = parent.root;
        baseUnit = parent.baseUnit;
        wide = parent.wide;
        baseSpan = parent.baseSpan;
        stamps = parent.stamps == null ? null : ownStamps();
        baseRows = hasBase() ? ownRows : null;
        for (int i = 0; i < refs.length; i++) {
            boolean stored = ((span & ~baseSpan) >>> i & 1) != 0;
            refs[i] = stored ? refsFor(i) : null;
        }
    }

    /// Becomes tuples that hold one input more, each where it is: the caller has filled [#refsFor]
    /// the target and narrows the selection.
    public void join(int target) {
        span |= 1L << target;
        done |= state.graph.passedBeforeBuild(target);
        refs[target] = refsFor(target);
    }

    /// This batch's own array of stored rows of an input.
    public long[] refsFor(int input) {
        if (ownRefs[input] == null) {
            ownRefs[input] = new long[Batch.ROWS_MAX];
        }
        return ownRefs[input];
    }

    /// Lets each position hold what `parent`'s position `from[position]` holds.
    public void copyTuples(TupleBatch parent, int[] from, int n) {
        if (hasBase()) {
            int[] rows = parent.baseRows;
            for (int at = 0; at < n; at++) {
                ownRows[at] = rows == null ? from[at] : rows[from[at]];
            }
        }
        if (stamps != null) {
            long[] given = parent.stamps;
            for (int at = 0; at < n; at++) {
                stamps[at] = given[from[at]];
            }
        }
        for (int i = 0; i < refs.length; i++) {
            long[] held = parent.refs[i];
            if (held != null) {
                long[] own = refs[i];
                for (int at = 0; at < n; at++) {
                    own[at] = held[from[at]];
                }
            }
        }
    }

    /// The units of the rows of an input that the selected tuples hold, by position.
    public void unitsOf(int input, int[] to) {
        if (refs[input] != null) {
            state.reader(input).units(refs[input], selection, count, to);
            return;
        }
        unitsOfBase(input, selection, count, to);
    }

    private void unitsOfBase(int input, int[] positions, int n, int[] to) {
        int column = wide == null ? -1 : wide.unitAt(input);
        for (int i = 0; i < n; i++) {
            int at = positions[i];
            int row = baseRows == null ? at : baseRows[at];
            to[at] = column < 0 ? baseUnit : baseBatch.intAt(column, row);
        }
    }

    /// The columns of a layout at some positions, to be given back with [#giveBack].
    public Vector[] wide(Wide layout, int[] positions, int n) {
        Vector[] all = new Vector[layout.types.size()];
        for (int c = 0; c < layout.columns.size(); c++) {
            ColumnRef column = layout.columns.get(c);
            Vector known = columns[column.input()][column.column()];
            all[c] = known == null ? gather(column, positions, n) : known;
        }
        Vector kept = state.vectors.take(Type.BIGINT);
        kept.hasNoNulls();
        for (int i = 0; i < n; i++) {
            int at = positions[i];
            kept.longs[at] = stamps == null ? stamp : stamps[at];
        }
        all[layout.stampAt()] = kept;
        for (int input : layout.sampled) {
            Vector units = state.vectors.take(Type.INTEGER);
            units.hasNoNulls();
            int[] found = new int[Batch.ROWS_MAX];
            if (refs[input] != null) {
                state.reader(input).units(refs[input], positions, n, found);
            } else {
                unitsOfBase(input, positions, n, found);
            }
            for (int i = 0; i < n; i++) {
                units.longs[positions[i]] = found[positions[i]];
            }
            all[layout.unitAt(input)] = units;
        }
        return all;
    }

    public void giveBack(Vector[] all) {
        for (Vector vector : all) {
            if (vector != null && !isKept(vector)) {
                state.vectors.give(vector);
            }
        }
    }

    private boolean isKept(Vector vector) {
        for (Vector[] own : columns) {
            for (Vector kept : own) {
                if (kept == vector) {
                    return true;
                }
            }
        }
        return false;
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
        Vector vector = state.vectors.take(typeOf(column));
        if (refs[input] != null) {
            state.reader(input).gather(column.column(), refs[input], at, n, vector);
        } else if (chunk == null) {
            int place = wide == null ? column.column() : wide.at(column);
            Gather.fromBatch(baseBatch, place, baseRows, at, n, vector);
        } else if (root == this) {
            unit.fill(chunk, column.column(), at, n, vector);
        } else {
            root.pick(column, baseRows, at, n, vector);
        }
        return vector;
    }

    private Type typeOf(ColumnRef column) {
        return state.graph.instance(column.input()).types().get(column.column());
    }

    /// Sets `to` at the selected positions to a column's values in rows of the chunk. Decodes all
    /// that still count here, or only what is asked for if that is much less.
    private void pick(ColumnRef column, int[] rows, int[] at, int n, Vector to) {
        Vector known = columns[column.input()][column.column()];
        if (known == null && n < count / PICKED_SHARE) {
            Vector few = state.vectors.take(to.type);
            unit.fill(chunk, column.column(), picked, distinct(rows, at, n), few);
            VectorCopy.pick(few, rows, at, n, to);
            state.vectors.give(few);
        } else {
            VectorCopy.pick(column(column, selection, count), rows, at, n, to);
        }
    }

    /// Lists in [#picked] the rows of the selected positions, each once and in order.
    private int distinct(int[] rows, int[] at, int n) {
        long[] marks = new long[Batch.ROWS_MAX / Long.SIZE];
        for (int i = 0; i < n; i++) {
            int row = rows[at[i]];
            marks[row >>> 6] |= 1L << row;
        }
        int found = 0;
        for (int word = 0; word < marks.length; word++) {
            for (long left = marks[word]; left != 0; left &= left - 1) {
                picked[found++] = (word << 6) + Long.numberOfTrailingZeros(left);
            }
        }
        return found;
    }

    /// All columns of the base as its SteM stores them: those the block uses, then those of its
    /// key.
    public Vector[] baseColumns() {
        Instance instance = state.graph.instance(base);
        int physical = instance.input().columns().length;
        Vector[] all = new Vector[instance.types().size()];
        for (int c = 0; c < all.length; c++) {
            all[c] =
                    c < physical
                            ? column(new ColumnRef(base, c), selection, count)
                            : keyColumn(c, c - physical);
        }
        return all;
    }

    private Vector keyColumn(int place, int number) {
        Vector vector = state.vectors.take(state.graph.instance(base).types().get(place));
        keyColumns[number] = vector;
        if (chunk == null) {
            Gather.fromBatch(baseBatch, place, baseRows, selection, count, vector);
        } else {
            unit.fill(chunk, place, selection, count, vector);
        }
        return vector;
    }

    /// Makes sure that all that was read of the base was its own, the bytes of texts included; who
    /// passes on what was made of it calls this before.
    public void confirm() {
        if (baseBatch != null) {
            baseBatch.confirm();
        }
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
        for (int k = 0; k < keyColumns.length; k++) {
            if (keyColumns[k] != null) {
                state.vectors.give(keyColumns[k]);
                keyColumns[k] = null;
            }
        }
        baseBatch = null;
        unit = null;
        chunk = null;
        root = null;
        wide = null;
        stamps = null;
        java.util.Arrays.fill(refs, null);
    }
}
