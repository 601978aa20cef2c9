package telegraph.tables.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Constraint.Action;
import telegraph.language.ast.Constraint.Deferral;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.language.ast.TableName;
import telegraph.store.Transaction;
import telegraph.tables.catalog.Counting;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.catalog.TableDefinition.Check;
import telegraph.tables.catalog.TableDefinition.ForeignKey;
import telegraph.tables.catalog.TableDefinition.Index;
import telegraph.tables.catalog.TableDefinition.Key;
import telegraph.tables.row.StoredTable;

/// Writes definitions of tables down, with containers in the store of a transaction.
public final class TableBuilder {
    private final String name;
    private final Transaction transaction;
    private final List<StoredColumn> columns = new ArrayList<>();
    private final List<Index> indexes = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private final List<ForeignKey> foreignKeys = new ArrayList<>();
    private Optional<Key> key = Optional.empty();
    private int counters;

    public TableBuilder(String name, Transaction transaction) {
        this.name = name;
        this.transaction = transaction;
    }

    public TableBuilder column(String column, SqlType type) {
        return column(column, type, null, false, Identity.NONE);
    }

    public TableBuilder column(String column, SqlType.Name type) {
        return column(column, SqlType.of(type));
    }

    public TableBuilder notNull(String column, SqlType.Name type) {
        return column(column, SqlType.of(type), null, true, Identity.NONE);
    }

    public TableBuilder byDefault(String column, SqlType.Name type, String text) {
        return column(column, SqlType.of(type), text, false, Identity.NONE);
    }

    public TableBuilder identity(String column) {
        counters = transaction.create();
        return column(column, SqlType.of(SqlType.Name.BIGINT), null, true, Identity.ALWAYS);
    }

    private TableBuilder column(
            String column, SqlType type, String byDefault, boolean notNull, Identity identity) {
        columns.add(
                new StoredColumn(
                        columns.size(),
                        column,
                        type,
                        notNull,
                        Optional.ofNullable(byDefault),
                        Optional.empty(),
                        identity,
                        Optional.empty()));
        return this;
    }

    public TableBuilder primaryKey(Integer... ids) {
        key = Optional.of(new Key(name + "_pkey", List.of(ids)));
        for (int id : ids) {
            StoredColumn c = columns.get(id);
            columns.set(
                    id,
                    new StoredColumn(
                            id,
                            c.name(),
                            c.type(),
                            true,
                            c.byDefault(),
                            c.generated(),
                            c.identity(),
                            Optional.empty()));
        }
        return this;
    }

    public TableBuilder index(String index, boolean unique, Integer... ids) {
        indexes.add(new Index(index, transaction.create(), List.of(ids), unique, false));
        return this;
    }

    public TableBuilder check(String check, String text) {
        checks.add(new Check(check, text));
        return this;
    }

    public TableBuilder foreignKey(
            int id, String parent, int referenced, Action delete, Action update) {
        foreignKeys.add(
                new ForeignKey(
                        name + "_fkey",
                        List.of(id),
                        new TableName(TableName.PUBLIC, parent),
                        List.of(referenced),
                        delete,
                        update));
        return this;
    }

    /// Has the foreign keys so far checked at the end of a transaction.
    public TableBuilder deferred() {
        foreignKeys.replaceAll(key -> key.deferred(Deferral.DEFERRED));
        return this;
    }

    public StoredTable build() {
        return new StoredTable(
                new TableDefinition(
                        new TableName(TableName.PUBLIC, name),
                        transaction.create(),
                        counters,
                        columns,
                        columns.stream().map(StoredColumn::type).toList(),
                        key,
                        indexes,
                        checks,
                        foreignKeys,
                        columns.stream()
                                .filter(c -> c.identity() != Identity.NONE)
                                .map(c ->
                                        new TableDefinition.Numbering(
                                                c.id(),
                                                name + "_" + c.name() + "_seq",
                                                c.id(),
                                                Counting.of(c.type().name())))
                                .toList()));
    }
}
