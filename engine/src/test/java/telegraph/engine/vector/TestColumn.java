package telegraph.engine.vector;

import java.util.List;
import java.util.Optional;
import telegraph.memory.Type;

/// A column as it is.
public record TestColumn(ColumnRef ref, Type type) implements Expression {
    public static TestColumn integer(int input, int column) {
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
