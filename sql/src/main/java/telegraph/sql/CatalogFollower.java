package telegraph.sql;

import telegraph.sql.catalog.CatalogView;

/// Lets a transaction's view of the catalog hear how the transaction ends.
///
/// Threads: that of the statement, one at a time.
record CatalogFollower(CatalogView view) implements Follower {
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
        view.committing();
    }

    @Override
    public void committed() {
        view.committed();
    }

    @Override
    public void rolledBack() {
        view.rolledBack();
    }
}
