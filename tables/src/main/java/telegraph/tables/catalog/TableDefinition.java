package telegraph.tables.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.Definition.OnCommit;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableName;

/// A table as the catalog keeps it: what its rows look like, what they promise and where they are.
///
/// Columns are referred to by their ids, so that a name may change.
///
/// @param container where the rows are: the key is the primary key's columns, or a hidden number if
///   there is no primary key
/// @param counters where the next values of identity columns are; 0 if there are none
/// @param columns in order, without the dropped ones
/// @param slots the types of the columns of a row that is written now, dropped ones included: the
///   id of a column is its index here
/// @param primaryKey empty if rows are known by a hidden number
/// @param numberings the sequences of identity columns
/// @param materialized the query that the rows are from, if it is a materialized view
/// @param indexes also those that UNIQUE constraints stand on
/// @param onCommit what becomes of a temporary table's rows with each commit; of no other, and not
///   kept in the store, since no temporary table outlives its session
public record TableDefinition(
        TableName name,
        int container,
        int counters,
        List<StoredColumn> columns,
        List<SqlType> slots,
        Optional<Key> primaryKey,
        List<Index> indexes,
        List<Check> checks,
        List<ForeignKey> foreignKeys,
        List<Numbering> numberings,
        Optional<Materialized> materialized,
        Comments comments,
        OnCommit onCommit) {
    public TableDefinition {
        columns = List.copyOf(columns);
        slots = List.copyOf(slots);
        indexes = List.copyOf(indexes);
        checks = List.copyOf(checks);
        foreignKeys = List.copyOf(foreignKeys);
        numberings = List.copyOf(numberings);
    }

    /// A table whose rows are given to it.
    public TableDefinition(
            TableName name,
            int container,
            int counters,
            List<StoredColumn> columns,
            List<SqlType> slots,
            Optional<Key> primaryKey,
            List<Index> indexes,
            List<Check> checks,
            List<ForeignKey> foreignKeys,
            List<Numbering> numberings) {
        this(
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
                Optional.empty(),
                Comments.NONE,
                OnCommit.PRESERVE_ROWS);
    }

    /// The query that the rows of a materialized view are from.
    ///
    /// @param text as written
    /// @param outputs what the query called its columns when the view was made
    /// @param populated whether there are rows to read, be they none
    public record Materialized(String text, List<String> outputs, boolean populated) {
        public Materialized {
            outputs = List.copyOf(outputs);
        }

        public Materialized populated(boolean other) {
            return new Materialized(text, outputs, other);
        }
    }

    /// `table`, or `materialized view`.
    public String kind() {
        return materialized.isPresent() ? "materialized view" : "table";
    }

    /// The primary key. Its columns are NOT NULL.
    ///
    /// @param columns ids, in the order of the key
    public record Key(String name, List<Integer> columns) {
        public Key {
            columns = List.copyOf(columns);
        }
    }

    /// An index: in a container of its own, the key is these columns, and where they may be equal
    /// the primary key after them.
    ///
    /// @param columns ids, in the order of the key
    /// @param constraint whether it is there for a UNIQUE constraint and goes with that
    /// @param condition the text of what holds of the rows that are in it; empty for all
    /// @param included ids of columns that INCLUDE names, which are shown and not kept in it
    public record Index(
            String name,
            int container,
            List<Integer> columns,
            boolean unique,
            boolean constraint,
            Optional<String> condition,
            List<Integer> included) {
        public Index {
            columns = List.copyOf(columns);
            included = List.copyOf(included);
        }

        /// Whether it goes with a column.
        public boolean isOn(int column) {
            return columns.contains(column) || included.contains(column);
        }

        /// One of all rows, and of its key alone.
        public Index(
                String name,
                int container,
                List<Integer> columns,
                boolean unique,
                boolean constraint) {
            this(name, container, columns, unique, constraint, Optional.empty(), List.of());
        }

        /// Whether no two rows of the table have the same key, whatever else they have.
        public boolean isKey() {
            return unique && condition.isEmpty();
        }

        /// The same in another container.
        public Index in(int other) {
            return new Index(name, other, columns, unique, constraint, condition, included);
        }

        public Index named(String other) {
            return new Index(other, container, columns, unique, constraint, condition, included);
        }

        public Index where(Optional<String> other) {
            return new Index(name, container, columns, unique, constraint, other, included);
        }
    }

    /// @param text the expression, which must not be false
    public record Check(String name, String text) {}

    /// @param columns ids of columns of this table
    /// @param table what they refer to
    /// @param referenced ids of columns of that, which are its primary key or a unique index
    public record ForeignKey(
            String name,
            List<Integer> columns,
            TableName table,
            List<Integer> referenced,
            Constraint.Action onDelete,
            Constraint.Action onUpdate,
            Constraint.Deferral deferral) {
        public ForeignKey {
            columns = List.copyOf(columns);
            referenced = List.copyOf(referenced);
        }

        /// One that each statement checks.
        public ForeignKey(
                String name,
                List<Integer> columns,
                TableName table,
                List<Integer> referenced,
                Constraint.Action onDelete,
                Constraint.Action onUpdate) {
            this(name, columns, table, referenced, onDelete, onUpdate, Constraint.Deferral.NEVER);
        }

        public ForeignKey named(String other) {
            return new ForeignKey(other, columns, table, referenced, onDelete, onUpdate, deferral);
        }

        /// The same to the table of another name.
        public ForeignKey to(TableName other) {
            return new ForeignKey(name, columns, other, referenced, onDelete, onUpdate, deferral);
        }

        public ForeignKey deferred(Constraint.Deferral other) {
            return new ForeignKey(name, columns, table, referenced, onDelete, onUpdate, other);
        }
    }

    /// The sequence of an identity column.
    ///
    /// @param column its id
    /// @param name in the schema of the table
    /// @param slot where it is counted among the counters
    public record Numbering(int column, String name, int slot, Counting counting) {
        /// The same, counting on in another place.
        public Numbering at(Sequence sequence) {
            return new Numbering(column, name, sequence.slot(), sequence.counting());
        }
    }

    /// The same with other columns.
    TableDefinition with(List<StoredColumn> other) {
        return with(other, slots);
    }

    /// The same with other columns, and other types in the slots of its rows that lie alike.
    public TableDefinition with(List<StoredColumn> other, List<SqlType> types) {
        return new TableDefinition(
                name,
                container,
                counters,
                other,
                types,
                primaryKey,
                indexes,
                checks,
                foreignKeys,
                numberings,
                materialized,
                comments,
                onCommit);
    }

    /// The same with the rows of a query, or none.
    TableDefinition of(Optional<Materialized> query) {
        return new TableDefinition(
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
                query,
                comments,
                onCommit);
    }

    /// A materialized view of the same query, in other words.
    public TableDefinition asked(String text) {
        return of(
                materialized.map(
                        query -> new Materialized(text, query.outputs(), query.populated())));
    }

    /// The same with other foreign keys.
    TableDefinition referring(List<ForeignKey> other) {
        return new TableDefinition(
                name,
                container,
                counters,
                columns,
                slots,
                primaryKey,
                indexes,
                checks,
                other,
                numberings,
                materialized,
                comments,
                onCommit);
    }

    /// The same with other indexes.
    TableDefinition indexed(List<Index> other) {
        return new TableDefinition(
                name,
                container,
                counters,
                columns,
                slots,
                primaryKey,
                other,
                checks,
                foreignKeys,
                numberings,
                materialized,
                comments,
                onCommit);
    }

    /// The same without indexes.
    public TableDefinition bare() {
        return indexed(List.of());
    }

    /// The sequences of the identity columns.
    public List<Sequence> sequences() {
        return numberings.stream().map(this::sequence).toList();
    }

    /// That of the identity column with an id.
    public Sequence sequence(int column) {
        for (Numbering numbering : numberings) {
            if (numbering.column == column) {
                return sequence(numbering);
            }
        }
        throw new IllegalStateException("no identity: table=" + name + " column=" + column);
    }

    private Sequence sequence(Numbering of) {
        return new Sequence(
                new TableName(name.schema(), of.name()), counters, of.slot(), of.counting());
    }

    /// The index of a column in [#columns], by its name in any case; -1 if there is none.
    public int indexOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        return -1;
    }

    /// The index in [#columns] of the column with an id; -1 if it was dropped.
    public int indexOfId(int id) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).id() == id) {
                return i;
            }
        }
        return -1;
    }

    /// The column with an id.
    public StoredColumn column(int id) {
        return columns.get(indexOfId(id));
    }

    /// With other comments.
    public TableDefinition withComments(Comments other) {
        return new TableDefinition(
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
                other,
                onCommit);
    }

    /// The names of all its constraints.
    public List<String> constraintNames() {
        List<String> names = new ArrayList<>();
        primaryKey.ifPresent(key -> names.add(key.name()));
        indexes.stream().filter(Index::constraint).map(Index::name).forEach(names::add);
        checks.stream().map(Check::name).forEach(names::add);
        foreignKeys.stream().map(ForeignKey::name).forEach(names::add);
        return names;
    }

    /// Whether it has a part that may have a comment.
    public boolean has(Comments.Part part) {
        return switch (part.kind()) {
            case COLUMN -> indexOf(part.name()) >= 0;
            case CONSTRAINT -> constraintNames().stream().anyMatch(part.name()::equalsIgnoreCase);
            case INDEX ->
                    primaryKey.filter(key -> key.name().equalsIgnoreCase(part.name())).isPresent()
                            || indexes.stream()
                                    .anyMatch(i -> i.name().equalsIgnoreCase(part.name()));
            case SEQUENCE ->
                    numberings.stream().anyMatch(n -> n.name().equalsIgnoreCase(part.name()));
            case TABLE, VIEW, SOURCE, SCHEMA, TYPE, EXTENSION -> false;
        };
    }

    /// The types of the columns, in order.
    public List<SqlType> types() {
        return columns.stream().map(StoredColumn::type).toList();
    }
}
