package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.memory.Region;
import telegraph.sql.Event;
import telegraph.sql.transaction.SessionTables;
import telegraph.store.ReadMode;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.TableChanges;
import telegraph.tables.access.TableSource;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.change.InsertRun;
import telegraph.tables.change.MergeRun;
import telegraph.tables.change.Questions;
import telegraph.tables.change.Returned;
import telegraph.tables.change.RowSpool;
import telegraph.tables.change.SpooledSource;
import telegraph.tables.change.Target;
import telegraph.tables.change.UpdateRun;
import telegraph.tables.row.StoredTable;

/// Carries out the statements that change rows.
///
/// Threads: the statement's own.
final class ChangeStatements {
    private final StatementRun run;

    ChangeStatements(StatementRun run) {
        this.run = run;
    }

    Event.End out(Change change) {
        try (StatementQuestions questions = new StatementQuestions(run)) {
            return last(change, questions);
        }
    }

    /// Changes and locks what stands before a statement, then does that.
    Event.End out(Statement.With statement) {
        List<RowSpool> kept = new ArrayList<>();
        try (StatementQuestions questions = new StatementQuestions(run)) {
            try {
                statement.steps().forEach(step -> keep(step, questions, kept));
                return switch (statement.last()) {
                    case Change change -> last(change, questions);
                    case Statement.SelectForUpdate rows ->
                            new LockingStatements(run, questions).last(rows);
                    case Statement.Select select -> {
                        long rows = questions.show(questions.ask(select, Map.of()));
                        yield questions.ended("SELECT " + rows, rows);
                    }
                    default ->
                            throw new IllegalStateException(
                                    "behind a WITH: " + statement.last().getClass());
                };
            } finally {
                kept.forEach(RowSpool::close);
            }
        }
    }

    private void keep(Statement.Step step, StatementQuestions questions, List<RowSpool> kept) {
        switch (step) {
            case Statement.ChangedRows rows -> keep(rows, questions, kept);
            case Statement.SelectForUpdate rows ->
                    questions
                            .turns()
                            .returned(
                                    rows.name().name(),
                                    new LockingStatements(run, questions).source(rows, kept));
        }
    }

    private Event.End last(Change change, StatementQuestions questions) {
        Done done = made(change, questions, questions::show);
        return questions.ended(tag(change, done.rows()), done.returned() ? done.rows() : 0);
    }

    /// Makes a change whose rows later parts of the statement may name.
    private void keep(
            Statement.ChangedRows rows, StatementQuestions questions, List<RowSpool> kept) {
        String name = rows.name().name();
        ChangesInTurn turns = questions.turns();
        Done done =
                made(
                        rows.change(),
                        questions,
                        given ->
                                turns.returned(
                                        name, spooled(rows, given, questions.region(), kept)));
        turns.changed(done.container(), name);
        if (!(rows.change() instanceof Change.Insert)) {
            cascade(rows.change().table(), name, turns, new HashSet<>());
        }
        if (!done.returned()) {
            turns.silent(name);
        }
    }

    /// Tells of the tables whose foreign keys lead to one: what refers to a row may go or change
    /// with it.
    private void cascade(TableName table, String name, ChangesInTurn turns, Set<Integer> told) {
        for (TableDefinition other : run.view().snapshot().referring(table)) {
            if (told.add(other.container())) {
                turns.changed(other.container(), name);
                cascade(other.name(), name, turns, told);
            }
        }
    }

    private static SpooledSource spooled(
            Statement.ChangedRows rows,
            Questions.Question given,
            Region region,
            List<RowSpool> kept) {
        RowSpool spool = new RowSpool(region, given.types());
        kept.add(spool);
        given.run(all -> all.forEach(spool::add));
        spool.end();
        return new SpooledSource(
                rows.name().name(), columns(rows, given.columns()), given.declared(), spool);
    }

    /// The names of the columns of a change in a WITH.
    static List<String> columns(Statement.Step rows, List<String> given) {
        if (rows.columns().size() > given.size()) {
            throw TelegraphException.of(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    "WITH \""
                            + rows.name().name()
                            + "\" has "
                            + given.size()
                            + " columns and names for "
                            + rows.columns().size());
        }
        List<String> columns = new ArrayList<>(given);
        for (int c = 0; c < rows.columns().size(); c++) {
            columns.set(c, rows.columns().get(c).name());
        }
        return columns;
    }

    /// What a change did.
    ///
    /// @param returned whether it has RETURNING
    /// @param container that of the table
    private record Done(long rows, boolean returned, int container) {}

    /// Makes a change, and passes what it is to give on once all is done.
    private Done made(
            Change change, StatementQuestions questions, Consumer<Questions.Question> giving) {
        Open open = open(change.table(), verb(change));
        int container = open.target().container();
        questions.turns().demandFollowing(change, container);
        try (Returned returned = new Returned(questions, open.target(), change)) {
            long rows = run(questions, open.target(), change, returned);
            open.changes().end();
            returned.end();
            returned.question().ifPresent(giving);
            return new Done(rows, change.returning().isPresent(), container);
        }
    }

    /// Fills a table that the statement made with the rows of a query; how many there are.
    ///
    /// @param rows planned before the table was there
    static long fill(
            StatementRun run,
            TableName name,
            StatementQuestions questions,
            Questions.Question rows) {
        ChangeStatements statements = new ChangeStatements(run);
        return fill(
                statements.open(name, "CREATE TABLE AS"),
                questions,
                to -> rows.run(batch -> batch.forEach(to::take)));
    }

    /// Fills a table, which the statement has to itself, with rows at hand; how many there are.
    static long fill(
            StatementRun run, StoredTable table, StatementQuestions questions, RowSpool rows) {
        ChangeStatements statements = new ChangeStatements(run);
        return fill(statements.open(table, run.work().transaction()), questions, rows::forEach);
    }

    private static long fill(
            Open open, StatementQuestions questions, Consumer<RowSpool.Taker> rows) {
        long count = InsertRun.fill(questions, open.target(), rows);
        open.changes().end();
        return count;
    }

    /// A table to change, and what changes it.
    record Open(Target target, TableChanges changes) {}

    /// Opens a table for a statement that changes it.
    Open open(TableName name, String statement) {
        TableName resolved = run.view().snapshot().resolved(name);
        Transaction transaction = run.work().writing(statement, resolved);
        SessionTables tables = run.work().tables();
        return open(tables.locked(name, TableMode.IX, transaction), transaction);
    }

    private Open open(StoredTable table, Transaction transaction) {
        TableChanges changes = run.catalog().changes(run.asked());
        Target target =
                new Target(
                        table,
                        changes,
                        new Target.Context(run.asked(), source(table, transaction)));
        return new Open(target, changes);
    }

    /// The table as the query reads it that looks for what to change. A level that keeps what was
    /// read as it is locks it for the change at once, so that two who look for the same do not wait
    /// for each other's end.
    private TableSource source(StoredTable table, Transaction transaction) {
        ReadMode reading =
                switch (run.work().isolation()) {
                    case READ_UNCOMMITTED, READ_COMMITTED -> ReadMode.PLAIN;
                    case REPEATABLE_READ, SERIALIZABLE -> ReadMode.FOR_UPDATE;
                };
        return new TableSource(table, run.store(), transaction, reading).numbered();
    }

    private static long run(Questions questions, Target target, Change change, Returned returned) {
        return switch (change) {
            case Change.Insert insert -> InsertRun.run(questions, target, insert, returned);
            case Change.Update update -> UpdateRun.run(questions, target, update, returned);
            case Change.Delete delete -> UpdateRun.run(questions, target, delete, returned);
            case Change.Merge merge -> MergeRun.run(questions, target, merge, returned);
        };
    }

    private static String verb(Change change) {
        return switch (change) {
            case Change.Insert _ -> "INSERT";
            case Change.Update _ -> "UPDATE";
            case Change.Delete _ -> "DELETE";
            case Change.Merge _ -> "MERGE";
        };
    }

    private static String tag(Change change, long rows) {
        return (change instanceof Change.Insert ? "INSERT 0 " : verb(change) + " ") + rows;
    }
}
