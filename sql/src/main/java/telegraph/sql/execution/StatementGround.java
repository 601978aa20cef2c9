package telegraph.sql.execution;

import java.util.Collection;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.memory.Region;
import telegraph.sql.Event;
import telegraph.sql.transaction.SessionTables;
import telegraph.store.Transaction;
import telegraph.tables.access.TableChanges;
import telegraph.tables.access.TransactionTables;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.define.Ground;
import telegraph.tables.row.Counters;
import telegraph.tables.row.StatementMoment;

/// What a statement that defines tables needs of its run.
///
/// Threads: the statement's own.
final class StatementGround implements Ground {
    private final StatementRun run;
    private final SessionTables tables;

    StatementGround(StatementRun run) {
        this.run = run;
        this.tables = run.work().tables();
    }

    /// For a statement that changes definitions, which it has to itself.
    ///
    /// @param statement its name, for messages
    /// @param names of what it defines; none for what all sessions share
    static StatementGround defining(
            StatementRun run, String statement, Collection<TableName> names) {
        run.work().defining(statement, names);
        return new StatementGround(run);
    }

    @Override
    public Transaction transaction() {
        return run.work().transaction();
    }

    @Override
    public CatalogView view() {
        return run.view();
    }

    @Override
    public TransactionTables tables() {
        return tables;
    }

    @Override
    public TableChanges changes() {
        return run.catalog().changes(run.asked());
    }

    @Override
    public Counters counters() {
        return run.sandbox().store().counters();
    }

    @Override
    public StatementMoment asked() {
        return run.asked();
    }

    @Override
    public List<String> columns(Entry.ViewEntry view) {
        Statement.Select all = Statements.query("SELECT * FROM " + view.name().qualified());
        return run.planner(all).rowType(all).getFieldNames();
    }

    @Override
    public boolean isReadable(String query) {
        Statement.Select all = Statements.query(query);
        try {
            run.kept(all).rowType(all);
            return true;
        } catch (TelegraphException e) {
            if (e.state() == SqlState.NOT_IN_PREREQUISITE_STATE) {
                return true; // a materialized view is there, but for its rows
            }
            return switch (e.kind()) {
                case INPUT -> false;
                case CONFLICT, RESOURCE, UNKNOWN, CORRUPT, CANCELLED, BUG -> throw e;
            };
        }
    }

    @Override
    public Region region() {
        return run.region();
    }

    @Override
    public void notice(String text) {
        run.emit(new Event.Notice(text));
    }
}
