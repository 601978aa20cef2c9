package telegraph.tables.point;

import java.util.Optional;
import telegraph.language.ast.PointStatement;
import telegraph.tables.row.StoredTable;

/// A statement about one row, bound to a definition of its table.
///
/// Threads: one at a time.
public sealed interface BoundPoint permits BoundFind, BoundChange {
    StoredTable table();

    /// Whether it can be carried out with these values without a planner.
    boolean takes(PointValues values);

    /// Binds a statement; empty if the table has no such columns, the columns after WHERE are not
    /// its primary key, or the planner has anything else to say about it.
    static Optional<BoundPoint> of(PointStatement statement, StoredTable table) {
        return switch (statement) {
            case PointStatement.Find find -> BoundFind.of(find, table).map(bound -> bound);
            case PointStatement.Update update -> BoundUpdate.of(update, table).map(bound -> bound);
            case PointStatement.Delete delete -> BoundDelete.of(delete, table).map(bound -> bound);
            case PointStatement.Insert insert -> BoundInsert.of(insert, table).map(bound -> bound);
        };
    }
}
