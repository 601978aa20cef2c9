package telegraph.sql.transaction;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import telegraph.language.ast.TableName;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.DeferredChecks;
import telegraph.tables.access.TransactionTables;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.StoredTable;

/// The tables that the statements of one transaction change or look at meanwhile, as it sees them.
/// What was compiled for a table is kept for the next transaction, if its definition is the same.
///
/// Threads: the statement's own.
public final class SessionTables implements TransactionTables {
    private static final int KNOWN_MAX = 1_000;

    private final CatalogView view;
    private final Map<Integer, StoredTable> known = new HashMap<>();

    /// Who refers to whom in [#seen], as far as it was asked.
    private final Map<TableName, List<StoredTable>> referring = new HashMap<>();

    private final DeferredChecks deferred = new DeferredChecks();

    private Snapshot seen;

    SessionTables(CatalogView view) {
        this.view = view;
    }

    /// The table of a name, with a lock of it that lasts as long as the transaction: nobody changes
    /// its definition meanwhile.
    public StoredTable locked(TableName name, TableMode mode, Transaction transaction) {
        while (true) {
            TableDefinition definition = view.table(name);
            transaction.lock(definition.container(), mode);
            if (view.table(name) == definition) {
                return stored(definition);
            }
        }
    }

    /// As [#locked], but false if the lock is not to be had at once.
    public boolean tryLock(TableName name, TableMode mode, Transaction transaction) {
        while (true) {
            TableDefinition definition = view.table(name);
            if (!transaction.tryLock(definition.container(), mode)) {
                return false;
            }
            if (view.table(name) == definition) {
                return true;
            }
        }
    }

    @Override
    public StoredTable table(TableName name) {
        return stored(view.relation(name));
    }

    private StoredTable stored(TableDefinition definition) {
        StoredTable there = known.get(definition.container());
        if (there == null || there.definition() != definition) {
            if (known.size() == KNOWN_MAX) {
                known.clear(); // most are dropped tables by then
            }
            there = new StoredTable(definition);
            known.put(definition.container(), there);
        }
        return there;
    }

    @Override
    public List<StoredTable> referring(TableName name) {
        Snapshot now = view.snapshot();
        if (now != seen) {
            referring.clear();
            seen = now;
        }
        return referring.computeIfAbsent(
                name.folded(), _ -> now.referring(name).stream().map(this::stored).toList());
    }

    @Override
    public DeferredChecks deferred() {
        return deferred;
    }

    @Override
    public boolean isNew(TableName name) {
        return view.isNew(view.relation(name));
    }

    @Override
    public boolean isNew(Sequence sequence) {
        return view.isNew(sequence);
    }
}
