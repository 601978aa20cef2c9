package telegraph.tables.define;

import java.util.ArrayList;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Definition.OnCommit;
import telegraph.store.Transaction;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.change.TruncateRun;

/// What becomes of temporary tables: with each commit what ON COMMIT says, and all of them go with
/// their session.
///
/// Threads: one.
public final class TemporaryEnd {
    private final CatalogView view;
    private final Transaction transaction;

    public TemporaryEnd(CatalogView view, Transaction transaction) {
        this.view = view;
        this.transaction = transaction;
    }

    /// Whether a commit empties or drops any.
    public static boolean isDue(CatalogView view, Transaction transaction) {
        return view.temporary().stream().anyMatch(table -> isDue(table, transaction));
    }

    private static boolean isDue(TableDefinition table, Transaction transaction) {
        return switch (table.onCommit()) {
            case PRESERVE_ROWS -> false;
            case DELETE_ROWS -> !transaction.isEmpty(table.container());
            case DROP -> true;
        };
    }

    /// Empties and drops those that a commit does.
    public void commit() {
        List<TableDefinition> gone = new ArrayList<>();
        for (TableDefinition table : view.temporary()) {
            if (table.onCommit() == OnCommit.DROP) {
                gone.add(table);
            } else if (isDue(table, transaction)) {
                demandNotReferred(table);
                TruncateRun.empty(table, view, transaction);
            }
        }
        gone.forEach(this::drop);
    }

    private void demandNotReferred(TableDefinition table) {
        for (TableDefinition other : view.snapshot().referring(table.name())) {
            if (other.onCommit() != OnCommit.DELETE_ROWS) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "unsupported ON COMMIT and foreign key combination: table \""
                                + other.name()
                                + "\" references \""
                                + table.name()
                                + "\", but they do not have the same ON COMMIT setting");
            }
        }
    }

    /// Drops all of them.
    public void all() {
        view.temporary().forEach(this::drop);
    }

    private void drop(TableDefinition table) {
        for (TableDefinition other : view.snapshot().referring(table.name())) {
            Draft draft = new Draft(other, view.snapshot(), transaction::create);
            draft.dropForeignKeysTo(table.name());
            view.put(transaction, new Entry.TableEntry(draft.definition()));
        }
        DropRun.free(view.table(table.name()), view, transaction);
        view.remove(transaction, table.name());
    }
}
