package telegraph.sql.execution;

import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Statement;
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

/// What a statement that defines tables needs of its turn.
///
/// Threads: the statement's own.
final class TurnGround implements Ground {
    private final Turn turn;
    private final SessionTables tables;

    TurnGround(Turn turn) {
        this.turn = turn;
        this.tables = turn.work().tables();
    }

    /// For a statement that changes definitions, which it has to itself.
    ///
    /// @param statement its name, for messages
    static TurnGround defining(Turn turn, String statement) {
        turn.work().defining(statement, turn.sandbox().store().counters());
        return new TurnGround(turn);
    }

    @Override
    public Transaction transaction() {
        return turn.work().transaction();
    }

    @Override
    public CatalogView view() {
        return turn.view();
    }

    @Override
    public TransactionTables tables() {
        return tables;
    }

    @Override
    public TableChanges changes() {
        return turn.catalog().changes();
    }

    @Override
    public Counters counters() {
        return turn.sandbox().store().counters();
    }

    @Override
    public StatementMoment asked() {
        return turn.asked();
    }

    @Override
    public boolean isReadable(Entry.ViewEntry view) {
        Statement.Select all = Statements.query("SELECT * FROM " + view.name().quoted());
        try {
            turn.planner(all).rowType(all);
            return true;
        } catch (TelegraphException e) {
            return switch (e.kind()) {
                case INPUT -> false;
                case CONFLICT, RESOURCE, UNKNOWN, CORRUPT, CANCELLED, BUG -> throw e;
            };
        }
    }

    @Override
    public void notice(String text) {
        turn.emit(new Event.Notice(text));
    }
}
