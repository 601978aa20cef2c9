package telegraph.sql.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.memory.MemoryManager;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;
import telegraph.tables.catalog.Catalog;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.SearchPath;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.catalog.Temporaries;
import telegraph.tables.row.StoredTable;

/// What is kept of a table from statement to statement, and how much.
class SessionTablesTest {
    private static final int KNOWN_MAX = 1_000;

    @TempDir Path sandbox;

    @Test
    void whatWasCompiledIsKeptForAThousandTables() {
        MemoryManager memory = new MemoryManager(64L << 20);
        try (Store store =
                        Stores.open(
                                Path.of("/tables"),
                                StoreOptions.DEFAULT.withCacheBytes(4L << 20),
                                Disk.inMemory(),
                                memory,
                                System::nanoTime);
                Transaction transaction = store.transaction()) {
            CatalogView view =
                    new CatalogView(
                            new Catalog(
                                    () -> store, () -> true, Disk.FILES, sandbox, 2 * KNOWN_MAX),
                            new Temporaries(1, () -> SearchPath.of(SearchPath.INITIAL)));
            transaction.begin(Isolation.READ_COMMITTED);
            for (int i = 0; i <= KNOWN_MAX; i++) {
                view.put(transaction, new Entry.TableEntry(table(i)));
            }
            SessionTables tables = new SessionTables(view);
            StoredTable first = tables.table(name(0));
            for (int i = 1; i < KNOWN_MAX; i++) {
                tables.table(name(i));
            }
            assertSame(first, tables.table(name(0)));
            tables.table(name(KNOWN_MAX));
            assertNotSame(first, tables.table(name(0)));
            transaction.rollback();
            view.rolledBack();
        }
        assertEquals(0, memory.used());
    }

    private static TableName name(int number) {
        return new TableName(TableName.PUBLIC, "t" + number);
    }

    private static TableDefinition table(int number) {
        SqlType type = SqlType.of(SqlType.Name.INTEGER);
        return new TableDefinition(
                name(number),
                100 + number,
                0,
                List.of(
                        new StoredColumn(
                                0,
                                "a",
                                type,
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                Identity.NONE,
                                Optional.empty())),
                List.of(type),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
