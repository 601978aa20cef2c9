package telegraph.engine.eddy;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;

/// A predicate over Java values that counts the rows it sees.
record TestPredicate(
        String name,
        List<ColumnRef> columns,
        boolean canThrow,
        Predicate<Object[]> test,
        LongAdder seen)
        implements telegraph.engine.vector.Predicate {
    static TestPredicate of(String name, Predicate<Object[]> test, ColumnRef... columns) {
        return new TestPredicate(name, List.of(columns), false, test, new LongAdder());
    }

    TestPredicate throwing() {
        return new TestPredicate(name, columns, true, test, seen);
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        Vector[] vectors =
                columns.stream().map(c -> rows.column(c, selection, count)).toArray(Vector[]::new);
        seen.add(count);
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
    public telegraph.engine.vector.Predicate fork() {
        return this;
    }

    @Override
    public String toString() {
        return name;
    }
}
