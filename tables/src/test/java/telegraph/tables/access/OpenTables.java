package telegraph.tables.access;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import java.util.function.Function;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.memory.MemoryManager;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;
import telegraph.tables.row.Counters;
import telegraph.tables.row.StatementMoment;
import telegraph.tables.row.StoredTable;

/// A store in memory with a table or some, and a transaction that reads them.
///
/// Threads: one; the sources any.
public final class OpenTables implements AutoCloseable {
    private static final long CACHE_BYTES = 64 << 20;
    static final StatementMoment NOW =
            new StatementMoment(
                    Instant.parse("2026-05-01T12:00:00Z"), TimeZone.getTimeZone("UTC"), "me");

    private final MemoryManager memory = new MemoryManager(256 << 20);
    private final Store store;
    private final Counters counters;
    private final Transaction transaction;

    public OpenTables() {
        store =
                Stores.open(
                        Path.of("store"),
                        StoreOptions.DEFAULT.withCacheBytes(CACHE_BYTES),
                        Disk.inMemory(),
                        memory,
                        System::nanoTime);
        counters = new Counters(store);
        transaction = store.transaction();
        transaction.begin(Isolation.READ_COMMITTED);
    }

    public Store store() {
        return store;
    }

    public Transaction transaction() {
        return transaction;
    }

    /// Makes a table with rows, and commits.
    public StoredTable table(
            String name, Function<TableBuilder, TableBuilder> columns, List<Object[]> rows) {
        StoredTable table = columns.apply(new TableBuilder(name, transaction)).build();
        TableChanges changes = changes(table);
        rows.forEach(row -> changes.insert(table, row.clone()));
        changes.end();
        transaction.commit();
        transaction.begin(Isolation.READ_COMMITTED);
        return table;
    }

    /// A statement's changes of these tables.
    public TableChanges changes(StoredTable... tables) {
        return changes(transaction, List.of(tables));
    }

    /// As [#changes], in a transaction that keeps with the tables what is checked at its end.
    TableChanges changes(Transaction other, FixedTables tables) {
        return new TableChanges(other, tables, counters, NOW);
    }

    /// A statement's changes of these tables in some transaction.
    public TableChanges changes(Transaction other, List<StoredTable> tables) {
        return changes(other, new FixedTables(tables));
    }

    public TableSource source(StoredTable table) {
        return new TableSource(table, store, transaction, ReadMode.PLAIN);
    }

    /// Closes all, and demands that nothing is held.
    @Override
    public void close() {
        transaction.close();
        counters.close();
        store.close();
        if (memory.used() != 0) {
            throw new AssertionError("a closed store holds nothing: bytes=" + memory.used());
        }
        memory.close();
    }
}
