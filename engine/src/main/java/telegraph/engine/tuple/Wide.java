package telegraph.engine.tuple;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.flow.UnitLedger;
import telegraph.engine.vector.ColumnRef;
import telegraph.memory.Type;

/// How tuples of one signature lie in batches of their own, with all that routing can still need of
/// them, so that nothing they came from is kept.
///
/// | column      | meaning                                            |
/// |-------------|----------------------------------------------------|
/// | 0..c-1      | columns of the inputs held                         |
/// | c           | the stamp                                          |
/// | c+1..       | for each sampled input that is held its row's unit |
///
/// Threads: any; it does not change.
public final class Wide {
    final long span;
    final List<ColumnRef> columns;
    public final List<Type> types;
    final int[] sampled;
    private final int[][] at;

    public Wide(QueryGraph graph, UnitLedger ledger, long span, long done) {
        this.span = span;
        this.columns = graph.columnsNeeded(span, done);
        this.at = new int[graph.size()][];
        List<Type> all = new ArrayList<>();
        for (ColumnRef column : columns) {
            Instance instance = graph.instance(column.input());
            if (at[column.input()] == null) {
                at[column.input()] = new int[instance.types().size()];
                Arrays.fill(at[column.input()], -1);
            }
            at[column.input()][column.column()] = all.size();
            all.add(instance.types().get(column.column()));
        }
        all.add(Type.BIGINT);
        int[] sides = new int[ledger.sides()];
        int held = 0;
        for (int side = 0; side < sides.length; side++) {
            if ((span >>> ledger.input(side) & 1) != 0) {
                sides[held++] = ledger.input(side);
                all.add(Type.INTEGER);
            }
        }
        this.sampled = Arrays.copyOf(sides, held);
        this.types = List.copyOf(all);
    }

    /// Where a column of an input held lies.
    int at(ColumnRef column) {
        int place = at[column.input()] == null ? -1 : at[column.input()][column.column()];
        if (place < 0) {
            throw new IllegalStateException("a column was not kept: column=" + column);
        }
        return place;
    }

    int stampAt() {
        return columns.size();
    }

    /// Where the units of an input lie, or -1 if it is not sampled.
    int unitAt(int input) {
        for (int s = 0; s < sampled.length; s++) {
            if (sampled[s] == input) {
                return columns.size() + 1 + s;
            }
        }
        return -1;
    }
}
