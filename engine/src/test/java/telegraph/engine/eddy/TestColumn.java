package telegraph.engine.eddy;

import java.util.List;
import java.util.Optional;
import telegraph.engine.ColumnRef;
import telegraph.engine.Expression;
import telegraph.engine.Rows;
import telegraph.engine.Vector;
import telegraph.memory.Type;

/// A column as it is.
record TestColumn(ColumnRef ref, Type type) implements Expression {
    static TestColumn integer(int input, int column) {
        return new TestColumn(new ColumnRef(input, column), Type.INTEGER);
    }

    @Override
    public Optional<ColumnRef> bareColumn() {
        return Optional.of(ref);
    }

    @Override
    public List<ColumnRef> columns() {
        return List.of(ref);
    }

    @Override
    public boolean canThrow() {
        return false;
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        return rows.column(ref, selection, count);
    }

    @Override
    public Expression fork() {
        return this;
    }
}
