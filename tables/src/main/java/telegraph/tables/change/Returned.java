package telegraph.tables.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.language.ast.Change;
import telegraph.memory.Type;

/// What RETURNING is asked about: the rows that a statement inserted, changed or deleted, each with
/// what it was joined with.
///
/// The question is planned before rows are changed, so that a mistake in it is found before.
///
/// Threads: one. Memory: rows are kept only if something is asked about them.
public final class Returned implements AutoCloseable {
    private final Questions questions;
    private final Target target;
    private final Change change;
    private Optional<Questions.Question> question = Optional.empty();
    private RowSpool rows;

    /// Where in a row that was found the columns begin of what it was joined with.
    private int joinedAt;

    public Returned(Questions questions, Target target, Change change) {
        this.questions = questions;
        this.target = target;
        this.change = change;
        if (change.joined().isEmpty()) {
            ask(List.of(), List.of(), List.of());
        }
    }

    /// Tells of the query that finds the rows, before the first is added.
    ///
    /// @param at where in its rows the columns begin of what is joined
    void joined(Questions.Question found, int at) {
        if (change.joined().isEmpty()) {
            return;
        }
        joinedAt = at;
        int end = found.columns().size();
        ask(
                found.columns().subList(at, end),
                found.types().subList(at, end),
                found.declared().subList(at, end));
    }

    private void ask(List<String> names, List<Type> types, List<String> declared) {
        if (change.returning().isEmpty()) {
            return;
        }
        JoinedRows joined = new JoinedRows(target.columnNames(), names, change.joined());
        List<String> all = new ArrayList<>(target.declared());
        all.addAll(declared);
        List<Type> kept = new ArrayList<>(target.types().subList(0, target.width()));
        kept.addAll(types);
        rows = new RowSpool(questions.region(), kept);
        question =
                Optional.of(
                        questions.ask(
                                joined.query(change.returning().get()),
                                Map.of(
                                        Change.ROW,
                                        new SpooledSource(
                                                target.name(), joined.columns(), all, rows))));
    }

    /// A row as it was inserted or became, or as it was before it was deleted.
    void add(Object[] row) {
        if (rows != null) {
            rows.add(row);
        }
    }

    /// As [#add], of a row that was joined with others.
    ///
    /// @param found what the query that found it gave
    void add(Object[] row, Object[] found) {
        if (rows == null || change.joined().isEmpty()) {
            add(row);
            return;
        }
        Object[] both = Arrays.copyOf(row, target.width() + found.length - joinedAt);
        System.arraycopy(found, joinedAt, both, target.width(), found.length - joinedAt);
        rows.add(both);
    }

    /// What is asked, over the rows; empty if nothing is.
    public Optional<Questions.Question> question() {
        return question;
    }

    /// No more rows are added.
    public void end() {
        if (rows != null) {
            rows.end();
        }
    }

    @Override
    public void close() {
        if (rows != null) {
            rows.close();
        }
    }
}
