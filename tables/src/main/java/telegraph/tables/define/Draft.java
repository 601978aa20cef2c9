package telegraph.tables.define;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.Definition.Kind;
import telegraph.language.ast.Definition.OnCommit;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.Comments;
import telegraph.tables.catalog.Counting;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.catalog.TableDefinition.Check;
import telegraph.tables.catalog.TableDefinition.ForeignKey;
import telegraph.tables.catalog.TableDefinition.Index;
import telegraph.tables.catalog.TableDefinition.Key;
import telegraph.tables.catalog.TableDefinition.Materialized;
import telegraph.tables.catalog.TableDefinition.Numbering;

/// A definition of a table that is being made or changed.
///
/// Names that nobody gave are PostgreSQL's: `t_pkey`, `t_a_b_key`, `t_a_check`, `t_a_fkey`,
/// `t_a_idx`, `t_a_seq` and a number after it if that one is taken.
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
    private final List<Numbering> numberings = new ArrayList<>();
    private Optional<Materialized> materialized = Optional.empty();
    private Comments comments = Comments.NONE;
    private OnCommit onCommit = OnCommit.PRESERVE_ROWS;

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
        this.numberings.addAll(table.numberings());
        this.materialized = table.materialized();
        this.comments = table.comments();
        this.onCommit = table.onCommit();
    }

    TableDefinition definition() {
        TableDefinition table =
                new TableDefinition(
                        name,
                        container,
                        counters,
                        columns,
                        slots,
                        primaryKey,
                        indexes,
                        checks,
                        foreignKeys,
                        numberings,
                        materialized,
                        comments,
                        onCommit);
        return table.withComments(comments.of(table::has));
    }

    /// Says what becomes of a temporary table with each commit.
    void onCommit(OnCommit wanted) {
        onCommit = wanted;
    }

    /// Makes it a materialized view.
    void materialize(Materialized query) {
        materialized = Optional.of(query);
    }

    void rename(TableName other) {
        for (int i = 0; i < foreignKeys.size(); i++) {
            if (foreignKeys.get(i).table().folded().equals(name.folded())) {
                foreignKeys.set(i, foreignKeys.get(i).to(other));
            }
        }
        name = other;
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
                    SqlState.TOO_MANY_COLUMNS,
                    "a table has at most "
                            + COLUMNS_MAX
                            + " columns, dropped ones included: table="
                            + name);
        }
        SqlType type = NamedTypes.found(column.type(), name, snapshot);
        StoredColumn stored =
                new StoredColumn(
                        slots.size(),
                        column.name(),
                        type,
                        column.notNull(),
                        column.byDefault(),
                        column.generated(),
                        column.identity(),
                        missing);
        columns.add(stored);
        slots.add(type);
        if (column.identity() != Identity.NONE) {
            if (counters == 0) {
                counters = containers.getAsInt();
            }
            number(stored, column.counting());
        }
        return stored;
    }

    private void number(StoredColumn column, SequenceOptions counting) {
        String wanted = counting.name().map(TableName::name).orElse("");
        numberings.add(
                new Numbering(
                        column.id(),
                        given(wanted, List.of(column.name()), "seq"),
                        column.id(),
                        Counting.of(counting, column.type().name())));
    }

    /// Makes a column that is there an identity, which is counted, as are all others of the table,
    /// in a place that nobody knows.
    void number(StoredColumn column, Identity identity, SequenceOptions counting) {
        counters = containers.getAsInt();
        numberings.replaceAll(n -> new Numbering(n.column(), n.name(), n.column(), n.counting()));
        number(column, counting);
        replace(column.withIdentity(identity).withNotNull(true));
    }

    /// Makes an identity a column like any other.
    void unnumber(StoredColumn column) {
        numberings.removeIf(n -> n.column() == column.id());
        replace(column.withIdentity(Identity.NONE));
    }

    /// Has an identity counted in another place.
    void renumber(int column, Sequence sequence) {
        numberings.replaceAll(n -> n.column() == column ? n.at(sequence) : n);
    }

    /// Renames the sequence of an identity.
    void renameSequence(int column, String other) {
        numberings.stream()
                .filter(n -> n.column() == column)
                .forEach(n -> comments = comments.renamed(Kind.SEQUENCE, n.name(), other));
        numberings.replaceAll(n ->
                n.column() == column ? new Numbering(column, other, n.slot(), n.counting()) : n);
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
        numberings.removeIf(n -> n.column() == column.id());
        for (Index index : List.copyOf(indexes)) {
            boolean conditional =
                    index.condition()
                            .filter(text -> ExpressionColumns.mentions(text, column.name()))
                            .isPresent();
            if (conditional || index.isOn(column.id())) {
                indexes.remove(index);
                free.add(index.container());
            }
        }
        checks.removeIf(check -> ExpressionColumns.mentions(check.text(), column.name()));
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
                            new Index(
                                    given(unique.name(), unique.columns(), "key"),
                                    0,
                                    ids(unique.columns()),
                                    true,
                                    true));
            case Constraint.Check check ->
                    checks.add(
                            new Check(
                                    given(
                                            check.name(),
                                            ExpressionColumns.mentioned(check.text(), columns),
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
        demandComparable(ids);
        for (int id : ids) {
            columns.replaceAll(c -> c.id() == id ? c.withNotNull(true) : c);
        }
        primaryKey = Optional.of(new Key(given(key.name(), List.of(), "pkey"), ids));
    }

    /// Two values of a unique key are equal if they are kept alike, and of some types others are
    /// equal too: `1 mon` and `30 days`.
    private void demandComparable(List<Integer> ids) {
        for (StoredColumn column : columns) {
            boolean refused =
                    ids.contains(column.id())
                            && switch (column.type().name()) {
                                case INTERVAL, JSON, JSONB -> true;
                                case ARRAY -> isOfJson(column.type());
                                default -> false;
                            };
            if (refused) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported: a unique key over values of "
                                + column.type().written()
                                + ", which are equal in several forms: table="
                                + name
                                + " column="
                                + column.name());
            }
        }
    }

    private static boolean isOfJson(SqlType array) {
        SqlType.Name element = array.element().orElseThrow().name();
        return element == SqlType.Name.JSON || element == SqlType.Name.JSONB;
    }

    /// Adds an index, with a container of its own.
    Index index(Index wanted) {
        if (wanted.unique()) {
            demandComparable(wanted.columns());
        }
        Index index = wanted.in(containers.getAsInt());
        indexes.add(index);
        return index;
    }

    /// The name of an index that nobody gives one.
    ///
    /// @param ending `key` if it is there for a constraint, else `idx`
    String indexName(List<String> on, String ending) {
        return given("", on, ending);
    }

    Optional<String> primaryKeyName() {
        return primaryKey.map(Key::name);
    }

    /// Says something of a part, or nothing.
    void comment(Comments.Part part, Optional<String> text) {
        comments = comments.with(part, text);
    }

    private void foreignKey(Constraint.ForeignKey key) {
        String given = given(key.name(), key.columns(), "fkey");
        TableDefinition now = definition();
        ForeignKey resolved = new References(now, snapshot).resolve(key, ids(key.columns()), given);
        GeneratedColumns.demand(now, resolved);
        foreignKeys.add(resolved);
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
        comments = comments.renamed(Kind.CONSTRAINT, before, after);
        comments = comments.renamed(Kind.INDEX, before, after);
        primaryKey =
                primaryKey.map(
                        k -> k.name().equalsIgnoreCase(before) ? new Key(after, k.columns()) : k);
        indexes.replaceAll(i -> i.name().equalsIgnoreCase(before) ? i.named(after) : i);
        checks.replaceAll(c -> c.name().equalsIgnoreCase(before) ? new Check(after, c.text()) : c);
        foreignKeys.replaceAll(k -> k.name().equalsIgnoreCase(before) ? k.named(after) : k);
    }

    /// Has a foreign key checked at another time.
    void defer(String constraint, Constraint.Deferral deferral) {
        require(constraint);
        if (foreignKeys.stream().noneMatch(k -> k.name().equalsIgnoreCase(constraint))) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "constraint \""
                            + constraint
                            + "\" of relation \""
                            + name
                            + "\" is not a foreign key constraint");
        }
        foreignKeys.replaceAll(
                k -> k.name().equalsIgnoreCase(constraint) ? k.deferred(deferral) : k);
    }

    /// Renames an index, and the constraint that it is of.
    void renameIndex(String before, String after) {
        if (constraintNames().stream().anyMatch(before::equalsIgnoreCase)) {
            renameConstraint(before, after);
            return;
        }
        requireNew(after);
        comments = comments.renamed(Kind.INDEX, before, after);
        indexes.replaceAll(i -> i.name().equalsIgnoreCase(before) ? i.named(after) : i);
    }

    /// Renames a column here and in the texts of the table's own expressions.
    void renameColumn(String before, String after) {
        StoredColumn column = column(before);
        if (!before.equalsIgnoreCase(after) && find(after).isPresent()) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_COLUMN,
                    "table \"" + name + "\" has a column \"" + after + "\" already");
        }
        replace(column.withName(after));
        comments = comments.renamed(Kind.COLUMN, before, after);
        checks.replaceAll(c ->
                new Check(c.name(), ExpressionColumns.renamed(c.text(), column.name(), after)));
        indexes.replaceAll(i ->
                i.where(
                        i.condition()
                                .map(text ->
                                        ExpressionColumns.renamed(text, column.name(), after))));
        columns.replaceAll(c ->
                c.withGenerated(
                        c.generated()
                                .map(text ->
                                        ExpressionColumns.renamed(text, column.name(), after))));
    }

    void dropForeignKeysTo(TableName table) {
        foreignKeys.removeIf(k -> k.table().folded().equals(table.folded()));
    }

    void dropForeignKey(ForeignKey key) {
        foreignKeys.remove(key);
    }

    void retarget(TableName before, TableName after) {
        foreignKeys.replaceAll(k -> k.table().folded().equals(before.folded()) ? k.to(after) : k);
    }

    /// Gives the table fresh containers and slots, for rows that are written anew.
    Draft fresh() {
        container = containers.getAsInt();
        indexes.replaceAll(i -> i.in(containers.getAsInt()));
        return this;
    }

    /// Changes the type of a column, whose slot is for the new type from now on.
    void type(StoredColumn column, SqlType type) {
        slots.set(column.id(), type);
        replace(column.withType(type));
    }

    /// Forgets what older rows have in columns added later, since all rows are written anew.
    void forgetMissing() {
        columns.replaceAll(StoredColumn::withoutMissing);
    }

    List<String> constraintNames() {
        return definition().constraintNames();
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
        if (given.isEmpty()) {
            List<String> parts = new ArrayList<>(List.of(name.name()));
            parts.addAll(on);
            parts.add(ending);
            return ExpressionColumns.free(
                    String.join("_", parts), wanted -> isTaken(wanted, index));
        }
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

    private boolean isTaken(String wanted, boolean index) {
        TableName relation = new TableName(name.schema(), wanted);
        return constraintNames().stream().anyMatch(wanted::equalsIgnoreCase)
                || indexes.stream().anyMatch(i -> i.name().equalsIgnoreCase(wanted))
                || index
                        && (snapshot.isTaken(relation)
                                || numberings.stream()
                                        .anyMatch(n -> n.name().equalsIgnoreCase(wanted))
                                || wanted.equalsIgnoreCase(name.name()));
    }
}
