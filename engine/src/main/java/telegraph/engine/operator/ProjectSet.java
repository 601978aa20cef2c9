package telegraph.engine.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.BatchStream;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Gives each row once for each element of its sets, which stand side by side behind its columns.
///
/// ```
/// a | {1, 2, 3} | {x, y}    →    a 1 x
///                                a 2 y
///                                a 3 NULL
/// ```
///
/// A row whose sets are empty is gone, or stays with NULLs where it is `kept`. If they are counted,
/// the number of the element comes last, from 1.
///
/// No set is held: a step fills at most one batch of rows, and the next goes on from there.
///
/// Invariants: rows before `row` are done, the set functions have those before `ready`, and of the
/// row itself `given` elements are out.
///
/// Memory: the batch at hand is pinned. Paper: none; PostgreSQL's ProjectSet.
public final class ProjectSet extends Operator {
    private static final Type ORDINAL = Type.BIGINT;

    private final BatchStream in;
    private final SetFunction[] sets;
    private final boolean kept;
    private final boolean counted;
    private final BatchRows rows;
    private final Vector[] columns;
    private final int[] all = Positions.all();
    private final int[] slice = new int[Batch.ROWS_MAX];
    private final int[] source = new int[Batch.ROWS_MAX];
    private Batch batch;
    private int sliceMost = Batch.ROWS_MAX;
    private int ready;
    private int row;
    private boolean begun;
    private long given;

    /// @param kept whether a row without elements stays
    /// @param counted whether elements are numbered
    public ProjectSet(
            BatchStream in, List<SetFunction> sets, boolean kept, boolean counted, Region region) {
        super("project set", List.of(in), types(in, sets, counted), region);
        this.in = in;
        this.sets = sets.stream().map(SetFunction::fork).toArray(SetFunction[]::new);
        this.kept = kept;
        this.counted = counted;
        this.rows = new BatchRows(in.types());
        this.columns = types().stream().map(Vector::new).toArray(Vector[]::new);
    }

    private static List<Type> types(BatchStream in, List<SetFunction> sets, boolean counted) {
        List<Type> types = new ArrayList<>(in.types());
        sets.forEach(set -> types.add(set.type()));
        if (counted) {
            types.add(ORDINAL);
        }
        return types;
    }

    @Override
    public boolean step() throws InterruptedException {
        if (batch == null) {
            batch = in.next();
            if (batch == null) {
                return false;
            }
            rows.start(batch);
            ready = 0;
            row = 0;
        } else if (row < ready) {
            give();
        } else if (row < batch.rows()) {
            evaluate();
        } else {
            done();
        }
        return true;
    }

    private void done() {
        Batch last = batch;
        batch = null;
        last.unpin();
    }

    /// Has the sets of the next rows ready, of as many as there is room for.
    private void evaluate() {
        int count = Math.min(sliceMost, batch.rows() - row);
        for (int i = 0; i < count; i++) {
            slice[i] = row + i;
        }
        try {
            for (SetFunction set : sets) {
                set.evaluate(rows, slice, count);
            }
        } catch (Expression.TooManyRows e) {
            if (count == 1) {
                throw new IllegalStateException("one row is never too many", e);
            }
            sliceMost = count / 2;
            return;
        }
        ready = row + count;
        begun = false;
    }

    /// Gives rows until a batch is full or those that are ready are done.
    private void give() {
        for (int c = batchWidth(); c < columns.length; c++) {
            columns[c].mayHaveNulls();
        }
        int count = 0;
        while (count < Batch.ROWS_MAX && row < ready) {
            if (!begun) {
                for (SetFunction set : sets) {
                    set.begin(row);
                }
                given = 0;
                begun = true;
            }
            int room = Batch.ROWS_MAX - count;
            int filled = fill(count, room);
            boolean isDone = filled < room;
            if (filled == 0 && given == 0 && kept) {
                setNull(count);
                filled = 1;
            }
            Arrays.fill(source, count, count + filled, row);
            count += filled;
            given += filled;
            if (isDone) {
                row++;
                begun = false;
            }
        }
        for (int c = 0; c < batchWidth(); c++) {
            columns[c].gather(rows.column(c), source, count);
        }
        output.append(columns, all, count);
    }

    private int batchWidth() {
        return in.types().size();
    }

    /// Puts the next elements of all sets, and their numbers; NULL where one set is longer.
    private int fill(int at, int room) {
        int first = batchWidth();
        int longest = 0;
        for (int s = 0; s < sets.length; s++) {
            Vector to = columns[first + s];
            int filled = sets[s].fill(to, at, room);
            for (int earlier = 0; earlier < s && filled > longest; earlier++) {
                setNulls(columns[first + earlier], at + longest, at + filled);
            }
            longest = Math.max(longest, filled);
            setNulls(to, at + filled, at + longest);
        }
        if (counted) {
            Vector to = columns[columns.length - 1];
            for (int i = 0; i < longest; i++) {
                to.nulls[at + i] = false;
                to.longs[at + i] = given + i + 1;
            }
        }
        return longest;
    }

    private void setNull(int at) {
        for (int c = batchWidth(); c < columns.length; c++) {
            columns[c].nulls[at] = true;
        }
    }

    private static void setNulls(Vector vector, int from, int to) {
        if (from < to) {
            Arrays.fill(vector.nulls, from, to, true);
        }
    }

    @Override
    public boolean waits() {
        return batch == null && !in.isReady();
    }

    @Override
    public void release() {
        if (batch != null) {
            done();
        }
    }
}
