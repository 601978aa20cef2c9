package telegraph.tables.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Transfer;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.DeferredChecks;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.TableDefinition;

/// Carries out TRUNCATE: tables get new, empty containers, and the old ones go when the transaction
/// commits. That takes the same time whatever is in them.
///
/// Threads: one.
public final class TruncateRun {
    private TruncateRun() {}

    public static void run(
            Transfer.Truncate truncate,
            CatalogView view,
            Transaction transaction,
            DeferredChecks deferred) {
        Map<TableName, TableDefinition> all = new LinkedHashMap<>();
        for (TableName name : truncate.names()) {
            lock(view.table(name), view, transaction, all);
        }
        if (truncate.cascade()) {
            addReferring(view, transaction, all);
        }
        for (TableDefinition table : all.values()) {
            deferred.demandNone(table.name());
            demandNotReferred(table, view, all);
        }
        for (TableDefinition table : all.values()) {
            view.put(
                    transaction,
                    new Entry.TableEntry(emptied(table, truncate.restartIdentity(), transaction)));
            if (truncate.restartIdentity()) {
                for (Entry.SequenceEntry owned : view.snapshot().owned(table.name())) {
                    Sequence sequence = owned.sequence();
                    view.put(transaction, owned.with(sequence.moved(sequence.counting())));
                }
            }
        }
    }

    private static void lock(
            TableDefinition table,
            CatalogView view,
            Transaction transaction,
            Map<TableName, TableDefinition> to) {
        transaction.lock(table.container(), TableMode.X);
        TableDefinition now = view.table(table.name());
        if (now != table) {
            lock(now, view, transaction, to);
        } else {
            to.put(now.name().folded(), now);
        }
    }

    private static void addReferring(
            CatalogView view, Transaction transaction, Map<TableName, TableDefinition> all) {
        List<TableDefinition> fresh = new ArrayList<>(all.values());
        while (!fresh.isEmpty()) {
            TableDefinition table = fresh.removeLast();
            for (TableDefinition other : view.snapshot().referring(table.name())) {
                if (!all.containsKey(other.name().folded())) {
                    lock(other, view, transaction, all);
                    fresh.add(all.get(other.name().folded()));
                }
            }
        }
    }

    private static void demandNotReferred(
            TableDefinition table, CatalogView view, Map<TableName, TableDefinition> all) {
        for (TableDefinition other : view.snapshot().referring(table.name())) {
            if (!all.containsKey(other.name().folded())) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a table that others refer to is emptied together with them: table=\""
                                + table.name()
                                + "\" referring=\""
                                + other.name()
                                + "\". Name both, or write CASCADE");
            }
        }
    }

    /// Empties a temporary table, of which nobody else knows.
    public static void empty(TableDefinition table, CatalogView view, Transaction transaction) {
        view.put(transaction, new Entry.TableEntry(emptied(table, false, transaction)));
    }

    private static TableDefinition emptied(
            TableDefinition table, boolean restart, Transaction transaction) {
        List<TableDefinition.Index> indexes = new ArrayList<>();
        for (TableDefinition.Index index : table.indexes()) {
            indexes.add(index.in(replaced(index.container(), transaction)));
        }
        return new TableDefinition(
                table.name(),
                replaced(table.container(), transaction),
                table.counters(),
                table.columns(),
                table.slots(),
                table.primaryKey(),
                indexes,
                table.checks(),
                table.foreignKeys(),
                restart
                        ? table.numberings().stream()
                                .map(n -> n.at(table.sequence(n.column()).moved(n.counting())))
                                .toList()
                        : table.numberings(),
                table.materialized(),
                table.comments(),
                table.onCommit());
    }

    private static int replaced(int container, Transaction transaction) {
        transaction.drop(container);
        return transaction.create();
    }
}
