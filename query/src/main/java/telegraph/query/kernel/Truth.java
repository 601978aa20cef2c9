package telegraph.query.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Type;
import telegraph.query.value.Texts;

/// AND or OR of booleans with NULL as the third value, left to right.
///
/// A part is computed only for rows that those before it leave undecided, so it may rely on them.
/// Threads: one worker.
final class Truth implements Expression {
    private final boolean all;
    private final Expression[] parts;
    private final List<ColumnRef> columns;
    private final int[] open = new int[Batch.ROWS_MAX];

    /// Null unless somebody may read it.
    private Vector to;

    /// @param all whether this is AND, else OR
    Truth(boolean all, Expression... parts) {
        this.all = all;
        this.parts = parts;
        this.columns = Kernel.columns(parts);
    }

    @Override
    public Type type() {
        return Type.BOOLEAN;
    }

    @Override
    public List<ColumnRef> columns() {
        return columns;
    }

    @Override
    public boolean canThrow() {
        return Arrays.stream(parts).anyMatch(Expression::canThrow);
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        for (ColumnRef column : columns) {
            rows.column(column, selection, count);
        }
        if (to == null) {
            to = rows.vectors().take(Type.BOOLEAN);
        }
        long neutral = all ? 1 : 0;
        for (int i = 0; i < count; i++) {
            to.nulls[selection[i]] = false;
            to.longs[selection[i]] = neutral;
        }
        System.arraycopy(selection, 0, open, 0, count);
        int undecided = count;
        for (Expression part : parts) {
            if (undecided == 0) {
                break;
            }
            undecided = combine(part.evaluate(rows, open, undecided), undecided, neutral);
            part.release(rows);
        }
        return to;
    }

    @Override
    public void release(Rows rows) {
        if (to != null) {
            rows.vectors().give(to);
            to = null;
        }
    }

    /// Takes one part into account and keeps open the rows that a later part may still decide.
    private int combine(Vector values, int count, long neutral) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            int row = open[i];
            open[left] = row;
            if (values.nulls[row]) {
                to.nulls[row] = true;
                left++;
            } else if (values.longs[row] == neutral) {
                left++;
            } else {
                to.nulls[row] = false;
                to.longs[row] = 1 - neutral;
            }
        }
        return left;
    }

    @Override
    public Expression fork() {
        return new Truth(all, Kernel.fork(parts));
    }

    @Override
    public String toString() {
        return Arrays.stream(parts)
                .map(Object::toString)
                .collect(Collectors.joining(all ? " AND " : " OR ", "(", ")"));
    }

    /// NOT: NULL stays NULL.
    static void not(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            to.nulls[row] = in[0].nulls[row];
            to.longs[row] = 1 - in[0].longs[row];
        }
    }

    /// IS [NOT] TRUE or FALSE: never NULL.
    static Kernel.Body is(boolean value, boolean negated) {
        long wanted = value ? 1 : 0;
        return (in, to, selection, count, texts) -> {
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                boolean is = !in[0].nulls[row] && in[0].longs[row] == wanted;
                to.nulls[row] = false;
                to.longs[row] = is != negated ? 1 : 0;
            }
        };
    }

    /// IS [NOT] NULL.
    static Kernel.Body isNull(boolean negated) {
        return (in, to, selection, count, texts) -> {
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                to.nulls[row] = false;
                to.longs[row] = in[0].nulls[row] != negated ? 1 : 0;
            }
        };
    }
}
