package telegraph.sql.transaction;

import java.util.List;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.row.Counters;

/// Lets a transaction's view of the catalog hear how the transaction ends, and forgets what was
/// counted up in containers that go with it.
///
/// Threads: that of the statement, one at a time.
final class CatalogFollower {
    private final CatalogView view;
    private final Counters counters;
    private List<Integer> dropped = List.of();

    CatalogFollower(CatalogView view, Counters counters) {
        this.view = view;
        this.counters = counters;
    }

    /// How many changes there are; a mark to roll back to.
    int mark() {
        return view.mark();
    }

    /// Undoes the changes made since a mark.
    void rollbackTo(int mark) {
        view.rollbackTo(mark);
    }

    /// The store is about to commit; [#committed] or [#rolledBack] follows.
    void committing() {
        dropped = view.dropped();
        view.committing();
    }

    /// The store has committed.
    void committed() {
        view.committed();
        dropped.forEach(counters::forget);
    }

    /// The store has rolled back.
    void rolledBack() {
        view.rolledBack();
    }
}
