package telegraph.tables.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import telegraph.language.ast.Change;
import telegraph.language.ast.Statement;
import telegraph.memory.Type;

/// Carries out an UPDATE or a DELETE: finds the rows, keeps them, and then locks and changes one
/// after another.
///
/// ```
/// query ──▶ rows kept ──▶ lock key ──▶ row gone? ─yes─▶ passed over
///                                        │no
///                                      as seen? ─yes──────────────▶ changed
///                                        │no                           ▲
///                                      query over this row alone ─row──┘
///                                        └─none─▶ passed over
/// ```
///
/// Invariants:
///
/// 1. No row is changed before the query has ended, so it never meets a row twice.
/// 2. A row is changed only while it is locked and as the statement saw it, so the condition holds
///    of the row that is changed, as in PostgreSQL at READ COMMITTED. From REPEATABLE READ on the
///    rows that the query finds are locked by it, and only the statement itself, by the action of a
///    foreign key, can have changed them since.
/// 3. A row that several rows of a join match is changed once, by the first of them.
///
/// Threads: one.
public final class UpdateRun {
    private final Questions questions;
    private final Target target;
    private final Statement.Select rows;
    private final Optional<List<Change.Assignment>> assignments;
    private final Returned returned;
    private final HandSource hand;
    private Questions.Question again;
    private long changed;

    private UpdateRun(
            Questions questions,
            Target target,
            Statement.Select rows,
            Optional<List<Change.Assignment>> assignments,
            Returned returned) {
        this.questions = questions;
        this.target = target;
        this.rows = rows;
        this.assignments = assignments;
        this.returned = returned;
        this.hand = new HandSource(target.source());
    }

    /// Carries out an UPDATE; how many rows were changed.
    public static long run(
            Questions questions, Target target, Change.Update update, Returned returned) {
        return new UpdateRun(
                        questions,
                        target,
                        update.rows(),
                        Optional.of(update.assignments()),
                        returned)
                .run();
    }

    /// Carries out a DELETE; how many rows are gone.
    public static long run(
            Questions questions, Target target, Change.Delete delete, Returned returned) {
        return new UpdateRun(questions, target, delete.rows(), Optional.empty(), returned).run();
    }

    private long run() {
        List<Type> types = new ArrayList<>(target.types());
        int[] columns = values();
        for (int column : columns) {
            types.add(target.type(column));
        }
        Questions.Question question = questions.ask(rows, Map.of(Change.TARGET, target.source()));
        List<Type> all = question.types();
        int first = types.size() - columns.length;
        for (int v = 0; v < columns.length; v++) {
            target.demandAssignable(columns[v], question.declared().get(first + v));
        }
        returned.joined(question, types.size());
        types.addAll(all.subList(types.size(), all.size()));
        boolean joined = !question.isOneToOne();
        try (RowSpool found = new RowSpool(questions.region(), types);
                ChangedKeys done = new ChangedKeys(questions.region())) {
            question.run(batch -> batch.forEach(row -> found.add(fitted(row, columns))));
            found.end();
            found.forEach(row -> {
                if (!joined || done.add(target.key(row))) {
                    change(row, columns);
                }
            });
        }
        return changed;
    }

    /// For each value of the query the column that it goes to.
    private int[] values() {
        List<Change.Assignment> all = assignments.orElse(List.of());
        int[] columns = new int[(int) all.stream().filter(one -> !one.isDefault()).count()];
        for (Change.Assignment assignment : all) {
            int column = target.column(assignment.column(), assignment.position());
            target.demandAssignable(column, assignment.isDefault());
            if (!assignment.isDefault()) {
                columns[assignment.value()] = column;
            }
        }
        return columns;
    }

    private Object[] fitted(Object[] row, int[] columns) {
        int start = target.types().size();
        for (int v = 0; v < columns.length; v++) {
            row[start + v] = target.fit(columns[v], row[start + v]);
        }
        return row;
    }

    private void change(Object[] seen, int[] columns) {
        Object[] now = target.lock(seen);
        if (now == null) {
            return;
        }
        Object[] decided = seen;
        if (!same(seen, now)) {
            decided = askedAgain(now, columns);
            if (decided == null) {
                return;
            }
        }
        if (assignments.isEmpty()) {
            target.delete(now);
            returned.add(now, decided);
        } else {
            returned.add(target.update(now, changed(now, decided)), decided);
        }
        changed++;
    }

    private boolean same(Object[] seen, Object[] now) {
        for (int c = 0; c < now.length; c++) {
            if (!Objects.equals(seen[c], now[c])) {
                return false;
            }
        }
        return true;
    }

    /// What the query says of the row as it is now, or null if it is none of its rows any more.
    private Object[] askedAgain(Object[] now, int[] columns) {
        if (again == null) {
            again = questions.ask(rows, Map.of(Change.TARGET, hand));
        }
        hand.hold(now);
        List<Object[]> first = new ArrayList<>();
        again.run(batch -> {
            if (first.isEmpty()) {
                first.add(fitted(batch.getFirst(), columns));
            }
        });
        return first.isEmpty() ? null : first.getFirst();
    }

    private Object[] changed(Object[] now, Object[] decided) {
        Object[] row = Arrays.copyOf(now, now.length);
        int start = target.types().size();
        for (Change.Assignment assignment : assignments.orElseThrow()) {
            int column = target.column(assignment.column(), assignment.position());
            row[column] =
                    assignment.isDefault()
                            ? target.byDefault(column)
                            : decided[start + assignment.value()];
        }
        return row;
    }
}
