package telegraph.query.sets;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.tools.RelBuilder;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.operator.Functions;
import telegraph.query.operator.Sets;

/// Writes UNNEST of what is no array yet as a node of sets.
///
/// ```
/// UNNEST($WHOLE(1, n, 1), ARRAY[a, b])   →   project(sets: $WHOLE(1, n, 1), ARRAY[a, b])
/// ```
///
/// An array of intervals is left to UNNEST; it stands alone.
///
/// Threads: one, once.
public final class WrittenSets extends RelHomogeneousShuttle {
    private final RelBuilder builder;
    private final RexShuttle within =
            new RexShuttle() {
                @Override
                public RexNode visitSubQuery(RexSubQuery query) {
                    RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
                    return visited.clone(visited.rel.accept(WrittenSets.this));
                }
            };

    private WrittenSets(RelBuilder builder) {
        this.builder = builder;
    }

    public static RelNode of(RelNode plan) {
        return plan.accept(
                new WrittenSets(RelFactories.LOGICAL_BUILDER.create(plan.getCluster(), null)));
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node).accept(within);
        return visited instanceof Uncollect uncollect
                        && uncollect.getInput() instanceof Project project
                ? written(uncollect, project)
                : visited;
    }

    private RelNode written(Uncollect uncollect, Project project) {
        List<RexNode> sets = new ArrayList<>(project.getProjects());
        boolean counted = isCall(sets.getLast(), Sets.ORDINALITY);
        if (counted) {
            sets.removeLast();
        }
        sets.replaceAll(
                set -> isCall(set, Sets.PADDED) ? ((RexCall) set).getOperands().getFirst() : set);
        if (sets.stream().anyMatch(WrittenSets::isOfArrays)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "unnest of arrays of arrays. List their elements in one array");
        }
        if (!sets.stream().allMatch(SetCompiler::isSet)) {
            if (project.getProjects().size() == 1) {
                return uncollect;
            }
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "unnest of several arrays, or WITH ORDINALITY, is not over such of intervals:"
                            + " list their elements, as in ARRAY[a, b]");
        }
        Map<RexSubQuery, RexNode> asked = new LinkedHashMap<>();
        RelNode input = project.getInput();
        List<RexNode> over = asking(sets, input, asked);
        if (!asked.isEmpty()) {
            RexBuilder rex = builder.getRexBuilder();
            List<RexNode> columns = new ArrayList<>(rex.identityProjects(input.getRowType()));
            columns.addAll(asked.keySet());
            input =
                    LogicalProject.create(
                            input,
                            List.of(),
                            columns,
                            (List<String>) null,
                            project.getVariablesSet());
        }
        int width = input.getRowType().getFieldCount();
        builder.push(new LogicalProjectSet(input, over, false, counted));
        return builder.project(builder.fields().subList(width, builder.fields().size()))
                .convert(uncollect.getRowType(), true)
                .build();
    }

    private static boolean isOfArrays(RexNode set) {
        RelDataType element = set.getType().getComponentType();
        return element != null
                && element.getComponentType() != null
                && !isCall(set, Functions.own("$REGEXP_MATCHES"));
    }

    private static boolean isCall(RexNode node, SqlOperator operator) {
        return node instanceof RexCall call && call.getOperator() == operator;
    }

    /// The sets over columns behind those of the input for the queries that they ask.
    private static List<RexNode> asking(
            List<RexNode> sets, RelNode input, Map<RexSubQuery, RexNode> asked) {
        int width = input.getRowType().getFieldCount();
        RexShuttle columns =
                new RexShuttle() {
                    @Override
                    public RexNode visitSubQuery(RexSubQuery query) {
                        return asked.computeIfAbsent(
                                query, _ -> new RexInputRef(width + asked.size(), query.getType()));
                    }
                };
        return sets.stream().map(set -> set.accept(columns)).toList();
    }
}
