package telegraph.tables.access;

import java.util.List;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.row.StoredTable;

/// The tables that a statement may have to look at beside its own, as its transaction sees them.
public interface TransactionTables {
    /// The table of a name, which is there.
    StoredTable table(TableName name);

    /// The tables that have a foreign key to one, itself too if it has.
    List<StoredTable> referring(TableName name);

    /// What is checked when the transaction ends.
    DeferredChecks deferred();

    /// Whether this transaction made the table, so that nobody else can know its containers.
    boolean isNew(TableName name);

    /// Whether this transaction made the place where a sequence is counted.
    boolean isNew(Sequence sequence);
}
