package telegraph.sql.value;

import java.util.Arrays;
import java.util.function.Function;

/// The rows an expression looks at: one of each item of FROM, and further out those of the queries
/// around it.
///
/// Threads: that of the statement.
public final class QueryFrame {
    private final QueryFrame outer;
    private final Function<Counted, Object> counting;

    /// The rows at hand, in order of the items; null where a join found none.
    public Object[][] rows;

    /// Values that are not in rows: results of aggregates and windows, elements of sets; of a query
    /// with WITH the tables it names.
    public Object[] extras;

    public QueryFrame(QueryFrame outer, int items, int extras) {
        this(
                outer,
                items,
                extras,
                counted -> {
                    throw new IllegalStateException("nothing is counted here: " + counted);
                });
    }

    /// @param counting counts what stands in rows to be counted
    public QueryFrame(QueryFrame outer, int items, int extras, Function<Counted, Object> counting) {
        this.outer = outer;
        this.counting = counting;
        this.rows = new Object[items][];
        this.extras = new Object[extras];
    }

    /// The value of an item's column, or null if the item has no row.
    public Object value(int item, int column) {
        Object[] row = rows[item];
        return row == null ? null : now(row[column]);
    }

    /// The row of an item with all of its values, or null.
    public Object[] row(int item) {
        Object[] row = rows[item];
        if (row == null || Arrays.stream(row).noneMatch(Counted.class::isInstance)) {
            return row;
        }
        return Arrays.stream(row).map(this::now).toArray();
    }

    private Object now(Object value) {
        return value instanceof Counted counted ? counting.apply(counted) : value;
    }

    public QueryFrame at(int depth) {
        QueryFrame frame = this;
        for (int i = 0; i < depth; i++) {
            frame = frame.outer;
        }
        return frame;
    }
}
