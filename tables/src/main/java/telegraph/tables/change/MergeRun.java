package telegraph.tables.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.memory.Type;

/// Carries out a MERGE: a query says for each row of the source which row of the table it matches,
/// which branch is taken, and with what values; then the branches are taken one after another.
///
/// | columns of the query   | what they say                                   |
/// |------------------------|-------------------------------------------------|
/// | those of the table     | the row that matched, or NULL                   |
/// | one                    | whether any did, TRUE or NULL                   |
/// | one                    | the number of the branch to take, NULL for none |
/// | the values of branches | NULL but for those of the branch taken          |
///
/// Threads: one.
public final class MergeRun {
    private final Questions questions;
    private final Target target;
    private final Change.Merge merge;
    private final Returned returned;
    private final int matchedAt;
    private final int branchAt;
    private final int valuesAt;
    private long rows;

    private MergeRun(Questions questions, Target target, Change.Merge merge, Returned returned) {
        this.questions = questions;
        this.target = target;
        this.merge = merge;
        this.returned = returned;
        this.matchedAt = target.types().size();
        this.branchAt = matchedAt + 1;
        this.valuesAt = branchAt + 1;
    }

    /// Takes the branches; how many rows were inserted, changed or deleted.
    public static long run(
            Questions questions, Target target, Change.Merge merge, Returned returned) {
        return new MergeRun(questions, target, merge, returned).run();
    }

    private long run() {
        Questions.Question question =
                questions.ask(merge.rows(), Map.of(Change.TARGET, target.source()));
        int[] columns = values(question.columns().size() - valuesAt);
        for (int v = 0; v < columns.length; v++) {
            target.demandAssignable(columns[v], question.declared().get(valuesAt + v));
        }
        List<Type> types = new ArrayList<>(target.types());
        types.add(Type.BOOLEAN);
        types.add(Type.INTEGER);
        for (int column : columns) {
            types.add(target.type(column));
        }
        try (RowSpool found = new RowSpool(questions.region(), types);
                ChangedKeys affected = new ChangedKeys(questions.region())) {
            question.run(batch ->
                    batch.forEach(row -> {
                        if (row[branchAt] != null) {
                            found.add(fitted(row, columns));
                        }
                    }));
            found.end();
            found.forEach(row -> take(row, affected));
        }
        return rows;
    }

    /// For each value of the query the column that it goes to.
    private int[] values(int count) {
        int[] columns = new int[count];
        for (Change.Branch branch : merge.branches()) {
            switch (branch) {
                case Change.Branch.UpdateMatched update -> {
                    for (Change.Assignment one : update.assignments()) {
                        int column = target.column(one.column(), one.position());
                        target.demandAssignable(column, one.isDefault());
                        if (!one.isDefault()) {
                            columns[one.value()] = column;
                        }
                    }
                }
                case Change.Branch.InsertUnmatched insert -> {
                    int[] to = target.columns(insert.columns());
                    if (insert.values().size() > to.length) {
                        throw TelegraphException.of(
                                SqlState.SYNTAX_ERROR,
                                "INSERT has more values than columns: table="
                                        + target.name()
                                        + " columns="
                                        + to.length
                                        + " values="
                                        + insert.values().size());
                    }
                    for (int i = 0; i < insert.values().size(); i++) {
                        if (insert.values().get(i) != Change.Assignment.DEFAULT) {
                            target.demandInsertable(to[i]);
                            columns[insert.values().get(i)] = to[i];
                        }
                    }
                }
                case Change.Branch.DeleteMatched _, Change.Branch.Nothing _ -> {}
            }
        }
        return columns;
    }

    private Object[] fitted(Object[] row, int[] columns) {
        for (int v = 0; v < columns.length; v++) {
            row[valuesAt + v] = target.fit(columns[v], row[valuesAt + v]);
        }
        return row;
    }

    private void take(Object[] row, ChangedKeys affected) {
        switch (merge.branches().get((Integer) row[branchAt])) {
            case Change.Branch.UpdateMatched update -> {
                Object[] now = locked(row, affected);
                Object[] changed = Arrays.copyOf(now, now.length);
                for (Change.Assignment one : update.assignments()) {
                    int column = target.column(one.column(), one.position());
                    changed[column] =
                            one.isDefault()
                                    ? target.byDefault(column)
                                    : row[valuesAt + one.value()];
                }
                returned.add(target.update(now, changed));
                rows++;
            }
            case Change.Branch.DeleteMatched _ -> {
                Object[] now = locked(row, affected);
                target.delete(now);
                returned.add(now);
                rows++;
            }
            case Change.Branch.InsertUnmatched insert -> {
                returned.add(inserted(insert, row));
                rows++;
            }
            case Change.Branch.Nothing _ -> {}
        }
    }

    private Object[] inserted(Change.Branch.InsertUnmatched insert, Object[] row) {
        int[] to = target.columns(insert.columns());
        Object[] values = new Object[target.width()];
        boolean[] given = new boolean[target.width()];
        for (int i = 0; i < insert.values().size(); i++) {
            int value = insert.values().get(i);
            if (value != Change.Assignment.DEFAULT) {
                values[to[i]] = row[valuesAt + value];
                given[to[i]] = true;
            }
        }
        target.complete(values, given, insert.overriding());
        return target.insert(values);
    }

    /// The row that matched, locked and as the query saw it.
    private Object[] locked(Object[] seen, ChangedKeys affected) {
        if (!affected.add(target.key(seen))) {
            throw TelegraphException.of(
                    SqlState.CARDINALITY_VIOLATION,
                    "MERGE changes no row twice: table="
                            + target.name()
                            + ". Several rows of its source match the same row");
        }
        Object[] now = target.lock(seen);
        boolean same = now != null;
        for (int c = 0; same && c < now.length; c++) {
            same = Objects.equals(seen[c], now[c]);
        }
        if (!same) {
            throw TelegraphException.of(
                    SqlState.SERIALIZATION_FAILURE,
                    "a row was changed after MERGE had matched it: table="
                            + target.name()
                            + ". Try again");
        }
        return now;
    }
}
