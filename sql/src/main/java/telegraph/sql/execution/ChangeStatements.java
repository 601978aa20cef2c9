package telegraph.sql.execution;

import java.util.Optional;
import telegraph.language.ast.Change;
import telegraph.language.ast.TableName;
import telegraph.sql.Event;
import telegraph.sql.transaction.SessionTables;
import telegraph.store.ReadMode;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.TableChanges;
import telegraph.tables.access.TableSource;
import telegraph.tables.change.InsertRun;
import telegraph.tables.change.MergeRun;
import telegraph.tables.change.Questions;
import telegraph.tables.change.Returned;
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
            Open open = open(change.table(), verb(change));
            try (Returned returned =
                    new Returned(open.target(), change.returning(), questions.region())) {
                Optional<Questions.Question> asked = returned.question(questions);
                long rows = run(questions, open.target(), change, returned);
                open.changes().end();
                returned.end();
                asked.ifPresent(questions::show);
                return questions.ended(tag(change, rows), asked.isPresent() ? rows : 0);
            }
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
        Open open = new ChangeStatements(run).open(name, "CREATE TABLE AS");
        long count = InsertRun.fill(questions, open.target(), rows);
        open.changes().end();
        return count;
    }

    /// A table to change, and what changes it.
    record Open(Target target, TableChanges changes) {}

    /// Opens a table for a statement that changes it.
    Open open(TableName name, String statement) {
        Transaction transaction = run.work().writing(statement);
        SessionTables tables = run.work().tables();
        StoredTable table = tables.locked(name, TableMode.IX, transaction);
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
