package telegraph.tables.point;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.shape.PointShape;

/// Rows written out in a statement whose values are plainly those of the columns they go to, so
/// that they need no plan.
///
/// Threads: any.
public final class PlainRows {
    private PlainRows() {}

    /// The rows of a query; empty if it is anything else than such rows, right or wrong.
    ///
    /// @param types those of the columns that values go to, from the first on
    public static Optional<List<Object[]>> of(Statement.Select query, List<SqlType> types) {
        return PointShape.rows(query).flatMap(rows -> plain(rows, types));
    }

    private static Optional<List<Object[]>> plain(List<List<Object>> rows, List<SqlType> types) {
        int width = rows.getFirst().size();
        List<Object[]> all = new ArrayList<>(rows.size());
        for (List<Object> row : rows) {
            if (row.size() != width || width > types.size()) {
                return Optional.empty();
            }
            for (int c = 0; c < width; c++) {
                if (!Given.isPlain(row.get(c), types.get(c))) {
                    return Optional.empty();
                }
            }
            all.add(row.toArray());
        }
        return Optional.of(all);
    }
}
