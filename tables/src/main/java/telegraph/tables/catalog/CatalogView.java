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

    /// Whether the transaction made the place where a sequence is counted, so that nobody else can
    /// know it.
    public boolean isNew(Sequence sequence) {
        return own != null
                && base.sequence(sequence.name()).stream().noneMatch(sequence::isAt)
                && sequences(base).stream().noneMatch(sequence::isAt);
    }

    /// Whether the transaction made the container of a table's counters.
    public boolean isNewCounters(TableDefinition table) {
        return own != null
                && base.table(table.name()).stream()
                        .noneMatch(t -> t.counters() == table.counters())
                && !counters(base).contains(table.counters());
    }

    /// The sequences that the transaction counts up alone, and makes known with its commit.
    public List<Sequence> made() {
        return own == null ? List.of() : without(sequences(own), sequences(base));
    }

    /// The sequences that nobody counts up in their places when the transaction has committed.
    public List<Sequence> gone() {
        return own == null ? List.of() : without(sequences(base), sequences(own));
    }

    private static List<Sequence> without(List<Sequence> all, List<Sequence> others) {
        return all.stream().filter(one -> others.stream().noneMatch(one::isAt)).toList();
    }

    /// Those that a snapshot has under the names that the transaction changed.
    private List<Sequence> sequences(Snapshot snapshot) {
        List<Sequence> sequences = new ArrayList<>();
        Set<TableName> seen = new LinkedHashSet<>();
        for (Change change : changes) {
            Optional<Entry> entry =
                    seen.add(change.name().folded())
                            ? snapshot.find(change.name())
                            : Optional.empty();
            if (entry.isPresent() && entry.get() instanceof Entry.SequenceEntry one) {
                sequences.add(one.sequence());
            } else if (entry.isPresent() && entry.get() instanceof Entry.TableEntry table) {
                sequences.addAll(table.definition().sequences());
            }
        }
        return sequences;
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
        claim(transaction, new Entry.TableEntry(table));
        transaction.lock(table.container(), TableMode.X);
    }

    /// Keeps all others from a name until the transaction ends, after those who hold it.
    ///
    /// @param entry as [#snapshot] shows it
    public void claim(Transaction transaction, Entry entry) {
        lock(transaction);
        transaction.update(
                Store.FIRST_CONTAINER, EntryCodec.key(entry.name()), EntryCodec.encode(entry));
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
        if (now.numbered(name).isPresent()) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_TABLE,
                    "there is a sequence \""
                            + name
                            + "\" of table \""
                            + now.numbered(name).get().name()
                            + "\"");
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
        if (there instanceof Entry.TypeEntry) {
            return TelegraphException.of(
                    SqlState.DUPLICATE_OBJECT, "type \"" + there.name() + "\" already exists");
        }
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
    /// @param kind `table`, `view`, `source` or `sequence`
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
        if (!found.get().kind().equals(kind)) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "\"%s\" is a %s, and this needs a %s"
                            .formatted(found.get().name(), found.get().kind(), kind));
        }
        return found.get();
    }

    /// The table or materialized view of that name.
    ///
    /// @throws TelegraphException of kind INPUT if there is none, with the nearest name
    public TableDefinition relation(TableName name) {
        return snapshot().table(name).orElseGet(() -> table(name));
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
        sequences(snapshot).forEach(sequence -> containers.add(sequence.container()));
        return containers;
    }

    private static List<Integer> containers(TableDefinition table) {
        return List.of(table.container(), table.counters());
    }

    /// The containers of counters that go with the commit.
    public List<Integer> droppedCounters() {
        if (own == null) {
            return List.of();
        }
        Set<Integer> dropped = counters(base);
        dropped.removeAll(counters(own));
        return List.copyOf(dropped);
    }

    private Set<Integer> counters(Snapshot snapshot) {
        Set<Integer> counters = new LinkedHashSet<>();
        for (Change change : changes) {
            snapshot.table(change.name()).ifPresent(t -> counters.add(t.counters()));
        }
        sequences(snapshot).forEach(sequence -> counters.add(sequence.container()));
        counters.remove(0);
        return counters;
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
