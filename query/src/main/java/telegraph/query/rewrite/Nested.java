package telegraph.query.rewrite;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Collect;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Tells whether a subquery that names columns of the query around it has another in it, be it by
/// LATERAL: of such, decorrelation cannot make joins in every case, and fails in any way.
///
/// Threads: any.
public final class Nested {
    private Nested() {}

    /// Refuses a plan with such a subquery, of which no joins could be made.
    ///
    /// @param thrown what came of it
    public static void demandKnown(RelNode plan, Throwable thrown) {
        if (!(thrown instanceof TelegraphException) && isIn(plan)) {
            throw refused(thrown);
        }
    }

    /// The plan, if no subquery is left in it, and whatever names columns of an outer query stands
    /// where its rows are at hand.
    public static RelNode demandJoined(RelNode plan) {
        AtomicBoolean left = new AtomicBoolean(!new Correlations(plan).free(plan).isEmpty());
        plan.accept(subqueries(_ -> left.set(true)));
        plan.accept(correlates(right -> left.compareAndSet(false, !isListed(right))));
        if (left.get()) {
            throw refused(null);
        }
        return plan;
    }

    private static TelegraphException refused(Throwable thrown) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "a subquery stands in another, in the ON of a join, or over a function or grouping"
                        + " sets that name columns of the query around it, and no join could be"
                        + " made of it. Write it as a join, or in a WITH of its own",
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
        plan.accept(correlates(_ -> found.set(true)));
        return found.get();
    }

    /// Whether a part is made of values, which the join asks again for each row.
    private static boolean isListed(RelNode part) {
        boolean own =
                part instanceof Values
                        || part instanceof Project
                        || part instanceof Uncollect
                        || part instanceof Collect;
        return own && part.getInputs().stream().allMatch(Nested::isListed);
    }

    private static RelHomogeneousShuttle correlates(Consumer<RelNode> right) {
        return new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                if (node instanceof Correlate correlate) {
                    right.accept(correlate.getRight());
                }
                return super.visit(node);
            }
        };
    }

    private static RelHomogeneousShuttle subqueries(Consumer<RexSubQuery> seen) {
        RexShuttle within =
                new RexShuttle() {
                    @Override
                    public RexNode visitSubQuery(RexSubQuery query) {
                        seen.accept(query);
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
