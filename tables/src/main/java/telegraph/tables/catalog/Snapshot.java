package telegraph.tables.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import telegraph.language.ast.TableName;

/// What the catalog holds at one moment.
///
/// The schemas `public` and `telegraph` are always there; the system's tables in the latter are not
/// among its entries.
///
/// Threads: any; immutable.
public final class Snapshot {
    /// The schema of the system's tables.
    public static final String SYSTEM = "telegraph";

    static final Snapshot EMPTY = new Snapshot(0, new TreeMap<>(order()));

    private final long version;
    private final TreeMap<TableName, Entry> entries;

    /// Found when it is first asked for.
    private volatile Map<TableName, List<TableDefinition>> referring;

    private Snapshot(long version, TreeMap<TableName, Entry> entries) {
        this.version = version;
        this.entries = entries;
    }

    private static Comparator<TableName> order() {
        return Comparator.comparing(TableName::schema).thenComparing(TableName::name);
    }

    /// Grows with each change that is committed.
    public long version() {
        return version;
    }

    /// What is there under a name, whatever its case.
    public Optional<Entry> find(TableName name) {
        return Optional.ofNullable(entries.get(name.folded()));
    }

    public Optional<TableDefinition> table(TableName name) {
        return find(name) instanceof Optional<Entry> found
                        && found.isPresent()
                        && found.get() instanceof Entry.TableEntry table
                ? Optional.of(table.definition())
                : Optional.empty();
    }

    /// All entries but schemas, in order of schema and name.
    public List<Entry> entries() {
        return entries.values().stream().filter(e -> !(e instanceof Entry.SchemaEntry)).toList();
    }

    /// Those of one schema.
    public List<Entry> entries(String schema) {
        return entries().stream()
                .filter(entry -> entry.name().schema().equalsIgnoreCase(schema))
                .toList();
    }

    /// The tables, in order of schema and name.
    public List<TableDefinition> tables() {
        List<TableDefinition> tables = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry instanceof Entry.TableEntry table) {
                tables.add(table.definition());
            }
        }
        return tables;
    }

    /// The names of all schemas, in order.
    public List<String> schemas() {
        TreeSet<String> schemas = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        schemas.add(TableName.PUBLIC);
        schemas.add(SYSTEM);
        for (Entry entry : entries.values()) {
            if (entry instanceof Entry.SchemaEntry schema) {
                schemas.add(schema.name().schema());
            }
        }
        return List.copyOf(schemas);
    }

    public boolean hasSchema(String schema) {
        return schemas().stream().anyMatch(schema::equalsIgnoreCase);
    }

    /// The table that has an index of that name in its schema.
    public Optional<TableDefinition> indexed(TableName index) {
        return tables().stream()
                .filter(table -> table.name().schema().equalsIgnoreCase(index.schema()))
                .filter(table ->
                        table.primaryKey()
                                        .filter(key -> key.name().equalsIgnoreCase(index.name()))
                                        .isPresent()
                                || table.indexes().stream()
                                        .anyMatch(i -> i.name().equalsIgnoreCase(index.name())))
                .findFirst();
    }

    /// The tables that have a foreign key to `table`, itself too if it has.
    public List<TableDefinition> referring(TableName table) {
        Map<TableName, List<TableDefinition>> known = referring;
        if (known == null) {
            known = new HashMap<>();
            for (TableDefinition other : tables()) {
                for (TableDefinition.ForeignKey key : other.foreignKeys()) {
                    List<TableDefinition> all =
                            known.computeIfAbsent(key.table().folded(), _ -> new ArrayList<>());
                    if (!all.contains(other)) {
                        all.add(other);
                    }
                }
            }
            referring = known;
        }
        return known.getOrDefault(table.folded(), List.of());
    }

    /// The statement that creates an entry, for SHOW CREATE.
    public String createStatement(Entry entry) {
        return CreateStatements.write(entry, this);
    }

    int size() {
        return entries.size();
    }

    Snapshot at(long other) {
        return new Snapshot(other, entries);
    }

    Snapshot with(Entry entry) {
        TreeMap<TableName, Entry> changed = new TreeMap<>(entries);
        changed.put(entry.name().folded(), entry);
        return new Snapshot(version, changed);
    }

    Snapshot without(TableName name) {
        TreeMap<TableName, Entry> changed = new TreeMap<>(entries);
        changed.remove(name.folded());
        return new Snapshot(version, changed);
    }

    /// A snapshot of these entries.
    static Snapshot of(List<Entry> all) {
        TreeMap<TableName, Entry> entries = new TreeMap<>(order());
        for (Entry entry : all) {
            entries.put(entry.name().folded(), entry);
        }
        return new Snapshot(0, entries);
    }

    /// All names in use, for whoever offers the nearest.
    public List<String> names() {
        List<String> names = new ArrayList<>();
        entries().forEach(entry -> names.add(entry.name().toString()));
        return Collections.unmodifiableList(names);
    }
}
