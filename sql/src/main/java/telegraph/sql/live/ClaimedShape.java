package telegraph.sql.live;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.engine.Basis;
import telegraph.language.ast.EstimateClause;
import telegraph.query.plan.GroupLineage;
import telegraph.query.plan.Plan;
import telegraph.query.translate.QueryShape;
import telegraph.sql.Mark;
import telegraph.sql.ResultColumn;

/// What columns a result has beside those of its query.
///
/// | query             | columns                                                            |
/// |-------------------|--------------------------------------------------------------------|
/// | as usual          | the query's                                                        |
/// | may stop early    | the query's, behind each estimated one its error; `basis`          |
/// | SELECT ONLINE     | `snapshot`, `progress`, and those of one that may stop early       |
///
/// An error is a half-width: 0 if exact, NULL if nothing can be claimed.
///
/// Threads: any; immutable.
final class ClaimedShape {
    private static final ResultColumn SNAPSHOT = new ResultColumn("snapshot", "BIGINT");
    private static final ResultColumn PROGRESS = new ResultColumn("progress", "DOUBLE PRECISION");
    private static final ResultColumn BASIS = new ResultColumn("basis", "TEXT");

    private final List<ResultColumn> own;
    private final boolean[] estimated;
    private final boolean marked;
    private final boolean online;

    private ClaimedShape(
            List<ResultColumn> own, boolean[] estimated, boolean marked, boolean online) {
        this.own = own;
        this.estimated = estimated;
        this.marked = marked;
        this.online = online;
    }

    static ClaimedShape of(Plan plan, GroupLineage running, EstimateClause estimating) {
        List<ResultColumn> own = QueryRun.columns(new QueryShape(plan.rowType(), plan.declared()));
        boolean[] estimated = new boolean[own.size()];
        for (int c = 0; c < estimated.length; c++) {
            estimated[c] = running.columns().get(c).estimated();
        }
        return new ClaimedShape(own, estimated, estimating.isAsked(), estimating.online());
    }

    List<ResultColumn> columns() {
        if (!marked) {
            return own;
        }
        List<ResultColumn> all = new ArrayList<>();
        if (online) {
            all.add(SNAPSHOT);
            all.add(PROGRESS);
        }
        for (int c = 0; c < own.size(); c++) {
            all.add(own.get(c));
            if (estimated[c]) {
                all.add(new ResultColumn(own.get(c).name() + "_error", "DOUBLE PRECISION"));
            }
        }
        all.add(BASIS);
        return all;
    }

    /// Whether running answers are rows of the result.
    boolean isOnline() {
        return online;
    }

    /// A row of the result.
    ///
    /// @param values those of the query's columns
    Object[] row(Object[] values, Mark mark, long snapshot, double progress) {
        if (!marked) {
            return values;
        }
        List<Object> all = new ArrayList<>();
        if (online) {
            all.add(snapshot);
            all.add(orNull(progress));
        }
        for (int c = 0; c < values.length; c++) {
            all.add(values[c]);
            if (estimated[c]) {
                all.add(orNull(mark.errors()[c]));
            }
        }
        all.add(mark.told());
        return all.toArray();
    }

    private static Double orNull(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /// The mark of a row of this shape, of one for the query's columns.
    Mark mark(Mark mark) {
        if (!marked) {
            return mark;
        }
        int[] places = places();
        Mark wide = Mark.none(columns().size(), mark.reason());
        for (int c = 0; c < places.length; c++) {
            wide.errors()[places[c]] = mark.errors()[c];
            wide.lows()[places[c]] = mark.lows()[c];
            wide.highs()[places[c]] = mark.highs()[c];
        }
        return new Mark(
                mark.basis(),
                mark.undecided(),
                wide.errors(),
                wide.lows(),
                wide.highs(),
                mark.reason());
    }

    /// For each column of a row of this shape whether it is computed from aggregates.
    boolean[] estimated() {
        boolean[] wide = new boolean[columns().size()];
        int[] places = places();
        for (int c = 0; c < places.length; c++) {
            wide[places[c]] = estimated[c];
        }
        return wide;
    }

    /// Where the query's columns are.
    private int[] places() {
        int[] places = new int[own.size()];
        int at = online ? 2 : 0;
        for (int c = 0; c < places.length; c++) {
            places[c] = at++;
            if (marked && estimated[c]) {
                at++;
            }
        }
        return places;
    }

    /// The mark of a row of the final answer.
    Mark exact() {
        int columns = own.size();
        double[] errors = new double[columns];
        double[] lows = new double[columns];
        double[] highs = new double[columns];
        Arrays.fill(lows, Double.NEGATIVE_INFINITY);
        Arrays.fill(highs, Double.POSITIVE_INFINITY);
        return new Mark(Basis.EXACT, errors, lows, highs, "");
    }

    /// The mark of a row of which nothing is claimed.
    Mark none(String reason) {
        return Mark.none(own.size(), reason);
    }
}
