package telegraph.tables.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.pcollections.TreePMap;
import org.pcollections.TreePSet;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.TableName;

/// What the catalog holds at one moment.
///
/// The schemas `public` and `telegraph` are always there; the system's tables in the latter are not
/// among its entries. A session's snapshot has the session's temporary tables too, and looks for
/// bare names where the session does.
///
/// A snapshot with one entry more shares all else with the one before, so a change costs the
/// logarithm of how many there are, as does whatever is found by its name.
///
/// Threads: any; immutable.
public final class Snapshot {
    /// The schema of the system's tables.
    public static final String SYSTEM = "telegraph";

    private static final Comparator<TableName> ORDER =
            Comparator.comparing(TableName::schema).thenComparing(TableName::name);

    private static final TreePSet<TableName> NOBODY = TreePSet.empty(ORDER);

    /// Where a text that is kept looks for bare names, whoever reads it.
    private static final List<String> PLAIN = List.of(TableName.PUBLIC);

    static final Snapshot EMPTY =
            new Snapshot(
                    0,
                    PLAIN,
                    TreePMap.empty(ORDER),
                    TreePMap.empty(ORDER),
                    TreePMap.empty(ORDER),
                    TreePMap.empty(ORDER));

    private final long version;

    /// The schemas that bare names are looked for in, all of them there.
    private final List<String> path;

    private final TreePMap<TableName, Entry> entries;

    /// For each index, that of a primary key too, its table.
    private final TreePMap<TableName, TableName> indexes;

    /// For each sequence of an identity column, its table.
    private final TreePMap<TableName, TableName> numbered;

    /// For each table that foreign keys refer to, the tables that have them.
    private final TreePMap<TableName, TreePSet<TableName>> referring;

    private Snapshot(
            long version,
            List<String> path,
            TreePMap<TableName, Entry> entries,
            TreePMap<TableName, TableName> indexes,
            TreePMap<TableName, TableName> numbered,
            TreePMap<TableName, TreePSet<TableName>> referring) {
        this.version = version;
        this.path = path;
        this.entries = entries;
        this.indexes = indexes;
        this.numbered = numbered;
        this.referring = referring;
    }

    /// Grows with each change that is committed.
    public long version() {
        return version;
    }

    /// A name with the schema that it is found in, or would be.
    public TableName resolved(TableName name) {
        if (name.isBare()) {
            for (String schema : path) {
                TableName found = name.in(schema);
                if (isKept(found.folded())) {
                    return found;
                }
            }
            return creation().map(name::in).orElse(name);
        }
        return name.schema().equalsIgnoreCase(TableName.OWN_TEMPORARY)
                ? temporary().map(name::in).orElse(name)
                : name;
    }

    /// The schemas that bare names are looked for in, all of them there.
    public List<String> path() {
        return path;
    }

    /// The schema that something is made in under a bare name.
    public Optional<String> creation() {
        return path.stream().filter(schema -> !TableName.isTemporary(schema)).findFirst();
    }

    private Optional<String> temporary() {
        return path.stream().filter(TableName::isTemporary).findFirst();
    }

    private TableName key(TableName name) {
        return resolved(name).folded();
    }

    private boolean isKept(TableName key) {
        return entries.containsKey(key) || indexes.containsKey(key) || numbered.containsKey(key);
    }

    /// What is there under a name, whatever its case.
    public Optional<Entry> find(TableName name) {
        return Optional.ofNullable(entries.get(key(name)));
    }

    public Optional<TableDefinition> table(TableName name) {
        return find(name) instanceof Optional<Entry> found
                        && found.isPresent()
                        && found.get() instanceof Entry.TableEntry table
                ? Optional.of(table.definition())
                : Optional.empty();
    }

    /// The type of that name.
    public Optional<UserType> type(TableName name) {
        return find(name) instanceof Optional<Entry> found
                        && found.isPresent()
                        && found.get() instanceof Entry.TypeEntry entry
                ? Optional.of(entry.type())
                : Optional.empty();
    }

    /// All types, in order of schema and name.
    public List<UserType.Enumeration> types() {
        List<UserType.Enumeration> types = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry instanceof Entry.TypeEntry one) {
                types.add(one.type());
            }
        }
        return types;
    }

    /// All entries but schemas, in order of schema and name.
    public List<Entry> entries() {
        return entries.values().stream().filter(e -> !(e instanceof Entry.SchemaEntry)).toList();
    }

    /// Those of one schema.
    public List<Entry> entries(String schema) {
        TableName first = key(new TableName(schema, ""));
        List<Entry> found = new ArrayList<>();
        for (Entry entry : entries.tailMap(first, true).values()) {
            if (!entry.name().folded().schema().equals(first.schema())) {
                break;
            }
            if (!(entry instanceof Entry.SchemaEntry)) {
                found.add(entry);
            }
        }
        return found;
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

    /// All sequences, those of identity columns among them.
    public List<Sequence> sequences() {
        List<Sequence> sequences = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry instanceof Entry.SequenceEntry one) {
                sequences.add(one.sequence());
            } else if (entry instanceof Entry.TableEntry table) {
                sequences.addAll(table.definition().sequences());
            }
        }
        return sequences;
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
        return schema.equalsIgnoreCase(TableName.PUBLIC)
                || schema.equalsIgnoreCase(SYSTEM)
                || schema.equalsIgnoreCase(TableName.OWN_TEMPORARY)
                || find(new TableName(schema, "")).isPresent();
    }

    /// The table that has an index of that name in its schema.
    public Optional<TableDefinition> indexed(TableName index) {
        return Optional.ofNullable(indexes.get(key(index))).flatMap(this::table);
    }

    /// The table that has an identity column whose sequence has that name.
    public Optional<TableDefinition> numbered(TableName sequence) {
        return Optional.ofNullable(numbered.get(key(sequence))).flatMap(this::table);
    }

    /// The sequence of that name: one that stands for itself, or that of an identity column.
    public Optional<Sequence> sequence(TableName name) {
        Optional<Entry> found = find(name);
        if (found.isPresent()) {
            return found.get() instanceof Entry.SequenceEntry entry
                    ? Optional.of(entry.sequence())
                    : Optional.empty();
        }
        return numbered(name)
                .flatMap(table ->
                        table.sequences().stream()
                                .filter(s -> s.name().folded().equals(key(name)))
                                .findFirst());
    }

    /// The sequences that go with a table's columns, without those of identities.
    public List<Entry.SequenceEntry> owned(TableName table) {
        TableName key = key(table);
        List<Entry.SequenceEntry> owned = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry instanceof Entry.SequenceEntry sequence
                    && sequence.owner().filter(o -> o.table().folded().equals(key)).isPresent()) {
                owned.add(sequence);
            }
        }
        return owned;
    }

    /// Whether something is there under a name: an entry, an index, or the sequence of an identity.
    public boolean isTaken(TableName name) {
        return isKept(key(name));
    }

    /// The tables that have a foreign key to `table`, itself too if it has.
    public List<TableDefinition> referring(TableName table) {
        List<TableDefinition> found = new ArrayList<>();
        for (TableName other : referring.getOrDefault(key(table), NOBODY)) {
            found.add(table(other).orElseThrow());
        }
        return found;
    }

    /// The statement that creates an entry, for SHOW CREATE.
    public String createStatement(Entry entry) {
        return CreateStatements.write(entry, this);
    }

    int size() {
        return entries.size();
    }

    Snapshot at(long other) {
        return new Snapshot(other, path, entries, indexes, numbered, referring);
    }

    /// The same as a session sees it.
    ///
    /// @param schema that of the session's temporary tables
    /// @param temporary nothing but these
    Snapshot seen(SearchPath search, String schema, Snapshot temporary) {
        Snapshot all = searching(search.in(this, temporary == EMPTY ? "" : schema));
        for (Entry entry : temporary.entries.values()) {
            all = all.with(entry);
        }
        return all;
    }

    private Snapshot searching(List<String> other) {
        return path.equals(other)
                ? this
                : new Snapshot(version, other, entries, indexes, numbered, referring);
    }

    /// The same, in which bare names stand for what is in `public`: as what was kept as a text is
    /// read.
    public Snapshot plain() {
        return searching(PLAIN);
    }

    /// Whether a name stands for something that is the session's own.
    public boolean isTemporary(TableName name) {
        return resolved(name).isTemporary();
    }

    Snapshot with(Entry entry) {
        if (entry.name().isBare()) {
            throw new IllegalStateException("what is kept is in a schema: name=" + entry.name());
        }
        Snapshot without = without(entry.name());
        TableName name = entry.name().folded();
        Snapshot with =
                new Snapshot(
                        version,
                        path,
                        without.entries.plus(name, entry),
                        without.indexes,
                        without.numbered,
                        without.referring);
        return entry instanceof Entry.TableEntry table ? with.related(table.definition()) : with;
    }

    Snapshot without(TableName name) {
        TableName folded = name.folded();
        Entry there = entries.get(folded);
        if (there == null) {
            return this;
        }
        Snapshot without =
                new Snapshot(version, path, entries.minus(folded), indexes, numbered, referring);
        return there instanceof Entry.TableEntry table
                ? without.unrelated(table.definition())
                : without;
    }

    /// With what a table that is there has to do with other names.
    private Snapshot related(TableDefinition table) {
        TableName name = table.name().folded();
        TreePMap<TableName, TableName> indexes = this.indexes;
        for (TableName index : indexes(table)) {
            indexes = indexes.plus(index, name);
        }
        TreePMap<TableName, TableName> numbered = this.numbered;
        for (Sequence sequence : table.sequences()) {
            numbered = numbered.plus(sequence.name().folded(), name);
        }
        TreePMap<TableName, TreePSet<TableName>> referring = this.referring;
        for (TableDefinition.ForeignKey key : table.foreignKeys()) {
            TableName to = key.table().folded();
            referring = referring.plus(to, referring.getOrDefault(to, NOBODY).plus(name));
        }
        return new Snapshot(version, path, entries, indexes, numbered, referring);
    }

    /// Without that.
    private Snapshot unrelated(TableDefinition table) {
        TableName name = table.name().folded();
        TreePMap<TableName, TableName> indexes = this.indexes;
        for (TableName index : indexes(table)) {
            if (name.equals(indexes.get(index))) {
                indexes = indexes.minus(index);
            }
        }
        TreePMap<TableName, TableName> numbered = this.numbered;
        for (Sequence sequence : table.sequences()) {
            if (name.equals(numbered.get(sequence.name().folded()))) {
                numbered = numbered.minus(sequence.name().folded());
            }
        }
        TreePMap<TableName, TreePSet<TableName>> referring = this.referring;
        for (TableDefinition.ForeignKey key : table.foreignKeys()) {
            TableName to = key.table().folded();
            TreePSet<TableName> left = referring.getOrDefault(to, NOBODY).minus(name);
            referring = left.isEmpty() ? referring.minus(to) : referring.plus(to, left);
        }
        return new Snapshot(version, path, entries, indexes, numbered, referring);
    }

    private static List<TableName> indexes(TableDefinition table) {
        List<TableName> names = new ArrayList<>();
        table.primaryKey().ifPresent(key -> names.add(inSchema(table, key.name())));
        table.indexes().forEach(index -> names.add(inSchema(table, index.name())));
        return names;
    }

    private static TableName inSchema(TableDefinition table, String index) {
        return new TableName(table.name().schema(), index).folded();
    }

    /// A snapshot of these entries.
    static Snapshot of(List<Entry> all) {
        Snapshot snapshot = EMPTY;
        for (Entry entry : all) {
            snapshot = snapshot.with(entry);
        }
        return snapshot;
    }

    /// All names in use, for whoever offers the nearest.
    public List<String> names() {
        List<String> names = new ArrayList<>();
        entries().forEach(entry -> names.add(entry.name().toString()));
        return Collections.unmodifiableList(names);
    }
}
