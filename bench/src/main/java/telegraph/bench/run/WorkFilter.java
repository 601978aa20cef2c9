package telegraph.bench.run;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;

/// A filter of a given pass rate and a given amount of work for each row.
///
/// @param passes of 1,000 rows
/// @param steps of arithmetic for each row, about a nanosecond each
public record WorkFilter(String name, int seed, int passes, int steps) implements Predicate {
    private static final ColumnRef COLUMN = new ColumnRef(0, 0);
    private static final long PHI = 0x9E3779B97F4A7C15L;

    @Override
    public List<ColumnRef> columns() {
        return List.of(COLUMN);
    }

    @Override
    public boolean canThrow() {
        return false;
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        Vector ids = rows.column(COLUMN, selection, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            long mixed = (ids.longs[at] + seed) * PHI;
            for (int s = 0; s < steps; s++) {
                mixed = (mixed ^ mixed >>> 29) * PHI;
            }
            if ((mixed >>> 33) % 1000 < passes) {
                selection[kept++] = at;
            }
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return this;
    }

    @Override
    public String toString() {
        return name;
    }
}
