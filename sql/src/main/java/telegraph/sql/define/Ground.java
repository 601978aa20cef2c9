package telegraph.sql.define;

import telegraph.sql.catalog.CatalogView;
import telegraph.sql.catalog.Entry;
import telegraph.sql.table.Asked;
import telegraph.sql.table.Changes;
import telegraph.sql.table.Counters;
import telegraph.sql.table.Tables;
import telegraph.store.Transaction;

/// What carrying out a definition needs of its session.
public interface Ground {
    /// The statement's transaction, open for changes.
    Transaction transaction();

    /// The catalog as the transaction sees it.
    CatalogView view();

    /// The tables as the transaction sees them.
    Tables tables();

    /// A way to change rows.
    Changes changes();

    /// What the tables count up.
    Counters counters();

    /// When and by whom the statement was asked.
    Asked asked();

    /// Whether a view can be read as things are.
    boolean isReadable(Entry.ViewEntry view);

    /// Tells the user something.
    void notice(String text);
}
