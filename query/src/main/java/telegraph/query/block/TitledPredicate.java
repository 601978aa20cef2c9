package telegraph.query.block;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;

/// A predicate under the name that EXPLAIN ANALYZE shows.
record TitledPredicate(String title, Predicate predicate) implements Predicate {
    @Override
    public List<ColumnRef> columns() {
        return predicate.columns();
    }

    @Override
    public boolean canThrow() {
        return predicate.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        return predicate.narrow(rows, selection, count);
    }

    @Override
    public Predicate fork() {
        return new TitledPredicate(title, predicate.fork());
    }

    @Override
    public String toString() {
        return title;
    }
}
