package telegraph.query.rewrite;

import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/// Moves a filter below a projection, unless its condition is large and would grow by that: a
/// thousand conditions over as many projections, each of which adds a term to a column, would come
/// to half a million terms. A condition that no projection makes larger goes all the way.
///
/// Nor is it moved below what gives another value each time: it would look at one, and another
/// would come out.
public final class FilterPush extends FilterProjectTransposeRule {
    public static final FilterPush RULE = new FilterPush();

    private static final int TERMS_MAX = 200;

    private FilterPush() {
        super(FilterProjectTransposeRule.Config.DEFAULT);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
        Filter filter = call.rel(0);
        Project project = call.rel(1);
        RexNode condition = filter.getCondition();
        List<RexNode> columns = project.getProjects();
        return super.matches(call)
                && columns.stream().allMatch(RexUtil::isDeterministic)
                && (condition.nodeCount() <= TERMS_MAX
                        || TermSizes.added(List.of(condition), c -> columns.get(c).nodeCount())
                                == 0);
    }
}
