package telegraph.query.compile;

import java.util.List;
import java.util.Optional;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;

/// A column as it is.
record ColumnValue(ColumnRef column, Type type) implements Expression {
    @Override
    public Optional<ColumnRef> bareColumn() {
        return Optional.of(column);
    }

    @Override
    public List<ColumnRef> columns() {
        return List.of(column);
    }

    @Override
    public boolean canThrow() {
        return false;
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        return rows.column(column, selection, count);
    }

    @Override
    public Expression fork() {
        return this;
    }

    @Override
    public String toString() {
        return "$" + column.input() + "." + column.column();
    }
}
