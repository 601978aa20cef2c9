package telegraph.query.predicate;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;

/// Keeps the rows in which an expression is NULL, or is not.
final class NullPredicate implements Predicate {
    private final Expression operand;
    private final boolean wanted;

    NullPredicate(Expression operand, boolean wanted) {
        this.operand = operand;
        this.wanted = wanted;
    }

    @Override
    public List<ColumnRef> columns() {
        return operand.columns();
    }

    @Override
    public boolean canThrow() {
        return operand.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        int kept = narrow(operand.evaluate(rows, selection, count), selection, count);
        operand.release(rows);
        return kept;
    }

    private int narrow(Vector values, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += values.nulls[row] == wanted ? 1 : 0;
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return new NullPredicate(operand.fork(), wanted);
    }

    @Override
    public String toString() {
        return operand + (wanted ? " IS NULL" : " IS NOT NULL");
    }
}
