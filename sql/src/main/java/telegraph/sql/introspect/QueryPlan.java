package telegraph.sql.introspect;

import java.util.List;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.Table;

/// A query whose names are resolved.
///
/// @param correlated whether it looks at rows of queries around it, so that its own differ from one
///   of those to the next
record QueryPlan(
        List<Relation.Column> columns, boolean correlated, BindContext binding, Body body) {
    /// How its rows are found.
    @FunctionalInterface
    interface Body {
        /// @param enough how many rows will do
        List<Object[]> rows(QueryFrame outer, long enough);
    }

    Table table(QueryFrame outer) {
        return correlated
                ? new Table(body.rows(outer, Long.MAX_VALUE))
                : binding.kept(this, () -> body.rows(outer, Long.MAX_VALUE));
    }

    /// The first rows only.
    List<Object[]> some(QueryFrame outer, long enough) {
        return correlated ? body.rows(outer, enough) : table(outer).rows();
    }
}
