package telegraph.sql.transaction;

import java.util.List;
import telegraph.store.Transaction;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.row.Counters;

/// Lets a transaction's view of the catalog hear how the transaction ends, and forgets what was
/// counted up in containers that go with it.
///
/// Threads: that of the statement, one at a time.
final class CatalogFollower {
    private final CatalogView view;
    private final Counters counters;
    private List<Integer> dropped = List.of();
    private List<Sequence> gone = List.of();

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
        List<Sequence> before = view.made();
        view.rollbackTo(mark);
        List<Sequence> left = view.made();
        before.stream()
                .filter(made -> left.stream().noneMatch(made::isAt))
                .forEach(counters::forget);
    }

    /// The store is about to commit; [#committed] or [#rolledBack] follows.
    void committing(Transaction transaction) {
        dropped = view.dropped();
        gone = view.gone();
        List<Integer> droppedCounters = view.droppedCounters();
        counters.settle(
                view.made(),
                gone.stream().filter(s -> !droppedCounters.contains(s.container())).toList(),
                transaction);
        droppedCounters.forEach(transaction::drop);
        view.committing();
    }

    /// The store has committed.
    void committed() {
        view.committed();
        gone.forEach(counters::forget);
        dropped.forEach(counters::forget);
    }

    /// The store has rolled back.
    void rolledBack() {
        List<Sequence> made = view.made();
        view.rolledBack();
        made.forEach(counters::forget);
    }
}
