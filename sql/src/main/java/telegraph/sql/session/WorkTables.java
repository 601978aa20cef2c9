package telegraph.sql.session;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import telegraph.engine.Column;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.sql.listing.CatalogTables;
import telegraph.sql.listing.ListedRows;
import telegraph.sql.listing.SystemTables;
import telegraph.sql.transaction.SessionTables;
import telegraph.sql.transaction.TransactionWork;
import telegraph.store.ReadMode;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.access.TableSource;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.TableDefinition;

/// What one query reads: the tables of the catalog as its transaction sees them at one moment, and
/// the system's.
///
/// Threads: that of the statement.
final class WorkTables {
    private static final Schema COUNTED =
            new Schema(
                    List.of(
                            new Column("last_value", Type.BIGINT),
                            new Column("log_cnt", Type.BIGINT),
                            new Column("is_called", Type.BOOLEAN)));

    private final SessionCatalog catalog;
    private final TransactionWork work;
    private final SessionTables tables;
    private Snapshot snapshot;

    WorkTables(SessionCatalog catalog) {
        this.catalog = catalog;
        this.work = catalog.work();
        this.tables = work.tables();
    }

    /// The catalog as it is when this is first asked for, the same each time.
    Snapshot snapshot() {
        if (snapshot == null) {
            snapshot = work.view().snapshot();
        }
        return snapshot;
    }

    /// The table of the snapshot, with a lock that keeps its definition until the transaction ends.
    ///
    /// @throws SnapshotPlanner.Outdated if it is not defined so any more
    Source table(TableDefinition definition) {
        if (definition.materialized().filter(query -> !query.populated()).isPresent()) {
            throw TelegraphException.of(
                    SqlState.NOT_IN_PREREQUISITE_STATE,
                    "materialized view \""
                            + definition.name()
                            + "\" has not been populated. Use the REFRESH MATERIALIZED VIEW"
                            + " command");
        }
        Transaction transaction = work.transaction();
        transaction.lock(definition.container(), TableMode.IS);
        Optional<TableDefinition> now = work.view().snapshot().table(definition.name());
        if (now.filter(as -> as == definition).isEmpty()) {
            // The lock keeps one that has the rows in the same place. To wait for its name, too,
            // would be to wait for one who has the name and waits for this lock.
            boolean isKept = now.filter(as -> as.container() == definition.container()).isPresent();
            throw new SnapshotPlanner.Outdated(definition.name(), isKept);
        }
        return new TableSource(
                tables.table(definition.name()),
                catalog.sandbox().store().get(),
                transaction,
                ReadMode.PLAIN);
    }

    /// What samples without a seed are drawn by.
    RandomGenerator chance() {
        return catalog.sandbox().world().chance();
    }

    /// A sequence as a table of one row: how far it has counted.
    Source sequence(Sequence sequence) {
        StatementSequences counting = new StatementSequences(catalog);
        Sequence held = counting.held(sequence.name());
        return new ListedRows(
                held.name().toString(), COUNTED, () -> List.<Object[]>of(counting.row(held)));
    }

    /// The system's tables.
    SystemTables system() {
        return new SystemTables(catalog.sandbox().store(), catalog.settings(), snapshot());
    }

    /// What PostgreSQL's tools know the catalog by.
    CatalogTables catalog() {
        return new CatalogTables(() -> catalog.surroundings(snapshot(), "", () -> false));
    }
}
