package telegraph.tables.point;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.tables.access.TableChanges;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.row.StoredTable;

/// `INSERT … VALUES (…)` of one row.
///
/// Threads: one at a time.
final class BoundInsert implements BoundChange {
    private final StoredTable table;
    private final int[] columns;
    private final Given[] givens;
    private final boolean[] has;

    private BoundInsert(StoredTable table, int[] columns, Given[] givens) {
        this.table = table;
        this.columns = columns;
        this.givens = givens;
        this.has = new boolean[table.definition().columns().size()];
        for (int column : columns) {
            has[column] = true;
        }
    }

    static Optional<BoundInsert> of(PointStatement.Insert insert, StoredTable table) {
        List<StoredColumn> all = table.definition().columns();
        int[] columns =
                insert.columns().isEmpty()
                        ? IntStream.range(0, insert.values().size()).toArray()
                        : insert.columns().stream()
                                .mapToInt(name -> table.definition().indexOf(name))
                                .toArray();
        boolean wrong =
                columns.length != insert.values().size()
                        || IntStream.of(columns).distinct().count() != columns.length
                        || IntStream.of(columns)
                                .anyMatch(column ->
                                        column < 0
                                                || column >= all.size()
                                                || all.get(column).generated().isPresent()
                                                || all.get(column).identity() == Identity.ALWAYS);
        if (wrong) {
            return Optional.empty();
        }
        Given[] givens = new Given[columns.length];
        for (int i = 0; i < givens.length; i++) {
            givens[i] = Given.of(insert.values().get(i), all.get(columns[i]).type());
        }
        return Optional.of(new BoundInsert(table, columns, givens));
    }

    @Override
    public StoredTable table() {
        return table;
    }

    @Override
    public String title() {
        return "INSERT";
    }

    @Override
    public boolean takes(PointValues values) {
        for (Given given : givens) {
            if (!given.isValue(values)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int change(TableChanges changes, PointValues values) {
        Object[] row = new Object[has.length];
        for (int i = 0; i < columns.length; i++) {
            row[columns[i]] = givens[i].value(values);
        }
        if (columns.length < row.length) {
            changes.complete(table, row, has);
        }
        changes.insert(table, row);
        changes.end();
        return 1;
    }
}
