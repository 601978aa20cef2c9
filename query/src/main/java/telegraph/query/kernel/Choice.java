package telegraph.query.kernel;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// CASE: the value of the first branch whose condition is true.
///
/// A condition, and a branch, is computed only for the rows that come to it. All values have the
/// type of the whole. Threads: one worker.
final class Choice implements Expression {
    private final Predicate[] conditions;
    private final Expression[] values;
    private final List<ColumnRef> columns;
    private final Type type;
    private final boolean[] taken = new boolean[Batch.ROWS_MAX];
    private final int[] open = new int[Batch.ROWS_MAX];
    private final int[] chosen = new int[Batch.ROWS_MAX];

    /// Null unless somebody may read it.
    private Vector to;

    /// @param values one for each condition, and the one of ELSE
    Choice(Type type, Predicate[] conditions, Expression[] values) {
        this.conditions = conditions;
        this.values = values;
        this.type = type;
        var read = new LinkedHashSet<>(Kernel.columns(values));
        for (Predicate condition : conditions) {
            read.addAll(condition.columns());
        }
        this.columns = List.copyOf(read);
    }

    @Override
    public Type type() {
        return type;
    }

    @Override
    public List<ColumnRef> columns() {
        return columns;
    }

    @Override
    public boolean canThrow() {
        return Arrays.stream(conditions).anyMatch(Predicate::canThrow)
                || Arrays.stream(values).anyMatch(Expression::canThrow);
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        for (ColumnRef column : columns) {
            rows.column(column, selection, count);
        }
        if (to == null) {
            to = rows.vectors().take(type);
        }
        to.hasNoNulls();
        to.narrow();
        System.arraycopy(selection, 0, open, 0, count);
        int left = count;
        for (int branch = 0; branch < conditions.length && left > 0; branch++) {
            System.arraycopy(open, 0, chosen, 0, left);
            int hits = conditions[branch].narrow(rows, chosen, left);
            if (hits > 0) {
                copy(values[branch], rows, hits);
                left = withoutChosen(left, hits);
            }
        }
        if (left > 0) {
            System.arraycopy(open, 0, chosen, 0, left);
            copy(values[conditions.length], rows, left);
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

    private int withoutChosen(int count, int hits) {
        for (int i = 0; i < count; i++) {
            taken[open[i]] = false;
        }
        for (int i = 0; i < hits; i++) {
            taken[chosen[i]] = true;
        }
        int left = 0;
        for (int i = 0; i < count; i++) {
            int row = open[i];
            open[left] = row;
            left += taken[row] ? 0 : 1;
        }
        return left;
    }

    private void copy(Expression value, Rows rows, int count) {
        copy(value.evaluate(rows, chosen, count), count);
        value.release(rows);
    }

    private void copy(Vector from, int count) {
        if (!from.isNullFree()) {
            to.mayHaveNulls();
            for (int i = 0; i < count; i++) {
                int row = chosen[i];
                to.nulls[row] = from.nulls[row];
            }
        }
        if (from.highs != null) {
            to.widen();
        }
        to.copyValues(from, chosen, count);
        if (to.highs != null && from.highs == null) {
            for (int i = 0; i < count; i++) {
                int row = chosen[i];
                to.highs[row] = to.longs[row] >> 63;
            }
        }
    }

    @Override
    public Expression fork() {
        return new Choice(
                type,
                Arrays.stream(conditions).map(Predicate::fork).toArray(Predicate[]::new),
                Kernel.fork(values));
    }

    @Override
    public String toString() {
        return "CASE"
                + java.util.stream.IntStream.range(0, conditions.length)
                        .mapToObj(i -> " WHEN " + conditions[i] + " THEN " + values[i])
                        .collect(Collectors.joining())
                + " ELSE "
                + values[conditions.length]
                + " END";
    }
}
