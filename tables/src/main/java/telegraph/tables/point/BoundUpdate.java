package telegraph.tables.point;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.PointStatement;
import telegraph.language.ast.PointStatement.Operand;
import telegraph.language.ast.PointStatement.Pair;
import telegraph.language.ast.TableColumn.Identity;
import telegraph.store.Bytes;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.tables.access.TableChanges;
import telegraph.tables.catalog.StoredColumn;
import telegraph.tables.row.StoredTable;

/// `UPDATE … SET … WHERE key = …`.
///
/// Threads: one at a time.
final class BoundUpdate implements BoundChange {
    private final StoredTable table;
    private final KeyMaker key;
    private final List<Assignment> assignments;
    private final Bytes keyBytes = new Bytes();

    /// What a column becomes: what is given, or the value of another plus or minus that.
    ///
    /// @param from the other column, or -1
    private record Assignment(int column, Given given, int from, boolean minus) {}

    private BoundUpdate(StoredTable table, KeyMaker key, List<Assignment> assignments) {
        this.table = table;
        this.key = key;
        this.assignments = assignments;
    }

    static Optional<BoundUpdate> of(PointStatement.Update update, StoredTable table) {
        List<StoredColumn> columns = table.definition().columns();
        List<Assignment> assignments = new ArrayList<>();
        for (Pair pair : update.assignments()) {
            int column = table.definition().indexOf(pair.column());
            if (column < 0
                    || columns.get(column).generated().isPresent()
                    || columns.get(column).identity() != Identity.NONE
                    || assignments.stream().anyMatch(known -> known.column() == column)) {
                return Optional.empty();
            }
            boolean sum = pair.operand() instanceof Operand.Sum;
            int from =
                    pair.operand() instanceof Operand.Sum plus
                            ? table.definition().indexOf(plus.column())
                            : -1;
            if (sum && (from < 0 || !Sums.adds(columns.get(from).type(), columns.get(column)))) {
                return Optional.empty();
            }
            boolean minus = pair.operand() instanceof Operand.Sum plus && plus.minus();
            Given given = Given.of(pair.operand(), columns.get(column).type());
            assignments.add(new Assignment(column, given, from, minus));
        }
        return KeyMaker.of(table, update.where())
                .map(key -> new BoundUpdate(table, key, assignments));
    }

    @Override
    public StoredTable table() {
        return table;
    }

    @Override
    public String title() {
        return "UPDATE";
    }

    @Override
    public boolean takes(PointValues values) {
        for (Assignment assignment : assignments) {
            boolean fits =
                    assignment.from() < 0
                            ? assignment.given().isValue(values)
                            : assignment.given().isWhole(values)
                                    || Sums.takes(assignment.given().value(values));
            if (!fits) {
                return false;
            }
        }
        return key.takes(values);
    }

    @Override
    public int change(TableChanges changes, PointValues values) {
        if (!key.make(keyBytes, values) || keyBytes.length() > Store.KEY_BYTES_MAX) {
            return 0;
        }
        Optional<Object[]> found = changes.read(table, keyBytes, ReadMode.FOR_UPDATE);
        if (found.isEmpty()) {
            return 0;
        }
        Object[] before = found.get();
        Object[] after = before.clone();
        for (Assignment assignment : assignments) {
            Object given = assignment.given().value(values);
            after[assignment.column()] =
                    assignment.from() < 0
                            ? given
                            : Sums.of(before[assignment.from()], given, assignment.minus());
        }
        changes.update(table, keyBytes, before, after);
        changes.end();
        return 1;
    }
}
