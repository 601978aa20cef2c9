package telegraph.tables.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.TableMode;
import telegraph.store.Transaction;

/// The catalog as one transaction sees and changes it.
///
/// Each change goes into the store at once, within the transaction, and makes a new snapshot, so
/// that a rollback to a savepoint goes back to an earlier one.
///
/// Threads: one at a time; [#snapshot] any.
public final class CatalogView {
    private final Catalog catalog;
    private final List<Change> changes = new ArrayList<>();
    private volatile Snapshot own;
    private Snapshot base;
    private boolean publishing;

    /// @param name whose entry was put or removed
    /// @param after what the transaction sees since then
    private record Change(TableName name, Snapshot after) {}

    public CatalogView(Catalog catalog) {
        this.catalog = catalog;
    }

    /// What the transaction sees now: what is committed, or what it has made of that.
    public Snapshot snapshot() {
        Snapshot mine = own;
        return mine != null ? mine : catalog.settled();
    }

    /// Whether the transaction made the table, so that nobody else can know its containers.
    public boolean isNew(TableDefinition table) {
        if (own == null) {
            return false;
        }
        Set<Integer> before = containers(base);
        base.table(table.name()).ifPresent(there -> before.addAll(containers(there)));
        return !before.contains(table.container());
    }

    /// Locks the definitions for this transaction, and sees them as they are then.
    ///
    /// @param transaction the store's, open
    public Snapshot lock(Transaction transaction) {
        if (own == null) {
            // Reading the catalog for the first time would wait for the lock taken next.
            catalog.snapshot();
            Catalog.lock(transaction);
            base = catalog.settled();
            own = base;
        }
        return own;
    }

    /// Keeps all others from a table until the transaction ends: from its name, then from its rows.
    ///
    /// @param table as [#snapshot] shows it
    public void claim(Transaction transaction, TableDefinition table) {
        lock(transaction);
        transaction.update(
                Store.FIRST_CONTAINER,
                EntryCodec.key(table.name()),
                EntryCodec.encode(new Entry.TableEntry(table)));
        transaction.lock(table.container(), TableMode.X);
    }

    /// Keeps all others from defining a name anew until the transaction ends, and waits for the one
    /// who is at it. What is asked for first is granted first, so this ends however fast others
    /// define the name.
    public void hold(Transaction transaction, TableName name) {
        transaction.get(
                Store.FIRST_CONTAINER, EntryCodec.key(name), ReadMode.FOR_SHARE, new Bytes());
    }

    /// Refuses an entry that [#put] would not keep.
    ///
    /// @throws TelegraphException of kind INPUT if it holds a secret in clear
    public void requireHarmless(Entry entry) {
        ClearSecrets.refuse(entry);
    }

    /// Keeps an entry, in the place of one of that name if there is one.
    ///
    /// @throws TelegraphException of kind INPUT if it holds a secret in clear
    public void put(Transaction transaction, Entry entry) {
        ClearSecrets.refuse(entry);
        Snapshot before = lock(transaction);
        boolean known = before.find(entry.name()).isPresent();
        if (!known && before.size() >= catalog.entriesMax()) {
            throw TelegraphException.resource(
                    "a catalog holds a limited number of entries: limit="
                            + catalog.entriesMax()
                            + ". Drop some first, or raise catalog_limit");
        }
        Bytes key = EntryCodec.key(entry.name());
        Bytes value = EntryCodec.encode(entry);
        if (!transaction.update(Store.FIRST_CONTAINER, key, value)) {
            transaction.insert(Store.FIRST_CONTAINER, key, value);
        }
        changed(entry.name(), before.with(entry));
    }

    /// Forgets an entry.
    public void remove(Transaction transaction, TableName name) {
        Snapshot before = lock(transaction);
        transaction.delete(Store.FIRST_CONTAINER, EntryCodec.key(name));
        changed(name, before.without(name));
    }

    private void changed(TableName name, Snapshot after) {
        changes.add(new Change(name, after));
        own = after;
    }

    /// Refuses a name that something has, or whose schema is not there.
    ///
    /// @param replaced the kind that may be there, or empty for none
    /// @throws TelegraphException of kind INPUT
    public void requireFree(TableName name, String replaced) {
        Snapshot now = snapshot();
        requireSchema(name.schema(), now);
        Optional<Entry> there = now.find(name);
        if (there.isPresent() && !there.get().kind().equals(replaced)) {
            throw taken(there.get());
        }
        now.indexed(name)
                .ifPresent(table -> {
                    throw TelegraphException.of(
                            SqlState.DUPLICATE_TABLE,
                            "there is an index \"" + name + "\" of table \"" + table.name() + "\"");
                });
    }

    private static TelegraphException taken(Entry there) {
        String kind = there.kind();
        return TelegraphException.of(
                SqlState.DUPLICATE_TABLE,
                "there is a "
                        + kind
                        + " \""
                        + there.name()
                        + "\" already. DROP "
                        + kind.toUpperCase(Locale.ROOT)
                        + " "
                        + there.name().quoted()
                        + " first, or take another name");
    }

    /// @throws TelegraphException of kind INPUT if the schema is not there, or is the system's
    public void requireSchema(String schema) {
        requireSchema(schema, snapshot());
    }

    private static void requireSchema(String schema, Snapshot now) {
        if (schema.equalsIgnoreCase(Snapshot.SYSTEM)) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "the tables of schema \"" + Snapshot.SYSTEM + "\" are the system's");
        }
        if (!now.hasSchema(schema)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_SCHEMA,
                    "unknown schema \"" + schema + "\"" + Nearest.hint(schema, now.schemas()));
        }
    }

    /// The entry of that name and kind.
    ///
    /// @param kind `table`, `view` or `source`
    /// @throws TelegraphException of kind INPUT if there is none, with the nearest name
    public Entry require(TableName name, String kind) {
        Snapshot now = snapshot();
        Optional<Entry> found = now.find(name);
        if (found.isEmpty()) {
            List<String> names =
                    now.entries().stream()
                            .filter(entry -> entry.kind().equals(kind))
                            .map(entry -> entry.name().toString())
                            .toList();
            throw TelegraphException.of(
                    SqlState.UNDEFINED_TABLE,
                    "unknown " + kind + " \"" + name + "\"" + Nearest.hint(name.toString(), names));
        }
        String there = found.get().kind();
        if (!there.equals(kind)) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "\""
                            + found.get().name()
                            + "\" is a "
                            + there
                            + (kind.equals("table")
                                    ? ", and this needs a table"
                                    : ". Use DROP " + there.toUpperCase(Locale.ROOT)));
        }
        return found.get();
    }

    /// The table of that name.
    ///
    /// @throws TelegraphException of kind INPUT if there is none, with the nearest name
    public TableDefinition table(TableName name) {
        if (require(name, "table") instanceof Entry.TableEntry table) {
            return table.definition();
        }
        throw new IllegalStateException("an entry of another kind: " + name);
    }

    /// How many changes the transaction has made; a mark to roll back to.
    public int mark() {
        return changes.size();
    }

    /// Forgets the changes made since a mark; the store has undone them.
    public void rollbackTo(int mark) {
        if (mark < changes.size()) {
            changes.subList(mark, changes.size()).clear();
            own = changes.isEmpty() ? base : changes.getLast().after();
        }
    }

    /// The containers of rows and counters that go with the commit.
    public List<Integer> dropped() {
        if (own == null) {
            return List.of();
        }
        Set<Integer> dropped = containers(base);
        dropped.removeAll(containers(own));
        return List.copyOf(dropped);
    }

    /// Those of the tables that a snapshot has under the names that the transaction changed.
    private Set<Integer> containers(Snapshot snapshot) {
        Set<Integer> containers = new LinkedHashSet<>();
        for (Change change : changes) {
            snapshot.table(change.name()).ifPresent(t -> containers.addAll(containers(t)));
        }
        return containers;
    }

    private static List<Integer> containers(TableDefinition table) {
        return List.of(table.container(), table.counters());
    }

    /// The store is about to commit; [#committed] or [#rolledBack] follows.
    public void committing() {
        if (!changes.isEmpty()) {
            catalog.publishing();
            publishing = true;
        }
    }

    /// The store has committed.
    public void committed() {
        if (publishing) {
            publishing = false;
            catalog.published(own);
        }
        forget();
    }

    /// The store has rolled back.
    public void rolledBack() {
        if (publishing) {
            publishing = false;
            catalog.unpublished();
        }
        forget();
    }

    private void forget() {
        changes.clear();
        own = null;
        base = null;
    }
}
