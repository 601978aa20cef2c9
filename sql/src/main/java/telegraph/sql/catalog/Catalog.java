package telegraph.sql.catalog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import telegraph.memory.TelegraphException;
import telegraph.sql.statement.Nearest;
import telegraph.sql.statement.Statements;

/// The sources and views of a sandbox, under names that differ in more than case.
///
/// Invariants:
///
/// 1. What [#find] and [#entries] show is on disk.
/// 2. No entry holds a secret in clear.
/// 3. Every entry is what its [#createStatement] creates.
///
/// Threads: any. Readers see the whole of a change or nothing of it, and never wait for the disk.
public final class Catalog {
    /// The most entries; each change writes all of them.
    static final int ENTRIES_MAX = 10_000;

    private final CatalogFile file;
    private final int entriesMax;
    private volatile TreeMap<String, Entry> entries;

    private Catalog(CatalogFile file, int entriesMax, TreeMap<String, Entry> entries) {
        this.file = file;
        this.entriesMax = entriesMax;
        this.entries = entries;
    }

    /// The catalog of a sandbox; empty if there is none yet.
    ///
    /// @throws TelegraphException of kind CORRUPT if the file is damaged or of a later version; it
    ///   is left as it is
    public static Catalog open(Path directory) {
        return open(directory, ENTRIES_MAX);
    }

    static Catalog open(Path directory, int entriesMax) {
        CatalogFile file = new CatalogFile(directory);
        TreeMap<String, Entry> entries = new TreeMap<>();
        for (Entry entry : file.read()) {
            if (entries.put(key(entry.name()), entry) != null) {
                throw TelegraphException.corrupt(
                        "the catalog is damaged: file="
                                + directory.resolve(CatalogFile.NAME)
                                + " found=two entries \""
                                + entry.name()
                                + "\". Nothing was changed; repair the file");
            }
        }
        return new Catalog(file, entriesMax, entries);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    public Optional<Entry> find(String name) {
        return Optional.ofNullable(entries.get(key(name)));
    }

    /// All entries in order of name.
    public List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    /// Keeps an entry.
    ///
    /// @param replace whether it may take the place of one of the same name and kind
    /// @throws TelegraphException of kind INPUT if the name is taken or the entry holds a secret;
    ///   of kind RESOURCE if it cannot be written, and then nothing has changed
    public synchronized void put(Entry entry, boolean replace) {
        ClearSecrets.refuse(entry);
        Entry before = entries.get(key(entry.name()));
        if (before != null && !before.kind().equals(entry.kind())) {
            throw TelegraphException.input(
                    "there is a "
                            + before.kind()
                            + " \""
                            + before.name()
                            + "\" already. DROP "
                            + before.kind().toUpperCase(Locale.ROOT)
                            + " "
                            + Statements.quoteName(before.name())
                            + " first, or take another name");
        }
        if (before != null && !replace) {
            throw TelegraphException.input(
                    before.kind()
                            + " \""
                            + before.name()
                            + "\" exists already. CREATE OR REPLACE replaces it");
        }
        if (before == null && entries.size() >= entriesMax) {
            throw TelegraphException.resource(
                    "a catalog holds a limited number of entries: limit="
                            + entriesMax
                            + ". Drop some first");
        }
        TreeMap<String, Entry> changed = new TreeMap<>(entries);
        changed.put(key(entry.name()), entry);
        file.write(changed.values());
        entries = changed;
    }

    /// Forgets a source, or a view if `source` is false.
    ///
    /// @throws TelegraphException of kind INPUT if there is none of that name, with the nearest one
    public synchronized void drop(String name, boolean source) {
        String kind = source ? "source" : "view";
        Entry entry = entries.get(key(name));
        if (entry == null) {
            List<String> names = new ArrayList<>();
            for (Entry other : entries.values()) {
                if (other.kind().equals(kind)) {
                    names.add(other.name());
                }
            }
            throw TelegraphException.input(
                    "unknown " + kind + " \"" + name + "\"" + Nearest.hint(name, names));
        }
        if (!entry.kind().equals(kind)) {
            throw TelegraphException.input(
                    "\""
                            + entry.name()
                            + "\" is a "
                            + entry.kind()
                            + ". Use DROP "
                            + entry.kind().toUpperCase(Locale.ROOT));
        }
        TreeMap<String, Entry> changed = new TreeMap<>(entries);
        changed.remove(key(name));
        file.write(changed.values());
        entries = changed;
    }

    /// The statement that creates an entry, for SHOW CREATE.
    public static String createStatement(Entry entry) {
        return CreateStatements.write(entry);
    }
}
