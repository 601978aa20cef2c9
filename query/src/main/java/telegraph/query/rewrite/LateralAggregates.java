package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelShuttleImpl;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/// Computes what is made of the aggregates of a LATERAL, or of a scalar subquery, above the join
/// instead of beneath it: the row that an aggregate has of nothing need not be joined then
/// ([Unnesting]).
///
/// ```
/// a, LATERAL (SELECT sum(c.u) + 1 FROM c WHERE c.f < a.f HAVING …)
///    → filter and projection, over a, LATERAL (SELECT sum(c.u) FROM c WHERE c.f < a.f)
/// ```
///
/// An aggregate without groups has one row for each left one, so that no left row is lost or made
/// more; of a LEFT JOIN with a condition above the aggregates that is not so, and it stays.
///
/// Threads: one, once.
public final class LateralAggregates extends RelShuttleImpl {
    private final RelBuilder builder;

    public LateralAggregates(RelBuilder builder) {
        this.builder = builder;
    }

    @Override
    public RelNode visit(LogicalCorrelate original) {
        RelNode visited = super.visit(original);
        if (!(visited instanceof LogicalCorrelate lateral)
                || lateral.getJoinType() != JoinRelType.INNER
                        && lateral.getJoinType() != JoinRelType.LEFT
                || lateral.getCondition() != null && !lateral.getCondition().isAlwaysTrue()) {
            return visited;
        }
        List<RelNode> above = new ArrayList<>();
        RelNode right = lateral.getRight();
        while (right instanceof Project || right instanceof Filter) {
            above.add(right);
            right = right.getInput(0);
        }
        boolean aggregates =
                right instanceof Aggregate all
                        && all.getGroupCount() == 0
                        && above.stream().noneMatch(LateralAggregates::asks)
                        && (lateral.getJoinType() == JoinRelType.INNER
                                || above.stream().noneMatch(Filter.class::isInstance));
        return aggregates ? kept(lateral, (Aggregate) right, above.reversed()) : visited;
    }

    private static boolean asks(RelNode node) {
        return node instanceof Project project
                ? project.getProjects().stream().anyMatch(LateralAggregates::isMore)
                : isMore(((Filter) node).getCondition());
    }

    private static boolean isMore(RexNode node) {
        return RexUtil.SubQueryFinder.find(node) != null || RexOver.containsOver(node);
    }

    private RelNode kept(LogicalCorrelate lateral, Aggregate aggregate, List<RelNode> above) {
        int split = lateral.getLeft().getRowType().getFieldCount();
        builder.push(
                LogicalCorrelate.create(
                        lateral.getLeft(),
                        aggregate,
                        List.of(),
                        lateral.getCorrelationId(),
                        ImmutableBitSet.of(lateral.getRequiredColumns()),
                        JoinRelType.INNER));
        RexShuttle inside = new Inside(lateral.getCorrelationId(), split);
        for (RelNode node : above) {
            if (node instanceof Filter filter) {
                builder.filter(filter.getCondition().accept(inside));
            } else {
                List<RexNode> made = left(split);
                made.addAll(inside.apply(((Project) node).getProjects()));
                builder.project(made);
            }
        }
        return builder.convert(lateral.getRowType(), true).build();
    }

    private List<RexNode> left(int split) {
        List<RexNode> columns = new ArrayList<>();
        for (int c = 0; c < split; c++) {
            columns.add(builder.field(c));
        }
        return columns;
    }

    /// Over the columns of the left side and then those of the right one.
    private static final class Inside extends RexShuttle {
        private final CorrelationId outer;
        private final int split;

        Inside(CorrelationId outer, int split) {
            this.outer = outer;
            this.split = split;
        }

        @Override
        public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() + split, ref.getType());
        }

        @Override
        public RexNode visitFieldAccess(RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable variable
                            && variable.id.equals(outer)
                    ? new RexInputRef(access.getField().getIndex(), access.getType())
                    : super.visitFieldAccess(access);
        }
    }
}
