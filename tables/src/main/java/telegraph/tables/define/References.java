package telegraph.tables.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Constraint;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.Snapshot;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.catalog.TableDefinition.ForeignKey;
import telegraph.tables.catalog.TableDefinition.Key;

/// Finds what the foreign keys of a table refer to: a primary key, or columns of a unique index, of
/// types whose equal values are written alike.
///
/// Threads: one.
final class References {
    private final TableDefinition table;
    private final Snapshot snapshot;

    References(TableDefinition table, Snapshot snapshot) {
        this.table = table;
        this.snapshot = snapshot;
    }

    /// The foreign key that a constraint declares.
    ///
    /// @param ids its columns
    ForeignKey resolve(Constraint.ForeignKey key, List<Integer> ids, String name) {
        TableDefinition other = isItself(key.table()) ? table : other(key);
        demandAsLasting(other);
        List<Integer> referenced = referenced(key, other);
        if (referenced.size() != ids.size()) {
            throw TelegraphException.of(
                    SqlState.INVALID_FOREIGN_KEY,
                    "a foreign key has as many columns as the key it refers to: table="
                            + table.name()
                            + " columns="
                            + ids.size()
                            + " referenced="
                            + referenced.size());
        }
        for (int i = 0; i < ids.size(); i++) {
            requireLike(table.column(ids.get(i)), other.column(referenced.get(i)), other);
        }
        return new ForeignKey(
                name,
                ids,
                other.name(),
                referenced,
                key.onDelete(),
                key.onUpdate(),
                key.deferral());
    }

    /// Whether a name is that of the table, which may not be there yet: then a bare one stands for
    /// what will be the first of that name.
    private boolean isItself(TableName named) {
        TableName own = table.name();
        if (!named.isBare()) {
            return snapshot.resolved(named).folded().equals(own.folded());
        }
        return named.name().equalsIgnoreCase(own.name())
                && (own.isTemporary() || isBefore(own, snapshot.resolved(named)));
    }

    private boolean isBefore(TableName own, TableName found) {
        for (String schema : snapshot.path()) {
            if (schema.equalsIgnoreCase(own.schema())) {
                return true;
            }
            if (schema.equalsIgnoreCase(found.schema()) && snapshot.isTaken(found)) {
                return false;
            }
        }
        return false;
    }

    private void demandAsLasting(TableDefinition other) {
        if (table.name().isTemporary() != other.name().isTemporary()) {
            String kind = table.name().isTemporary() ? "temporary" : "permanent";
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "constraints on %s tables may reference only %s tables".formatted(kind, kind));
        }
    }

    private TableDefinition other(Constraint.ForeignKey key) {
        Optional<TableDefinition> other = snapshot.table(key.table());
        if (other.filter(table -> table.materialized().isPresent()).isPresent()) {
            throw TelegraphException.of(
                    SqlState.WRONG_OBJECT_TYPE,
                    "referenced relation \"" + key.table() + "\" is not a table");
        }
        if (other.isEmpty()) {
            List<String> names = snapshot.tables().stream().map(t -> t.name().toString()).toList();
            throw TelegraphException.of(
                    SqlState.UNDEFINED_TABLE,
                    "a foreign key refers to a table: unknown table \""
                            + key.table()
                            + "\""
                            + Nearest.hint(key.table().toString(), names));
        }
        return other.get();
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
                List<String> names = other.columns().stream().map(StoredColumn::name).toList();
                throw TelegraphException.of(
                        SqlState.UNDEFINED_COLUMN,
                        "table \""
                                + other.name()
                                + "\" has no column \""
                                + column
                                + "\""
                                + Nearest.hint(column, names));
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
        return table.primaryKey().filter(k -> isSet(k.columns(), wanted)).isPresent()
                || table.indexes().stream().anyMatch(i -> i.isKey() && isSet(i.columns(), wanted));
    }

    private static boolean isSet(List<Integer> ids, Set<Integer> wanted) {
        return ids.size() == wanted.size() && wanted.containsAll(ids);
    }

    private void requireLike(StoredColumn mine, StoredColumn referenced, TableDefinition other) {
        boolean like =
                family(mine.type()) == family(referenced.type())
                        && mine.type().user().equals(referenced.type().user());
        if (!like) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    "a foreign key has the types of what it refers to: "
                            + table.name()
                            + "."
                            + mine.name()
                            + "="
                            + mine.type()
                            + " "
                            + other.name()
                            + "."
                            + referenced.name()
                            + "="
                            + referenced.type());
        }
    }

    /// Whether values of two types are written alike for certain.
    static boolean isSame(SqlType one, SqlType other) {
        return one.name() == other.name()
                && one.element().equals(other.element())
                && one.user().equals(other.user());
    }

    /// What stands for all types whose equal values are written alike.
    private static SqlType.Name family(SqlType type) {
        if (type.isWhole()) {
            return SqlType.Name.BIGINT;
        }
        return type.isCharacters() ? SqlType.Name.TEXT : type.name();
    }
}
