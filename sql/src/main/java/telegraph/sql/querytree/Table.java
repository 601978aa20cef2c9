package telegraph.sql.querytree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Rows at hand, found by the value of a column without looking at all of them.
///
/// Threads: that of the statement.
public final class Table {
    /// Below this many rows looking at all is as quick.
    private static final int INDEXED_MIN = 8;

    private final List<Object[]> rows;
    private final Map<Integer, Map<Object, List<Object[]>>> indexes = new HashMap<>();

    public Table(List<Object[]> rows) {
        this.rows = rows;
    }

    public List<Object[]> rows() {
        return rows;
    }

    /// At least the rows whose column has this value; none if it is null.
    public List<Object[]> having(int column, Object value) {
        if (value == null) {
            return List.of();
        }
        if (rows.size() < INDEXED_MIN) {
            return rows;
        }
        return indexes.computeIfAbsent(column, this::index)
                .getOrDefault(ValueOrder.key(value), List.of());
    }

    private Map<Object, List<Object[]>> index(int column) {
        Map<Object, List<Object[]>> index = new HashMap<>();
        for (Object[] row : rows) {
            if (row[column] != null) {
                index.computeIfAbsent(ValueOrder.key(row[column]), _ -> new ArrayList<>()).add(row);
            }
        }
        return index;
    }
}
