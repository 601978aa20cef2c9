package telegraph.sql.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.language.ast.TableName;
import telegraph.memory.MemoryManager;
import telegraph.sql.Telegraph;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.StoreOptions;
import telegraph.store.Stores;
import telegraph.store.Transaction;
import telegraph.tables.catalog.Catalog;
import telegraph.tables.catalog.TableDefinition;
import telegraph.testkit.Leaks;

/// CHECK TABLE tells what is wrong between a table and its indexes, whichever of them was changed
/// past the other.
class CheckTableTest {
    /// The unique index of the table, on `b`; the other is on `c`.
    private static final int UNIQUE = 0;

    private static final int PLAIN = 1;

    @TempDir Path folder;

    /// A change by the store alone.
    private interface Damage {
        void to(Transaction transaction, int container, List<Entry> entries);
    }

    private record Entry(Bytes key, Bytes value) {}

    /// What is found after the damage of an index, or of the table if `index` is -1.
    private List<String> found(int index, Damage damage) {
        Path sandbox = folder.resolve("sandbox");
        try (Telegraph telegraph = Clerk.open(sandbox);
                Conversation with = Conversation.with(telegraph)) {
            with.ask("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER UNIQUE, c TEXT)");
            with.ask("CREATE INDEX by_c ON t (c)");
            with.ask("INSERT INTO t VALUES (1, 10, 'x'), (2, 20, 'x'), (3, NULL, NULL)");
            assertEquals(List.of(), with.ask("CHECK TABLE t"));
        }
        damage(sandbox, index, damage);
        try (Telegraph telegraph = Clerk.open(sandbox);
                Conversation with = Conversation.with(telegraph)) {
            List<String> found = with.ask("CHECK TABLE t");
            assertTrue(!found.isEmpty(), "it is found");
            return found;
        }
    }

    private static void damage(Path sandbox, int index, Damage damage) {
        MemoryManager memory = new MemoryManager(128 << 20);
        StoreOptions options = StoreOptions.DEFAULT.withCacheBytes(2 << 20);
        Path directory = sandbox.resolve("store");
        try (Store store = Stores.open(directory, options, Disk.FILES, memory, System::nanoTime);
                Transaction transaction = store.transaction()) {
            TableDefinition table =
                    new Catalog(() -> store, () -> true, Disk.FILES, sandbox, 100)
                            .snapshot()
                            .table(TableName.of("t"))
                            .orElseThrow();
            int container = index < 0 ? table.container() : table.indexes().get(index).container();
            transaction.begin(Isolation.READ_COMMITTED);
            List<Entry> entries = new ArrayList<>();
            try (Cursor cursor = transaction.cursor(container, ReadMode.PLAIN)) {
                while (cursor.next()) {
                    Bytes key = new Bytes();
                    key.append(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                    Bytes value = new Bytes();
                    value.append(cursor.array(), cursor.valueOffset(), cursor.valueLength());
                    entries.add(new Entry(key, value));
                }
            }
            assertEquals(3, entries.size());
            damage.to(transaction, container, entries);
            transaction.commit();
        }
        Leaks.none("bytes", memory::used);
    }

    private static void demand(String expected, List<String> found) {
        assertTrue(
                found.stream().anyMatch(line -> line.contains(expected)),
                () -> "expected=" + expected + " found=" + found);
    }

    @Test
    void aRowWithoutAnEntryIsFound() {
        demand(
                "a row has an entry in each index: table=t index=by_c row=1",
                found(PLAIN, (t, c, entries) -> t.delete(c, entries.getFirst().key)));
    }

    @Test
    void aRowWithoutAnEntryInAUniqueIndexIsFound() {
        demand(
                "a row has an entry in each index: table=t index=t_b_key row=1",
                found(UNIQUE, (t, c, entries) -> t.delete(c, entries.getFirst().key)));
    }

    @Test
    void anEntryWithoutARowIsFound() {
        demand(
                "an entry leads to a row: table=t index=by_c",
                found(-1, (t, c, entries) -> t.delete(c, entries.getFirst().key)));
    }

    /// Its key has other values than the row it leads to, which has an entry of its own too.
    @Test
    void aSecondEntryOfARowIsFound() {
        demand(
                "an entry has the values of its row: table=t index=t_b_key row=1",
                found(
                        UNIQUE,
                        (t, c, entries) -> {
                            Bytes key = new Bytes();
                            Bytes own = entries.getFirst().key;
                            key.append(own.array(), 0, own.length());
                            key.array()[own.length() - 1]++;
                            t.insert(c, key, entries.getFirst().value);
                        }));
    }

    @Test
    void anEntryOfAUniqueIndexThatLeadsToAnotherRowIsFound() {
        demand(
                "index=t_b_key row=1",
                found(
                        UNIQUE,
                        (t, c, entries) ->
                                t.update(c, entries.getFirst().key, entries.get(1).value)));
    }

    @Test
    void aRowUnderTheKeyOfAnotherIsFound() {
        demand(
                "a row lies under its primary key: table=t",
                found(
                        -1,
                        (t, c, entries) ->
                                t.update(c, entries.getFirst().key, entries.get(1).value)));
    }

    @Test
    void anEntryThatIsNoneIsFound() {
        for (int index : new int[] {UNIQUE, PLAIN}) {
            Path one = folder;
            folder = one.resolve("index" + index);
            demand(
                    "table=t index=" + (index == UNIQUE ? "t_b_key" : "by_c"),
                    found(index, (t, c, _) -> t.insert(c, Bytes.of((byte) 7), new Bytes())));
            folder = one;
        }
    }
}
