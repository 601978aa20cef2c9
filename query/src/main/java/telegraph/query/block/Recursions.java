package telegraph.query.block;

import java.util.function.Function;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import telegraph.query.recursion.RecursionNode;
import telegraph.query.recursion.WorkingNode;

/// Puts leaves in the places of queries that name themselves and of what they work on, also where
/// subqueries have them.
///
/// Threads: one, once.
public final class Recursions extends RelHomogeneousShuttle {
    private final Function<RecursionNode, RecursiveRel> plan;
    private final RexShuttle subqueries =
            new RexShuttle() {
                @Override
                public RexNode visitSubQuery(RexSubQuery query) {
                    RelNode rewritten = query.rel.accept(Recursions.this);
                    return super.visitSubQuery(
                            rewritten == query.rel ? query : query.clone(rewritten));
                }
            };

    /// @param plan plans a recursion by itself
    public Recursions(Function<RecursionNode, RecursiveRel> plan) {
        this.plan = plan;
    }

    public RelNode rewritten(RelNode node) {
        return node.accept(this);
    }

    @Override
    public RelNode visit(RelNode node) {
        return switch (node) {
            case RecursionNode recursion -> plan.apply(recursion);
            case WorkingNode rows ->
                    new WorkingRel(rows.getCluster(), rows.name(), rows.getRowType());
            default -> super.visit(node).accept(subqueries);
        };
    }
}
