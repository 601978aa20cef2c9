package telegraph.query.predicate;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;

/// Keeps the rows for which a boolean expression is true, or those for which it is false.
final class TruthPredicate implements Predicate {
    private final Expression truth;
    private final boolean wanted;

    TruthPredicate(Expression truth, boolean wanted) {
        this.truth = truth;
        this.wanted = wanted;
    }

    @Override
    public List<ColumnRef> columns() {
        return truth.columns();
    }

    @Override
    public boolean canThrow() {
        return truth.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        int kept = narrow(truth.evaluate(rows, selection, count), selection, count);
        truth.release(rows);
        return kept;
    }

    private int narrow(Vector values, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            selection[kept] = position;
            if (!values.nulls[position] && values.longs[position] != 0 == wanted) {
                kept++;
            }
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return new TruthPredicate(truth.fork(), wanted);
    }

    @Override
    public String toString() {
        return wanted ? truth.toString() : "NOT " + truth;
    }
}
