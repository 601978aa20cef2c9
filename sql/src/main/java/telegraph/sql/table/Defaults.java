package telegraph.sql.table;

import java.util.List;
import telegraph.sql.catalog.StoredColumn;
import telegraph.sql.statement.TableColumn.Identity;

/// The values that columns of one table have in rows that give them none, within one statement.
///
/// Threads: one.
final class Defaults {
    private final StoredTable table;
    private final Changes changes;
    private final RowExpressions[] expressions;
    private final Object[] constants;

    Defaults(StoredTable table, Changes changes, Asked asked) {
        List<StoredColumn> columns = table.definition().columns();
        this.table = table;
        this.changes = changes;
        this.expressions = new RowExpressions[columns.size()];
        this.constants = new Object[columns.size()];
        for (int c = 0; c < expressions.length; c++) {
            int column = c;
            columns.get(c)
                    .byDefault()
                    .ifPresent(text -> compile(column, columns.get(column), text, asked));
        }
    }

    private void compile(int index, StoredColumn column, String text, Asked asked) {
        RowExpressions compiled = RowExpressions.of(List.of(text), List.of(), asked);
        if (compiled.isLasting()) {
            constants[index] =
                    Fitting.fit(compiled.of(new Object[0])[0], column.type(), column.name());
        } else {
            expressions[index] = compiled;
        }
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
        return expressions[index] == null
                ? constants[index]
                : expressions[index].of(new Object[0])[0];
    }
}
