package telegraph.sql.plan;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// Tells whether a subquery that names columns of the query around it has another in it, be it by
/// LATERAL: of such, decorrelation cannot make joins in every case, and fails in any way.
///
/// Threads: any.
final class Nested {
    private Nested() {}

    /// Refuses a plan with such a subquery, of which no joins could be made.
    ///
    /// @param thrown what came of it
    static void demandKnown(RelNode plan, Throwable thrown) {
        if (!(thrown instanceof TelegraphException) && isIn(plan)) {
            throw refused(thrown);
        }
    }

    /// The plan, if no subquery is left in it, and whatever names columns of an outer query stands
    /// where its rows are at hand.
    static RelNode demandJoined(RelNode plan) {
        AtomicBoolean left = new AtomicBoolean(!new Correlations(plan).free(plan).isEmpty());
        plan.accept(subqueries(_ -> left.set(true)));
        if (left.get()) {
            throw refused(null);
        }
        return plan;
    }

    private static TelegraphException refused(Throwable thrown) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "a subquery stands in another, or in the ON of a join, and no joins could be made of"
                        + " them. Write it as a join, or in a WITH of its own",
                thrown);
    }

    private static boolean isIn(RelNode plan) {
        AtomicBoolean found = new AtomicBoolean();
        plan.accept(
                subqueries(query -> {
                    boolean correlated = !RelOptUtil.getVariablesUsed(query.rel).isEmpty();
                    if (correlated && hasMore(query.rel)) {
                        found.set(true);
                    }
                }));
        return found.get();
    }

    private static boolean hasMore(RelNode plan) {
        AtomicBoolean found = new AtomicBoolean();
        plan.accept(subqueries(_ -> found.set(true)));
        plan.accept(
                new RelHomogeneousShuttle() {
                    @Override
                    public RelNode visit(RelNode node) {
                        if (node instanceof Correlate) {
                            found.set(true);
                        }
                        return super.visit(node);
                    }
                });
        return found.get();
    }

    private interface Seen {
        void subquery(RexSubQuery query);
    }

    private static RelHomogeneousShuttle subqueries(Seen seen) {
        RexShuttle within =
                new RexShuttle() {
                    @Override
                    public RexNode visitSubQuery(RexSubQuery query) {
                        seen.subquery(query);
                        return super.visitSubQuery(query);
                    }
                };
        return new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                node.accept(within);
                return super.visit(node);
            }
        };
    }
}
