package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Makes rows of one relation, column by column; what is not set is as the relation's shape says.
///
/// Threads: one.
final class RowMaker {
    private final String relation;
    private final Map<String, Integer> places;
    private final Object[] blank;
    private final List<Object[]> rows = new ArrayList<>();
    private Object[] row;

    RowMaker(String relation, Map<String, Integer> places, Object[] blank) {
        this.relation = relation;
        this.places = places;
        this.blank = blank;
    }

    /// Begins a row.
    RowMaker row() {
        row = blank.clone();
        rows.add(row);
        return this;
    }

    RowMaker set(String column, Object value) {
        Integer place = places.get(column);
        if (place == null) {
            throw new IllegalStateException("no such column: " + relation + "." + column);
        }
        row[place] = value instanceof Integer whole ? (Object) whole.longValue() : value;
        return this;
    }

    List<Object[]> made() {
        return rows;
    }
}
