package telegraph.engine.operator;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;

/// A predicate over Java values.
record JavaPredicate(List<ColumnRef> columns, java.util.function.Predicate<Object[]> test)
        implements Predicate {
    @Override
    public boolean canThrow() {
        return false;
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        Vector[] vectors =
                columns.stream().map(c -> rows.column(c, selection, count)).toArray(Vector[]::new);
        int kept = 0;
        Object[] values = new Object[vectors.length];
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            for (int v = 0; v < vectors.length; v++) {
                values[v] = vectors[v].valueAt(at);
            }
            if (test.test(values)) {
                selection[kept++] = at;
            }
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return this;
    }
}
