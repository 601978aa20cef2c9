package telegraph.tables.define;

import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.memory.Region;
import telegraph.store.Transaction;
import telegraph.tables.access.ExistingRows;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.StoredTable;

/// Puts other rows into a materialized view: into containers of their own, which take the place of
/// the old ones when the transaction commits.
///
/// ```
/// emptied ──▶ rows loaded by whoever has them ──▶ indexed
/// ```
///
/// Threads: one.
public final class RefreshRun {
    private final Ground ground;
    private final CatalogView view;
    private final Transaction transaction;

    public RefreshRun(Ground ground) {
        this.ground = ground;
        this.view = ground.view();
        this.transaction = ground.transaction();
    }

    /// Gives a view empty containers, alone with it until the transaction ends.
    ///
    /// @param seen as it was when the rows were asked for
    /// @param populated whether rows follow
    /// @return the view without its indexes, ready to be loaded
    public StoredTable emptied(TableDefinition seen, boolean populated) {
        TableDefinition now = view.snapshot().table(seen.name()).orElse(null);
        if (!seen.equals(now)) {
            throw TelegraphException.of(
                    SqlState.SERIALIZATION_FAILURE,
                    "a materialized view was changed while its query ran: view="
                            + seen.name()
                            + ". Try again");
        }
        view.claim(transaction, now);
        Draft draft = new Draft(now, view.snapshot(), transaction::create).fresh();
        draft.materialize(now.materialized().orElseThrow().populated(populated));
        view.put(transaction, new Entry.TableEntry(draft.definition()));
        transaction.drop(now.container());
        now.indexes().forEach(index -> transaction.drop(index.container()));
        return new StoredTable(draft.definition().bare());
    }

    /// Fills the indexes of a view whose rows are there.
    public void indexed(TableName name) {
        TableDefinition after = view.relation(name);
        List<TableDefinition.Index> indexes = after.indexes();
        if (indexes.isEmpty()) {
            return;
        }
        ExistingRows rows = new ExistingRows(new StoredTable(after), transaction);
        try (Region region = ground.region()) {
            indexes.forEach(index -> rows.index(index.name(), region));
        }
    }
}
