package telegraph.sql.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import telegraph.sql.expression.Interrupts;

/// What plans name of the queries around them, and how many tables they read once their correlated
/// subqueries are joins.
///
/// A subquery that finds its rows by `its own = outer column` is joined by that. Any other is
/// computed for each distinct value of the outer columns that it names, and these come from a copy
/// of the outer query: a query with n such subqueries over one another reads 2ⁿ tables.
///
/// Threads: any.
final class Correlations {
    private Correlations() {}

    /// @throws telegraph.memory.TelegraphException of kind INPUT if they are too many
    static void demandFew(RelNode plan) {
        double tables = tables(plan);
        if (tables > WrittenOut.TABLES_MAX) {
            throw WrittenOut.tooMany(
                    new WrittenOut.Extent((long) tables, 0),
                    "this one, whose subqueries compare more than columns for equality with the"
                            + " query around them,",
                    "Compare columns for equality, or write joins");
        }
    }

    private static double tables(RelNode node) {
        Interrupts.check();
        if (node.getInputs().isEmpty()) {
            return 1;
        }
        double tables = 0;
        for (RelNode input : node.getInputs()) {
            tables += tables(input);
            if (node instanceof Correlate correlate
                    && input == correlate.getLeft()
                    && copies(correlate.getRight(), correlate.getCorrelationId())) {
                tables *= 2;
            }
        }
        return tables;
    }

    /// Whether some node names the outer query otherwise than for equality with a column of it.
    private static boolean copies(RelNode node, CorrelationId outer) {
        Interrupts.check();
        Set<Integer> named = new HashSet<>();
        node.accept(
                new RexShuttle() {
                    @Override
                    public RexNode visitFieldAccess(RexFieldAccess access) {
                        if (isOf(outer, access)) {
                            named.add(access.getField().getIndex());
                        }
                        return access;
                    }
                });
        List<RexNode> conjuncts =
                node instanceof Filter filter
                        ? RelOptUtil.conjunctions(filter.getCondition())
                        : List.of();
        for (RexNode conjunct : conjuncts) {
            if (conjunct instanceof RexCall call && call.getKind() == SqlKind.EQUALS) {
                for (RexNode operand : call.getOperands()) {
                    if (Casts.strip(operand) instanceof RexFieldAccess access
                            && isOf(outer, access)) {
                        named.remove(access.getField().getIndex());
                    }
                }
            }
        }
        return !named.isEmpty()
                || node.getInputs().stream().anyMatch(input -> copies(input, outer));
    }

    /// The outer queries that a plan names and that are not in it.
    static Set<CorrelationId> free(RelNode plan) {
        Set<CorrelationId> free = new HashSet<>(RelOptUtil.getVariablesUsed(plan));
        plan.accept(
                new RelHomogeneousShuttle() {
                    @Override
                    public RelNode visit(RelNode node) {
                        free.removeAll(node.getVariablesSet());
                        return super.visit(node);
                    }
                });
        return free;
    }

    private static boolean isOf(CorrelationId outer, RexFieldAccess access) {
        return access.getReferenceExpr() instanceof RexCorrelVariable variable
                && variable.id.equals(outer);
    }
}
