package telegraph.query.rewrite;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelOptUtil.Logic;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rex.LogicVisitor;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.tools.RelBuilder;

/// Makes joins of the subqueries in a projection. What they name of the projection's own rows is
/// bound there, and all else further out.
///
/// Calcite's rule takes one at a time, and gives a projection that no longer says what it binds. Of
/// such it takes whatever a subquery names for its own rows: `SELECT (SELECT (SELECT max(b) FROM e
/// WHERE e.a = s.id) FROM z) FROM s` then compares with the first column of `z`.
///
/// Any thread.
public final class ProjectedSubqueries extends SubQueryRemoveRule {
    public static final ProjectedSubqueries RULE = new ProjectedSubqueries();

    private ProjectedSubqueries() {
        super(Config.PROJECT);
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
        Project project = call.rel(0);
        RelBuilder builder = call.builder().push(project.getInput());
        List<RexNode> columns = project.getProjects();
        for (int count = 0; ; count++) {
            RexSubQuery query = RexUtil.SubQueryFinder.find(columns);
            if (query == null) {
                break;
            }
            Set<CorrelationId> own = RelOptUtil.getVariablesUsed(query.rel);
            own.retainAll(project.getVariablesSet());
            Logic logic = logic(columns, query);
            int fields = builder.peek().getRowType().getFieldCount();
            columns = replaced(columns, query, apply(query, own, logic, builder, 1, fields, count));
        }
        call.transformTo(builder.project(columns, project.getRowType().getFieldNames()).build());
    }

    /// What must be told of TRUE, FALSE and NULL; of what a window names, all.
    private static Logic logic(List<RexNode> columns, RexSubQuery query) {
        boolean[] windowed = new boolean[1];
        RexVisitorImpl<Void> windows =
                new RexVisitorImpl<>(true) {
                    private int depth;

                    @Override
                    public Void visitOver(RexOver over) {
                        depth++;
                        super.visitOver(over);
                        depth--;
                        return null;
                    }

                    @Override
                    public Void visitSubQuery(RexSubQuery other) {
                        windowed[0] |= depth > 0 && other.equals(query);
                        return null;
                    }
                };
        windows.visitEach(columns);
        return windowed[0]
                ? Logic.TRUE_FALSE_UNKNOWN
                : LogicVisitor.find(Logic.TRUE_FALSE_UNKNOWN, columns, query);
    }

    private static List<RexNode> replaced(List<RexNode> columns, RexSubQuery query, RexNode with) {
        return new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery other) {
                return other.equals(query) ? with : other;
            }
        }.apply(columns);
    }
}
