package telegraph.query.block;

import java.util.List;
import org.apache.calcite.rex.RexNode;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;

/// A predicate under the name that EXPLAIN ANALYZE shows, which is made when somebody wants to see
/// it.
///
/// @param node what it decides
/// @param names what the columns of the block are called
record TitledPredicate(RexNode node, List<String> names, Predicate predicate) implements Predicate {
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
        return new TitledPredicate(node, names, predicate.fork());
    }

    @Override
    public String toString() {
        return Infix.of(node, names);
    }
}
