package telegraph.tables.access;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Violation;
import telegraph.language.ast.TableName;
import telegraph.store.Bytes;
import telegraph.store.Store;
import telegraph.tables.catalog.TableDefinition.ForeignKey;
import telegraph.tables.row.StoredTable;

/// What a row that breaks a promise of its table is told, in PostgreSQL's words.
final class Violations {
    private Violations() {}

    static TelegraphException isNull(StoredTable table, int column) {
        TableName name = table.definition().name();
        return TelegraphException.violated(
                SqlState.NOT_NULL_VIOLATION,
                "null value in column \""
                        + table.column(column)
                        + "\" of table \""
                        + table.name()
                        + "\" violates not-null constraint",
                new Violation(name.schema(), name.name(), table.column(column), "", ""));
    }

    static TelegraphException check(StoredTable table, String constraint) {
        return TelegraphException.violated(
                SqlState.CHECK_VIOLATION,
                "new row for table \""
                        + table.name()
                        + "\" violates check constraint \""
                        + constraint
                        + "\"",
                of(table, constraint, ""));
    }

    /// @param key what another row has too, as messages show it
    static TelegraphException duplicate(StoredTable table, String constraint, String key) {
        return TelegraphException.violated(
                SqlState.UNIQUE_VIOLATION,
                "duplicate key value violates unique constraint \"" + constraint + "\"",
                of(table, constraint, key + " already exists"));
    }

    static TelegraphException absent(StoredTable table, ForeignKey foreign, String key) {
        return TelegraphException.violated(
                SqlState.FOREIGN_KEY_VIOLATION,
                "insert or update on table \""
                        + table.name()
                        + "\" violates foreign key constraint \""
                        + foreign.name()
                        + "\"",
                of(
                        table,
                        foreign.name(),
                        key + " is not present in table \"" + foreign.table() + "\""));
    }

    /// @param key the row that goes, as messages show it
    static TelegraphException referenced(StoredTable child, ForeignKey foreign, String key) {
        return TelegraphException.violated(
                SqlState.FOREIGN_KEY_VIOLATION,
                "update or delete on table \""
                        + foreign.table()
                        + "\" violates foreign key constraint \""
                        + foreign.name()
                        + "\" on table \""
                        + child.name()
                        + "\"",
                of(
                        child,
                        foreign.name(),
                        key + " is still referenced from table \"" + child.name() + "\""));
    }

    private static Violation of(StoredTable table, String constraint, String detail) {
        TableName name = table.definition().name();
        return Violation.of(name.schema(), name.name(), constraint, detail);
    }

    /// @throws TelegraphException if the store takes no such key
    static void demandShort(Bytes key, String constraint) {
        if (key.length() > Store.KEY_BYTES_MAX) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "a key has at most "
                            + Store.KEY_BYTES_MAX
                            + " bytes: index=\""
                            + constraint
                            + "\" bytes="
                            + key.length()
                            + ". Index a shorter column");
        }
    }
}
