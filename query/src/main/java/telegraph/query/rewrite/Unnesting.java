package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;

/// Makes joins of the queries that are asked anew for each row of the query around them.
///
/// ```
/// a CORRELATE right(a.x)   →   a JOIN (right, of all x at once, with x as a column more) ON x
/// ```
///
/// The right side is computed for all values of the outer columns that it names: they are columns
/// more of each of its nodes ([Dependent]). What is in another is unnested before it. A right side
/// with a node of which that is not known to be possible stays as it is.
///
/// Threads: one, once. Paper: Neumann and Kemper, *Unnesting Arbitrary Queries*, BTW 2015.
public final class Unnesting extends RelHomogeneousShuttle {
    private final RelBuilder builder;
    private final RexBuilder rex;
    private final Correlations correlations;

    /// @param correlations counts what is copied
    public Unnesting(RelBuilder builder, Correlations correlations) {
        this.builder = builder;
        this.correlations = correlations;
        this.rex = builder.getRexBuilder();
    }

    @Override
    public RelNode visit(RelNode original) {
        RelNode node = super.visit(original);
        if (!(node instanceof Correlate correlate)) {
            return node.getVariablesSet().isEmpty() ? node : free(node);
        }
        Dependent dependent = new Dependent(correlate, builder, correlations);
        return dependent.isKnown(correlate.getRight()) ? joined(correlate, dependent) : correlate;
    }

    /// The node without variables, which nothing in it names any more.
    private static RelNode free(RelNode node) {
        return switch (node) {
            case Project project ->
                    LogicalProject.create(
                            project.getInput(),
                            project.getHints(),
                            project.getProjects(),
                            project.getRowType(),
                            Set.of());
            case Filter filter -> LogicalFilter.create(filter.getInput(), filter.getCondition());
            case Join join ->
                    Dependent.join(
                            join.getLeft(),
                            join.getRight(),
                            List.of(join.getCondition()),
                            join.getJoinType(),
                            join.getCluster().getRexBuilder());
            default -> node;
        };
    }

    private RelNode joined(Correlate correlate, Dependent dependent) {
        RelNode left = correlate.getLeft();
        RelNode right = correlate.getRight();
        int split = left.getRowType().getFieldCount();
        int width = right.getRowType().getFieldCount();
        // A row more where nothing is aggregated would only be joined to be NULL: it is not made.
        boolean one =
                right instanceof Aggregate aggregate
                        && aggregate.getGroupCount() == 0
                        && dependent.depends(right)
                        && (correlate.getJoinType() == JoinRelType.LEFT
                                || correlate.getJoinType() == JoinRelType.INNER);
        Dependent.Rows rows = one ? dependent.grouped((Aggregate) right) : dependent.pushed(right);
        List<RexNode> conditions = new ArrayList<>();
        rows.keys()
                .forEach((field, key) ->
                        conditions.add(
                                same(
                                        rex.makeInputRef(left, field),
                                        RexUtil.shift(key.of(rows.rel()), split),
                                        key.strict())));
        if (correlate.getCondition() != null) {
            conditions.add(correlate.getCondition());
        }
        JoinRelType type = one ? JoinRelType.LEFT : correlate.getJoinType();
        RelNode join = Dependent.join(left, rows.rel(), conditions, type, rex);
        if (!type.projectsRight()) {
            return join;
        }
        builder.push(join);
        List<RexNode> columns = new ArrayList<>(builder.fields().subList(0, split));
        for (int column = 0; column < width; column++) {
            RexNode value = builder.field(split + column);
            columns.add(one ? dependent.ofNone((Aggregate) right, column, value) : value);
        }
        return builder.project(columns).convert(correlate.getRowType(), true).build();
    }

    /// Whether two values are one; by `=` if neither can matter that is NULL.
    private RexNode same(RexNode left, RexNode right, boolean strict) {
        boolean equals = strict || !left.getType().isNullable() || !right.getType().isNullable();
        return rex.makeCall(
                equals ? SqlStdOperatorTable.EQUALS : SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
                left,
                right);
    }
}
