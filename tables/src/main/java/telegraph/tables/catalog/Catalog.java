package telegraph.tables.catalog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import telegraph.ground.Disk;
import telegraph.ground.Isolation;
import telegraph.ground.TelegraphException;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.Transaction;

/// The tables, sources, views and schemas of a sandbox, under names that differ in more than case.
///
/// They are kept in the store's first container ([EntryCodec] says how) and in memory, as
/// [Snapshot]s that never change. A transaction sees them by a [CatalogView] of its own, and
/// changes them there; others see the changes when it has committed.
///
/// Invariant: one transaction at a time changes definitions: each first locks the key [#HEADER].
/// [Published] says what others see of it. Temporary tables are their session's own
/// ([Temporaries]); those that a session left behind when the process died go when the catalog is
/// read.
///
/// The store is opened when it is first needed; a sandbox without one has an empty catalog.
///
/// Threads: any. Readers of [#snapshot] never wait.
public final class Catalog {
    /// The key that says of what format the catalog is, and that is locked by who changes it.
    static final Bytes HEADER = Bytes.of((byte) 0);

    private final Supplier<Store> store;
    private final BooleanSupplier exists;
    private final CatalogFile file;
    private final int entriesMax;
    private final Published published = new Published(this::load);

    /// @param store opens the store when it is first called
    /// @param exists whether there is a store already
    /// @param disk where the sandbox is
    /// @param directory the sandbox, which may hold the file of an older catalog
    /// @param entriesMax the most entries
    public Catalog(
            Supplier<Store> store,
            BooleanSupplier exists,
            Disk disk,
            Path directory,
            int entriesMax) {
        this.store = store;
        this.exists = exists;
        this.file = new CatalogFile(disk, directory);
        this.entriesMax = entriesMax;
    }

    /// What is committed.
    ///
    /// @throws TelegraphException of kind CORRUPT if the catalog is damaged or of a later version;
    ///   it is left as it is
    public Snapshot snapshot() {
        return published.snapshot();
    }

    Published published() {
        return published;
    }

    /// Changes whenever definitions do, before anybody can rely on old ones; odd while a commit is
    /// under way.
    public long version() {
        return published.version();
    }

    private Snapshot load() {
        if (file.exists()) {
            takeOver();
        }
        return exists.getAsBoolean() ? read() : Snapshot.EMPTY;
    }

    private Snapshot read() {
        try (Transaction transaction = store.get().transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            List<Entry> entries = read(transaction);
            entries.stream()
                    .filter(entry -> entry.name().isTemporary())
                    .forEach(left -> drop(left, transaction));
            transaction.commit();
            return Snapshot.of(
                    entries.stream().filter(entry -> !entry.name().isTemporary()).toList());
        }
    }

    private static List<Entry> read(Transaction transaction) {
        List<Entry> entries = new ArrayList<>();
        try (Cursor cursor = transaction.cursor(Store.FIRST_CONTAINER, ReadMode.PLAIN)) {
            while (cursor.next()) {
                byte[] key = copy(cursor.array(), cursor.keyOffset(), cursor.keyLength());
                byte[] value = copy(cursor.array(), cursor.valueOffset(), cursor.valueLength());
                String name = name(key);
                if (Bytes.of(key).compareTo(HEADER) != 0) {
                    entries.add(EntryCodec.decode(value, name));
                } else if (value.length == 0 || value[0] > EntryCodec.FORMAT) {
                    throw TelegraphException.corrupt(
                            "the catalog was written by a later version of Telegraph: format="
                                    + (value.length == 0 ? "none" : value[0])
                                    + " known="
                                    + EntryCodec.FORMAT
                                    + ". Nothing was changed; use that version, or another"
                                    + " sandbox");
                }
            }
        }
        return entries;
    }

    /// Drops an entry and where its rows are and what it counts.
    static void drop(Entry entry, Transaction transaction) {
        switch (entry) {
            case Entry.TableEntry table -> {
                TableDefinition definition = table.definition();
                transaction.drop(definition.container());
                if (definition.counters() != 0) {
                    transaction.drop(definition.counters());
                }
                definition.indexes().forEach(index -> transaction.drop(index.container()));
            }
            case Entry.SequenceEntry sequence -> transaction.drop(sequence.sequence().container());
            case Entry.SourceEntry _,
                    Entry.ViewEntry _,
                    Entry.TypeEntry _,
                    Entry.SchemaEntry _ -> {}
        }
        transaction.delete(Store.FIRST_CONTAINER, EntryCodec.key(entry.name()));
    }

    private static byte[] copy(byte[] array, int offset, int length) {
        return java.util.Arrays.copyOfRange(array, offset, offset + length);
    }

    private static String name(byte[] key) {
        return new String(key, java.nio.charset.StandardCharsets.UTF_8).replace('\0', '.');
    }

    /// Puts the entries of an older catalog's file into the store, in one transaction, and gives
    /// the file another name. A crash between the two leaves the file, whose entries are then
    /// there.
    private void takeOver() {
        List<Entry> entries = file.read();
        try (Transaction transaction = store.get().transaction()) {
            transaction.begin(Isolation.READ_COMMITTED);
            lock(transaction, HEADER, Bytes.of(EntryCodec.FORMAT));
            for (Entry entry : entries) {
                transaction.insert(
                        Store.FIRST_CONTAINER,
                        EntryCodec.key(entry.name()),
                        EntryCodec.encode(entry));
            }
            transaction.commit();
        }
        file.taken();
    }

    /// Keeps all others from what a key stands for until the transaction ends.
    static void lock(Transaction transaction, Bytes key, Bytes value) {
        while (!transaction.update(Store.FIRST_CONTAINER, key, value)
                && !transaction.insert(Store.FIRST_CONTAINER, key, value)) {
            // Another one inserted it between the two, so the next update finds it.
            Thread.onSpinWait();
        }
    }

    int entriesMax() {
        return entriesMax;
    }
}
