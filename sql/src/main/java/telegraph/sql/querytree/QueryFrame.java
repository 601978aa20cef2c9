package telegraph.sql.querytree;

/// The rows an expression looks at: one of each item of FROM, and further out those of the queries
/// around it.
///
/// Threads: that of the statement.
public final class QueryFrame {
    private final QueryFrame outer;

    /// The rows at hand, in order of the items; null where a join found none.
    public Object[][] rows;

    /// Values that are not in rows: results of aggregates and windows, elements of sets; of a query
    /// with WITH the tables it names.
    public Object[] extras;

    public QueryFrame(QueryFrame outer, int items, int extras) {
        this.outer = outer;
        this.rows = new Object[items][];
        this.extras = new Object[extras];
    }

    public QueryFrame at(int depth) {
        QueryFrame frame = this;
        for (int i = 0; i < depth; i++) {
            frame = frame.outer;
        }
        return frame;
    }
}
