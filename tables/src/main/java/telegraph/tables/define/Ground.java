package telegraph.tables.define;

import java.util.List;
import telegraph.memory.Region;
import telegraph.store.Transaction;
import telegraph.tables.access.TableChanges;
import telegraph.tables.access.TransactionTables;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.Counters;
import telegraph.tables.row.StatementMoment;

/// What carrying out a definition needs of its session.
public interface Ground {
    /// The statement's transaction, open for changes.
    Transaction transaction();

    /// The catalog as the transaction sees it.
    CatalogView view();

    /// The tables as the transaction sees them.
    TransactionTables tables();

    /// Keeps all others from a table that is to be altered until the transaction ends.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if rows of it are still to be
    ///   checked
    default void claim(TableDefinition table) {
        tables().deferred().demandNone(table.name());
        view().claim(transaction(), table);
    }

    /// A way to change rows.
    TableChanges changes();

    /// What the tables count up.
    Counters counters();

    /// When and by whom the statement was asked.
    StatementMoment asked();

    /// Whether a query means something as things are.
    boolean isReadable(String query);

    /// The names of a view's columns, as it can be read now.
    List<String> columns(Entry.ViewEntry view);

    /// Takes the memory that the statement needs; the caller closes it.
    Region region();

    /// Tells the user something.
    void notice(String text);
}
