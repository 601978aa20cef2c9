package telegraph.tables.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.memory.Type;
import telegraph.tables.access.Filling;
import telegraph.tables.point.PlainRows;

/// Carries out an INSERT.
///
/// Rows of files and of the web go into the table as they come. Rows of a query that reads stored
/// tables are kept until the last has come: it may read the very table, and must not meet what it
/// has put there.
///
/// Threads: one.
public final class InsertRun {
    private final Questions questions;
    private final Target target;
    private final Change.Insert insert;
    private final int[] columns;
    private final Returned returned;
    private final Optional<Conflicts> conflicts;
    private long rows;

    private InsertRun(Questions questions, Target target, Change.Insert insert, Returned returned) {
        this.questions = questions;
        this.target = target;
        this.insert = insert;
        this.columns = target.columns(insert.columns());
        this.returned = returned;
        this.conflicts =
                insert.onConflict().map(conflict -> new Conflicts(questions, target, conflict));
    }

    /// Inserts the rows; how many were inserted or changed.
    public static long run(
            Questions questions, Target target, Change.Insert insert, Returned returned) {
        InsertRun inserting = new InsertRun(questions, target, insert, returned);
        try {
            if (insert.source().isEmpty()) {
                inserting.take(new Object[0], null);
            } else {
                inserting.take(insert.source().get());
            }
            return inserting.rows;
        } finally {
            inserting.conflicts.ifPresent(Conflicts::close);
        }
    }

    /// Fills a new table with rows that have its columns; how many there are.
    ///
    /// @param rows gives them, one after another
    public static long fill(Questions questions, Target target, Consumer<RowSpool.Taker> rows) {
        Change.Insert all =
                new Change.Insert(
                        new TableName("", target.name()),
                        target.name(),
                        List.of(),
                        Optional.empty(),
                        false,
                        Change.Overriding.NONE,
                        Optional.empty(),
                        Optional.empty());
        try (Returned nothing = new Returned(questions, target, all);
                Filling filling = target.load(questions.region())) {
            InsertRun inserting = new InsertRun(questions, target, all, nothing);
            // Nobody reads a table that is not there yet, so rows need not be kept until the last.
            rows.accept(inserting::taken);
            filling.end();
            return inserting.rows;
        }
    }

    private void take(Statement.Select source) {
        Optional<List<Object[]>> plain =
                insert.marked() ? Optional.empty() : PlainRows.of(source, types());
        if (plain.isPresent()) {
            demandInsertable(plain.get().getFirst().length);
            filled(plain.get().size(), () -> plain.get().forEach(this::taken));
        } else {
            take(questions.ask(source, Map.of()));
        }
    }

    private void demandInsertable(int width) {
        demandWidth(width);
        if (!insert.marked()) {
            IntStream.range(0, width).forEach(c -> target.demandInsertable(columns[c]));
        }
    }

    private List<SqlType> types() {
        return IntStream.of(columns).mapToObj(c -> target.definition(c).type()).toList();
    }

    private void take(Questions.Question question) {
        int width = question.columns().size() - (insert.marked() ? 1 : 0);
        demandInsertable(width);
        IntStream.range(0, width)
                .forEach(c -> target.demandAssignable(columns[c], question.declared().get(c)));
        if (!Target.isStored(question.sources())) {
            filled(Long.MAX_VALUE, () -> question.run(batch -> batch.forEach(this::taken)));
            return;
        }
        List<Type> types = new ArrayList<>();
        for (int c = 0; c < width; c++) {
            types.add(target.type(columns[c]));
        }
        if (insert.marked()) {
            types.add(Type.TEXT);
        }
        try (RowSpool spool = new RowSpool(questions.region(), types)) {
            question.run(batch -> batch.forEach(row -> spool.add(fitted(row, width))));
            spool.end();
            filled(spool.rows(), () -> spool.forEach(this::taken));
        }
    }

    /// Has rows taken that are many, perhaps, and nobody asks for before the last.
    private void filled(long most, Runnable rows) {
        if (most < Filling.MANY || conflicts.isPresent()) {
            rows.run();
            return;
        }
        try (Filling filling = target.fill(questions.region())) {
            try {
                rows.run();
                filling.end();
            } catch (TelegraphException e) {
                throw filling.earlier(e).orElse(e);
            }
        }
    }

    private void demandWidth(int width) {
        if (width > columns.length || width < columns.length && !insert.columns().isEmpty()) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "INSERT has "
                            + (width > columns.length ? "more" : "fewer")
                            + " values than columns: table="
                            + target.name()
                            + " columns="
                            + columns.length
                            + " values="
                            + width);
        }
    }

    /// The values of a row as its columns have them, and its marks behind them.
    private Object[] fitted(Object[] row, int width) {
        Object[] fitted = row.clone();
        for (int c = 0; c < width; c++) {
            fitted[c] = target.fit(columns[c], row[c]);
        }
        return fitted;
    }

    private void taken(Object[] row) {
        take(row, insert.marked() ? (String) row[row.length - 1] : null);
    }

    /// @param marks has a `d` for each value that is to be the column's default; null for none
    private void take(Object[] values, String marks) {
        int width = marks == null ? values.length : marks.length();
        Object[] row = new Object[target.width()];
        boolean[] given = new boolean[target.width()];
        for (int c = 0; c < width; c++) {
            if (marks == null || marks.charAt(c) != 'd') {
                row[columns[c]] = values[c];
                given[columns[c]] = true;
            }
        }
        target.complete(row, given, insert.overriding());
        Object[] put = conflicts.isEmpty() ? target.insert(row) : conflicts.get().put(row);
        if (put != null) {
            returned.add(put);
            rows++;
        }
    }
}
