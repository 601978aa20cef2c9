package telegraph.tables.access;

import telegraph.language.ast.TableColumn.Identity;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.row.KeptDefaults;
import telegraph.tables.row.StatementMoment;
import telegraph.tables.row.StoredTable;

/// The values that columns of one table have in rows that give them none, within one statement.
///
/// Threads: one.
final class Defaults {
    private final StoredTable table;
    private final TableChanges changes;
    private final StatementMoment asked;
    private final KeptDefaults.Default[] defaults;

    Defaults(StoredTable table, TableChanges changes, StatementMoment asked) {
        this.table = table;
        this.changes = changes;
        this.asked = asked;
        this.defaults = new KeptDefaults.Default[table.definition().columns().size()];
    }

    void complete(Object[] row, boolean[] given) {
        for (int c = 0; c < row.length; c++) {
            if (!given[c]) {
                row[c] = value(c);
            }
        }
    }

    Object value(int index) {
        StoredColumn column = table.definition().columns().get(index);
        if (column.identity() != Identity.NONE) {
            return changes.identity(table, column);
        }
        if (defaults[index] == null) {
            defaults[index] = table.defaults().at(index, asked);
        }
        return defaults[index].forRow();
    }
}
