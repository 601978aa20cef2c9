package telegraph.sql.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Rows at hand, found by the value of a column without looking at all of them.
///
/// A row may have a [Counted] in it, which a frame turns into a number.
///
/// Threads: any; nobody changes the rows.
public final class Table {
    /// Below this many rows looking at all is as quick.
    private static final int INDEXED_MIN = 8;

    private final List<Object[]> rows;

    /// Of columns that were looked for; empty where one has what is counted.
    private final Map<Integer, Optional<Map<Object, List<Object[]>>>> indexes =
            new ConcurrentHashMap<>();

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
                .map(index -> index.getOrDefault(ValueOrder.key(value), List.of()))
                .orElse(rows);
    }

    private Optional<Map<Object, List<Object[]>>> index(int column) {
        Map<Object, List<Object[]>> index = new HashMap<>();
        for (Object[] row : rows) {
            if (row[column] instanceof Counted) {
                return Optional.empty();
            }
            if (row[column] != null) {
                index.computeIfAbsent(ValueOrder.key(row[column]), _ -> new ArrayList<>()).add(row);
            }
        }
        return Optional.of(index);
    }
}
