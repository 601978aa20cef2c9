package telegraph.tables.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.TableMode;
import telegraph.store.Transaction;

/// The catalog as one transaction sees and changes it, with the temporary tables of its session in
/// front of what all share.
///
/// Each change goes into the store at once, within the transaction, and makes a new snapshot, so
/// that a rollback to a savepoint goes back to an earlier one.
///
/// Threads: one at a time; [#snapshot] any.
public final class CatalogView {
    private final Catalog catalog;
    private final Temporaries temporaries;
    private final Layer shared;
    private final Layer own;
    private int mark;

    public CatalogView(Catalog catalog, Temporaries temporaries) {
        this.catalog = catalog;
        this.temporaries = temporaries;
        this.shared = new Layer(catalog.published());
        this.own = new Layer(temporaries.published());
    }

    /// What the transaction sees now: what is committed, or what it has made of that.
    public Snapshot snapshot() {
        return temporaries.over(shared.snapshot(), own.snapshot());
    }

    /// The session's temporary tables.
    public List<TableDefinition> temporary() {
        return own.snapshot().tables();
    }

    private Layer layer(TableName name) {
        return name.isTemporary() ? own : shared;
    }

    /// Whether the transaction made the table, so that nobody else can know its containers.
    public boolean isNew(TableDefinition table) {
        return layer(table.name()).isNew(table);
    }

    /// Whether the transaction made the place where a sequence is counted, so that nobody else can
    /// know it.
    public boolean isNew(Sequence sequence) {
        return layer(sequence.name()).isNew(sequence);
    }

    /// Whether the transaction made the container of a table's counters.
    public boolean isNewCounters(TableDefinition table) {
        return layer(table.name()).isNewCounters(table);
    }

    /// The sequences that the transaction counts up alone, and makes known with its commit.
    public List<Sequence> made() {
        return both(shared.made(), own.made());
    }

    /// The sequences that nobody counts up in their places when the transaction has committed.
    public List<Sequence> gone() {
        return both(shared.gone(), own.gone());
    }

    private static <T> List<T> both(Collection<T> some, Collection<T> more) {
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    /// Locks the definitions that all share for this transaction, and sees them as they are then.
    ///
    /// @param transaction the store's, open
    public void lock(Transaction transaction) {
        if (!shared.isLocked()) {
            // Reading the catalog for the first time would wait for the lock taken next.
            catalog.snapshot();
            Catalog.lock(transaction, Catalog.HEADER, Bytes.of(EntryCodec.FORMAT));
            shared.locked();
        }
    }

    /// Locks the session's own definitions.
    private void lockOwn(Transaction transaction) {
        if (!own.isLocked()) {
            catalog.snapshot(); // which takes away what has been left of them
            Entry schema = temporaries.entry();
            Catalog.lock(transaction, EntryCodec.key(schema.name()), EntryCodec.encode(schema));
            own.locked();
        }
    }

    /// Locks the definitions that these names are among, where they are in one schema or another;
    /// those of tables that are the session's own keep nobody from others.
    public void lock(Transaction transaction, Collection<TableName> names) {
        boolean all = names.isEmpty();
        for (TableName name : names) {
            all |= !snapshot().isTemporary(name);
        }
        if (all) {
            lock(transaction);
        } else {
            lockOwn(transaction);
        }
    }

    private Layer locked(Transaction transaction, TableName name) {
        if (name.isTemporary()) {
            lockOwn(transaction);
        } else {
            lock(transaction);
        }
        return layer(name);
    }

    /// The name of something that is made: a bare one is in `public`, or the session's own if it is
    /// to be temporary.
    ///
    /// @throws TelegraphException of kind INPUT if it is temporary and in a schema that is not, or
    ///   in one that another session might have
    public TableName made(TableName name, boolean temporary) {
        boolean own =
                name.schema().equalsIgnoreCase(TableName.OWN_TEMPORARY)
                        || name.schema().equalsIgnoreCase(temporaries.schema());
        if (temporary && !name.isBare() && !own) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "a temporary table is in no other schema: schema=\""
                            + name.schema()
                            + "\". Leave it out");
        }
        if (!own && name.isTemporary()) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_SCHEMA,
                    "unknown schema \"" + name.schema() + "\": that of the session is pg_temp");
        }
        if (own || temporary) {
            return name.in(temporaries.schema());
        }
        return name.isBare() ? name.in(creation()) : name;
    }

    private String creation() {
        return snapshot()
                .creation()
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.UNDEFINED_SCHEMA,
                                "no schema has been selected to create in: none of search_path is"
                                        + " there"));
    }

    /// As [#made], of something that is never temporary.
    ///
    /// @param kind what it is, for messages
    /// @throws TelegraphException of kind INPUT if it is in a schema of temporary tables
    public TableName lasting(TableName name, String kind) {
        TableName made = made(name, false);
        if (made.isTemporary()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "tables are temporary, and nothing else is: a temporary "
                            + kind
                            + " is not there: name=\""
                            + name.name()
                            + "\"");
        }
        return made;
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
        locked(transaction, entry.name());
        transaction.update(
                Store.FIRST_CONTAINER, EntryCodec.key(entry.name()), EntryCodec.encode(entry));
    }

    /// Keeps all others from defining a name anew until the transaction ends, and waits for the one
    /// who is at it. What is asked for first is granted first, so this ends however fast others
    /// define the name.
    public void hold(Transaction transaction, TableName name) {
        transaction.get(
                Store.FIRST_CONTAINER,
                EntryCodec.key(snapshot().resolved(name)),
                ReadMode.FOR_SHARE,
                new Bytes());
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
        Layer layer = locked(transaction, entry.name());
        if (layer == own && own.snapshot().size() == 0) {
            keep(transaction, temporaries.entry(), own);
        }
        keep(transaction, entry, layer);
    }

    private void keep(Transaction transaction, Entry entry, Layer layer) {
        Snapshot before = layer.snapshot();
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
        layer.changed(entry.name(), ++mark, before.with(entry));
    }

    /// Forgets an entry.
    ///
    /// @param name with its schema
    public void remove(Transaction transaction, TableName name) {
        Layer layer = locked(transaction, name);
        transaction.delete(Store.FIRST_CONTAINER, EntryCodec.key(name));
        layer.changed(name, ++mark, layer.snapshot().without(name));
    }

    /// Refuses a name that something has, or whose schema is not there.
    ///
    /// @param name with its schema
    /// @param replaced the kind that may be there, or empty for none
    /// @throws TelegraphException of kind INPUT
    public void requireFree(TableName name, String replaced) {
        Snapshot now = snapshot();
        if (!name.isTemporary()) {
            requireSchema(name.schema(), now);
        }
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

    /// @throws TelegraphException of kind INPUT if the schema is not there
    public void requireAnySchema(String schema) {
        if (!schema.equalsIgnoreCase(Snapshot.SYSTEM)) {
            requireSchema(schema);
        }
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

    /// A mark to roll back to.
    public int mark() {
        return mark;
    }

    /// Forgets the changes made since a mark; the store has undone them.
    public void rollbackTo(int before) {
        shared.rollbackTo(before);
        own.rollbackTo(before);
    }

    /// The containers of rows and counters that go with the commit.
    public List<Integer> dropped() {
        return both(shared.dropped(), own.dropped());
    }

    /// The containers of counters that go with the commit.
    public List<Integer> droppedCounters() {
        return both(shared.droppedCounters(), own.droppedCounters());
    }

    /// The store is about to commit; [#committed] or [#rolledBack] follows.
    public void committing() {
        shared.committing();
        own.committing();
    }

    /// The store has committed.
    public void committed() {
        shared.committed();
        own.committed();
        mark = 0;
    }

    /// The store has rolled back.
    public void rolledBack() {
        shared.rolledBack();
        own.rolledBack();
        mark = 0;
    }
}
