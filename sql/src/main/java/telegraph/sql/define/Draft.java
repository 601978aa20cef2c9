package telegraph.sql.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.sql.catalog.Snapshot;
import telegraph.sql.catalog.StoredColumn;
import telegraph.sql.catalog.TableDefinition;
import telegraph.sql.catalog.TableDefinition.Check;
import telegraph.sql.catalog.TableDefinition.ForeignKey;
import telegraph.sql.catalog.TableDefinition.Index;
import telegraph.sql.catalog.TableDefinition.Key;
import telegraph.sql.statement.Constraint;
import telegraph.sql.statement.Nearest;
import telegraph.sql.statement.SqlType;
import telegraph.sql.statement.TableColumn;
import telegraph.sql.statement.TableColumn.Identity;
import telegraph.sql.statement.TableName;

/// A definition of a table that is being made or changed.
///
/// Names that nobody gave are PostgreSQL's: `t_pkey`, `t_a_b_key`, `t_a_check`, `t_a_fkey`,
/// `t_a_idx` and a number after it if that one is taken.
///
/// Threads: one.
final class Draft {
    /// The most columns a row has, dropped ones included.
    private static final int COLUMNS_MAX = 1_600;

    private final Snapshot snapshot;
    private final IntSupplier containers;
    private TableName name;
    private int container;
    private int counters;
    private final List<StoredColumn> columns = new ArrayList<>();
    private final List<SqlType> slots = new ArrayList<>();
    private Optional<Key> primaryKey = Optional.empty();
    private final List<Index> indexes = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private final List<ForeignKey> foreignKeys = new ArrayList<>();

    /// A new table.
    ///
    /// @param snapshot what other tables there are
    /// @param containers makes containers
    Draft(TableName name, Snapshot snapshot, IntSupplier containers) {
        this.name = name;
        this.snapshot = snapshot;
        this.containers = containers;
        this.container = containers.getAsInt();
    }

    /// A table that is there.
    Draft(TableDefinition table, Snapshot snapshot, IntSupplier containers) {
        this.name = table.name();
        this.snapshot = snapshot;
        this.containers = containers;
        this.container = table.container();
        this.counters = table.counters();
        this.columns.addAll(table.columns());
        this.slots.addAll(table.slots());
        this.primaryKey = table.primaryKey();
        this.indexes.addAll(table.indexes());
        this.checks.addAll(table.checks());
        this.foreignKeys.addAll(table.foreignKeys());
    }

    TableDefinition definition() {
        return new TableDefinition(
                name,
                container,
                counters,
                columns,
                slots,
                primaryKey,
                indexes,
                checks,
                foreignKeys);
    }

    void rename(TableName other) {
        for (int i = 0; i < foreignKeys.size(); i++) {
            if (foreignKeys.get(i).table().folded().equals(name.folded())) {
                foreignKeys.set(i, referringTo(foreignKeys.get(i), other));
            }
        }
        name = other;
    }

    static ForeignKey referringTo(ForeignKey key, TableName table) {
        return new ForeignKey(
                key.name(), key.columns(), table, key.referenced(), key.onDelete(), key.onUpdate());
    }

    /// Adds a column after the others.
    ///
    /// @param missing what rows have that are there already
    StoredColumn add(TableColumn column, Optional<String> missing) {
        if (find(column.name()).isPresent()) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_COLUMN,
                    "table \"" + name + "\" has a column \"" + column.name() + "\" already");
        }
        if (slots.size() == COLUMNS_MAX) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "a table has at most "
                            + COLUMNS_MAX
                            + " columns, dropped ones included: table="
                            + name);
        }
        StoredColumn stored =
                new StoredColumn(
                        slots.size(),
                        column.name(),
                        column.type(),
                        column.notNull(),
                        column.byDefault(),
                        column.identity(),
                        missing);
        columns.add(stored);
        slots.add(column.type());
        if (column.identity() != Identity.NONE && counters == 0) {
            counters = containers.getAsInt();
        }
        return stored;
    }

    private Optional<StoredColumn> find(String column) {
        return columns.stream().filter(c -> c.name().equalsIgnoreCase(column)).findFirst();
    }

    /// @throws TelegraphException of kind INPUT if there is no such column, with the nearest name
    StoredColumn column(String column) {
        return find(column)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.UNDEFINED_COLUMN,
                                "table \""
                                        + name
                                        + "\" has no column \""
                                        + column
                                        + "\""
                                        + Nearest.hint(
                                                column,
                                                columns.stream()
                                                        .map(StoredColumn::name)
                                                        .toList())));
    }

    void replace(StoredColumn column) {
        columns.replaceAll(c -> c.id() == column.id() ? column : c);
    }

    /// Drops a column and whatever of the table stands on it; the slot stays.
    ///
    /// @return the containers that are free now
    List<Integer> drop(StoredColumn column) {
        List<Integer> free = new ArrayList<>();
        columns.removeIf(c -> c.id() == column.id());
        for (Index index : List.copyOf(indexes)) {
            if (index.columns().contains(column.id())) {
                indexes.remove(index);
                free.add(index.container());
            }
        }
        checks.removeIf(check -> Names.mentions(check.text(), column.name()));
        foreignKeys.removeIf(key -> key.columns().contains(column.id()));
        return free;
    }

    /// The ids of columns, each there and none twice.
    List<Integer> ids(List<String> names) {
        List<Integer> ids = new ArrayList<>();
        for (String column : names) {
            int id = column(column).id();
            if (ids.contains(id)) {
                throw TelegraphException.of(
                        SqlState.DUPLICATE_COLUMN,
                        "a key has a column once: table=" + name + " column=" + column);
            }
            ids.add(id);
        }
        return ids;
    }

    void add(Constraint constraint) {
        switch (constraint) {
            case Constraint.PrimaryKey key -> primaryKey(key);
            case Constraint.Unique unique ->
                    index(
                            given(unique.name(), unique.columns(), "key"),
                            ids(unique.columns()),
                            true,
                            true);
            case Constraint.Check check ->
                    checks.add(
                            new Check(
                                    given(
                                            check.name(),
                                            Names.mentioned(check.text(), columns),
                                            "check"),
                                    check.text()));
            case Constraint.ForeignKey key -> foreignKey(key);
        }
    }

    private void primaryKey(Constraint.PrimaryKey key) {
        if (primaryKey.isPresent()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "a table has one primary key: table="
                            + name
                            + " primary key="
                            + primaryKey.get().name());
        }
        List<Integer> ids = ids(key.columns());
        for (int id : ids) {
            columns.replaceAll(c -> c.id() == id ? withNotNull(c, true) : c);
        }
        primaryKey = Optional.of(new Key(given(key.name(), List.of(), "pkey"), ids));
    }

    static StoredColumn withNotNull(StoredColumn c, boolean notNull) {
        return new StoredColumn(
                c.id(), c.name(), c.type(), notNull, c.byDefault(), c.identity(), c.missing());
    }

    /// Adds an index with a container of its own.
    Index index(String indexName, List<Integer> ids, boolean unique, boolean constraint) {
        Index index = new Index(indexName, containers.getAsInt(), ids, unique, constraint);
        indexes.add(index);
        return index;
    }

    /// The name of an index that CREATE INDEX gives none.
    String indexName(List<String> on) {
        return given("", on, "idx");
    }

    private void foreignKey(Constraint.ForeignKey key) {
        List<Integer> ids = ids(key.columns());
        boolean itself = key.table().folded().equals(name.folded());
        TableDefinition other = itself ? definition() : other(key.table());
        List<Integer> referenced = referenced(key, other);
        if (referenced.size() != ids.size()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "a foreign key has as many columns as the key it refers to: table="
                            + name
                            + " columns="
                            + ids.size()
                            + " referenced="
                            + referenced.size());
        }
        for (int i = 0; i < ids.size(); i++) {
            requireLike(key.columns().get(i), other.column(referenced.get(i)), other);
        }
        foreignKeys.add(
                new ForeignKey(
                        given(key.name(), key.columns(), "fkey"),
                        ids,
                        other.name(),
                        referenced,
                        key.onDelete(),
                        key.onUpdate()));
    }

    private TableDefinition other(TableName table) {
        return snapshot.table(table)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.UNDEFINED_TABLE,
                                "a foreign key refers to a table: unknown table \""
                                        + table
                                        + "\""
                                        + Nearest.hint(
                                                table.toString(),
                                                snapshot.tables().stream()
                                                        .map(t -> t.name().toString())
                                                        .toList())));
    }

    private static List<Integer> referenced(Constraint.ForeignKey key, TableDefinition other) {
        if (key.referenced().isEmpty()) {
            return other.primaryKey()
                    .map(Key::columns)
                    .orElseThrow(() ->
                            TelegraphException.of(
                                    SqlState.UNDEFINED_OBJECT,
                                    "table \""
                                            + other.name()
                                            + "\" has no primary key to refer to. Name the"
                                            + " columns of a unique key"));
        }
        List<Integer> ids = new ArrayList<>();
        for (String column : key.referenced()) {
            int index = other.indexOf(column);
            if (index < 0) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_COLUMN,
                        "table \""
                                + other.name()
                                + "\" has no column \""
                                + column
                                + "\""
                                + Nearest.hint(
                                        column,
                                        other.columns().stream().map(StoredColumn::name).toList()));
            }
            ids.add(other.columns().get(index).id());
        }
        if (!isUnique(other, ids)) {
            throw TelegraphException.of(
                    SqlState.INVALID_FOREIGN_KEY,
                    "a foreign key refers to a primary key or unique columns: table="
                            + other.name()
                            + " columns="
                            + key.referenced());
        }
        return ids;
    }

    /// Whether no two rows have the same values in these columns.
    static boolean isUnique(TableDefinition table, List<Integer> ids) {
        Set<Integer> wanted = new HashSet<>(ids);
        return table.primaryKey().filter(k -> sameSet(k.columns(), wanted)).isPresent()
                || table.indexes().stream()
                        .anyMatch(i -> i.unique() && sameSet(i.columns(), wanted));
    }

    private static boolean sameSet(List<Integer> ids, Set<Integer> wanted) {
        return ids.size() == wanted.size() && wanted.containsAll(ids);
    }

    private void requireLike(String column, StoredColumn referenced, TableDefinition other) {
        SqlType mine = column(column).type();
        if (!family(mine.name()).equals(family(referenced.type().name()))) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    "a foreign key has the types of what it refers to: "
                            + name
                            + "."
                            + column
                            + "="
                            + mine
                            + " "
                            + other.name()
                            + "."
                            + referenced.name()
                            + "="
                            + referenced.type());
        }
    }

    /// What stands for all types whose equal values are written alike.
    private static SqlType.Name family(SqlType.Name type) {
        return switch (type) {
            case SMALLINT, INTEGER, BIGINT -> SqlType.Name.BIGINT;
            case TEXT, VARCHAR, CHAR -> SqlType.Name.TEXT;
            case BOOLEAN,
                    REAL,
                    DOUBLE,
                    NUMERIC,
                    BYTEA,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMPTZ,
                    INTERVAL,
                    UUID,
                    JSON ->
                    type;
        };
    }

    /// Takes a constraint away; whether there is one of that name.
    ///
    /// @param free takes containers that are free now
    boolean dropConstraint(String constraint, List<Integer> free) {
        if (primaryKey.filter(k -> k.name().equalsIgnoreCase(constraint)).isPresent()) {
            primaryKey = Optional.empty();
            return true;
        }
        for (Index index : indexes) {
            if (index.constraint() && index.name().equalsIgnoreCase(constraint)) {
                indexes.remove(index);
                free.add(index.container());
                return true;
            }
        }
        return checks.removeIf(c -> c.name().equalsIgnoreCase(constraint))
                || foreignKeys.removeIf(k -> k.name().equalsIgnoreCase(constraint));
    }

    /// Takes an index away that is there for itself.
    void dropIndex(Index index) {
        indexes.remove(index);
    }

    void renameConstraint(String before, String after) {
        require(before);
        requireNew(after);
        primaryKey =
                primaryKey.map(
                        k -> k.name().equalsIgnoreCase(before) ? new Key(after, k.columns()) : k);
        indexes.replaceAll(i ->
                i.name().equalsIgnoreCase(before)
                        ? new Index(after, i.container(), i.columns(), i.unique(), i.constraint())
                        : i);
        checks.replaceAll(c -> c.name().equalsIgnoreCase(before) ? new Check(after, c.text()) : c);
        foreignKeys.replaceAll(k ->
                k.name().equalsIgnoreCase(before)
                        ? new ForeignKey(
                                after,
                                k.columns(),
                                k.table(),
                                k.referenced(),
                                k.onDelete(),
                                k.onUpdate())
                        : k);
    }

    /// Renames a column here and in the texts of the table's own expressions.
    void renameColumn(String before, String after) {
        StoredColumn column = column(before);
        if (!before.equalsIgnoreCase(after) && find(after).isPresent()) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_COLUMN,
                    "table \"" + name + "\" has a column \"" + after + "\" already");
        }
        replace(
                new StoredColumn(
                        column.id(),
                        after,
                        column.type(),
                        column.notNull(),
                        column.byDefault(),
                        column.identity(),
                        column.missing()));
        checks.replaceAll(c -> new Check(c.name(), Names.renamed(c.text(), column.name(), after)));
    }

    void dropForeignKeysTo(TableName table) {
        foreignKeys.removeIf(k -> k.table().folded().equals(table.folded()));
    }

    void dropForeignKey(ForeignKey key) {
        foreignKeys.remove(key);
    }

    void retarget(TableName before, TableName after) {
        foreignKeys.replaceAll(
                k -> k.table().folded().equals(before.folded()) ? referringTo(k, after) : k);
    }

    /// Gives the table fresh containers and slots, for rows that are written anew.
    Draft fresh() {
        container = containers.getAsInt();
        counters =
                columns.stream().anyMatch(c -> c.identity() != Identity.NONE)
                        ? counters == 0 ? containers.getAsInt() : counters
                        : 0;
        indexes.replaceAll(i ->
                new Index(
                        i.name(), containers.getAsInt(), i.columns(), i.unique(), i.constraint()));
        return this;
    }

    /// Changes the type of a column, whose slot is for the new type from now on.
    void type(StoredColumn column, SqlType type) {
        slots.set(column.id(), type);
        replace(
                new StoredColumn(
                        column.id(),
                        column.name(),
                        type,
                        column.notNull(),
                        column.byDefault(),
                        column.identity(),
                        Optional.empty()));
    }

    /// Forgets what older rows have in columns added later, since all rows are written anew.
    void forgetMissing() {
        columns.replaceAll(c ->
                new StoredColumn(
                        c.id(),
                        c.name(),
                        c.type(),
                        c.notNull(),
                        c.byDefault(),
                        c.identity(),
                        Optional.empty()));
    }

    List<String> constraintNames() {
        List<String> names = new ArrayList<>();
        primaryKey.ifPresent(k -> names.add(k.name()));
        indexes.stream().filter(Index::constraint).map(Index::name).forEach(names::add);
        checks.stream().map(Check::name).forEach(names::add);
        foreignKeys.stream().map(ForeignKey::name).forEach(names::add);
        return names;
    }

    /// @throws TelegraphException of kind INPUT if there is no constraint of that name
    void require(String constraint) {
        if (constraintNames().stream().noneMatch(constraint::equalsIgnoreCase)) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_OBJECT,
                    "table \""
                            + name
                            + "\" has no constraint \""
                            + constraint
                            + "\""
                            + Nearest.hint(constraint, constraintNames()));
        }
    }

    private void requireNew(String constraint) {
        if (isTaken(constraint, true)) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_OBJECT,
                    "there is a constraint, index or table \"" + constraint + "\" already");
        }
    }

    /// The name that was given, if it is free; without one, PostgreSQL's.
    private String given(String given, List<String> on, String ending) {
        // A unique key has an index, and that a name among the tables of its schema.
        boolean index = !ending.equals("check") && !ending.equals("fkey");
        if (!given.isEmpty()) {
            if (isTaken(given, index)) {
                throw TelegraphException.of(
                        index ? SqlState.DUPLICATE_TABLE : SqlState.DUPLICATE_OBJECT,
                        "there is a constraint"
                                + (index ? ", index or table" : "")
                                + " \""
                                + given
                                + "\" already");
            }
            return given;
        }
        List<String> parts = new ArrayList<>();
        parts.add(name.name());
        parts.addAll(on);
        parts.add(ending);
        String first = String.join("_", parts);
        String free = first;
        for (int i = 1; isTaken(free, index); i++) {
            free = first + i;
        }
        return free;
    }

    private boolean isTaken(String wanted, boolean index) {
        TableName relation = new TableName(name.schema(), wanted);
        return constraintNames().stream().anyMatch(wanted::equalsIgnoreCase)
                || indexes.stream().anyMatch(i -> i.name().equalsIgnoreCase(wanted))
                || index
                        && (snapshot.find(relation).isPresent()
                                || snapshot.indexed(relation).isPresent()
                                || wanted.toLowerCase(Locale.ROOT)
                                        .equals(name.name().toLowerCase(Locale.ROOT)));
    }
}
