package telegraph.sql.transaction;

import java.util.List;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.row.Counters;

/// Lets a transaction's view of the catalog hear how the transaction ends, and forgets what was
/// counted up in containers that go with it.
///
/// Threads: that of the statement, one at a time.
final class CatalogFollower implements Follower {
    private final CatalogView view;
    private final Counters counters;
    private List<Integer> dropped = List.of();

    CatalogFollower(CatalogView view, Counters counters) {
        this.view = view;
        this.counters = counters;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CatalogFollower follower && follower.view == view;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(view);
    }

    @Override
    public int mark() {
        return view.mark();
    }

    @Override
    public void rollbackTo(int mark) {
        view.rollbackTo(mark);
    }

    @Override
    public void committing() {
        dropped = view.dropped();
        view.committing();
    }

    @Override
    public void committed() {
        view.committed();
        dropped.forEach(counters::forget);
    }

    @Override
    public void rolledBack() {
        view.rolledBack();
    }
}
