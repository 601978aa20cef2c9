package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;

/// Keeps the ORDER BY of a subquery where what stands above tells one order of its rows from
/// another, and drops it elsewhere, so that blocks reach through it.
///
/// | above                                          | the order of its input               |
/// |------------------------------------------------|--------------------------------------|
/// | the answer itself, LIMIT and OFFSET            | is told                              |
/// | array_agg, string_agg without one of their own | is told                              |
/// | OVER without ORDER BY                          | is told                              |
/// | projections, filters, UNION ALL                | is told if what is above them tells  |
/// | all else                                       | is not                               |
///
/// A LIMIT over such a sort becomes its own, and filters go below it.
///
/// Threads: one, once.
public final class Orders {
    private Orders() {}

    /// The plan of a whole query.
    public static RelNode kept(RelNode plan) {
        return kept(plan, true);
    }

    private static RelNode kept(RelNode node, boolean told) {
        RelNode own = node.accept(new Subqueries());
        return switch (own) {
            case Sort sort -> sort(sort, told);
            case Filter filter -> filter(filter, kept(filter.getInput(), told));
            case Project project -> over(project, told && !isOrdered(project) || counts(project));
            case Aggregate aggregate -> over(aggregate, gathers(aggregate));
            case Union union -> over(union, told && union.all);
            default -> over(own, false);
        };
    }

    private static RelNode over(RelNode node, boolean told) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            inputs.add(kept(input, told));
        }
        return inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs);
    }

    private static RelNode sort(Sort sort, boolean told) {
        if (sort.getCollation().getFieldCollations().isEmpty()) {
            return limited(kept(sort.getInput(), true), sort);
        }
        RelNode input = kept(sort.getInput(), false);
        return isWhole(sort) && !told ? input : sort.copy(sort.getTraitSet(), List.of(input));
    }

    /// Whether it only orders.
    private static boolean isWhole(Sort sort) {
        return sort.offset == null && sort.fetch == null;
    }

    private static RelNode limited(RelNode input, Sort limit) {
        if (input instanceof Project project && !project.containsOver() && isSorted(project)) {
            return project.copy(project.getTraitSet(), List.of(limited(project.getInput(), limit)));
        }
        return input instanceof Sort sort && isWhole(sort)
                ? LogicalSort.create(
                        sort.getInput(), sort.getCollation(), limit.offset, limit.fetch)
                : LogicalSort.create(input, limit.getCollation(), limit.offset, limit.fetch);
    }

    private static boolean isSorted(RelNode node) {
        return switch (node) {
            case Sort sort -> isWhole(sort);
            case Project project -> !project.containsOver() && isSorted(project.getInput());
            default -> false;
        };
    }

    private static RelNode filter(Filter filter, RelNode input) {
        if (input instanceof Sort sort && isWhole(sort)) {
            RelNode below =
                    filter.copy(filter.getTraitSet(), sort.getInput(), filter.getCondition());
            return sort.copy(sort.getTraitSet(), List.of(below));
        }
        return filter.copy(filter.getTraitSet(), List.of(input));
    }

    /// Whether an aggregate tells the order of its input.
    static boolean gathers(Aggregate aggregate) {
        return aggregate.getAggCallList().stream().anyMatch(Orders::gathers);
    }

    private static boolean gathers(AggregateCall call) {
        return switch (call.getAggregation().getKind()) {
            case LISTAGG, STRING_AGG, ARRAY_AGG, COLLECT ->
                    call.getCollation().getFieldCollations().isEmpty();
            default -> false;
        };
    }

    /// Whether a window of it orders the rows itself.
    private static boolean isOrdered(Project project) {
        return hasWindow(project, true);
    }

    /// Whether a window of it takes the rows as they come.
    private static boolean counts(Project project) {
        return hasWindow(project, false);
    }

    private static boolean hasWindow(Project project, boolean ordered) {
        boolean[] found = new boolean[1];
        RexVisitorImpl<Void> windows =
                new RexVisitorImpl<>(true) {
                    @Override
                    public Void visitOver(RexOver over) {
                        found[0] |= over.getWindow().orderKeys.isEmpty() != ordered;
                        return super.visitOver(over);
                    }
                };
        project.getProjects().forEach(expression -> expression.accept(windows));
        return found[0];
    }

    /// The same for queries within expressions, of which only ARRAY tells their order.
    private static final class Subqueries extends RexShuttle {
        @Override
        public RexNode visitSubQuery(RexSubQuery query) {
            RexSubQuery inner = (RexSubQuery) super.visitSubQuery(query);
            boolean told = inner.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR;
            return inner.clone(kept(inner.rel, told));
        }
    }
}
