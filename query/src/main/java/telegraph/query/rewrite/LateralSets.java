package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelShuttleImpl;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import telegraph.query.sets.LogicalProjectSet;

/// Puts the sets of a LATERAL that has nothing else beside the columns they are computed of.
///
/// ```
/// t CORRELATE (project(sets of t.n) over one row)   →   project(sets of n) over t
/// ```
///
/// With LEFT a row without elements is kept; what is computed of the elements would have to be NULL
/// for it, so that only bare elements are taken then, and no condition.
///
/// Threads: one, once.
public final class LateralSets extends RelShuttleImpl {
    private final RelBuilder builder;

    public LateralSets(RelBuilder builder) {
        this.builder = builder;
    }

    /// The left side with sets behind it, and what the right side's columns are over that.
    private record Beside(RelNode rel, List<RexNode> columns) {}

    @Override
    public RelNode visit(LogicalCorrelate original) {
        RelNode visited = super.visit(original);
        if (!(visited instanceof LogicalCorrelate lateral)
                || lateral.getJoinType() != JoinRelType.INNER
                        && lateral.getJoinType() != JoinRelType.LEFT) {
            return visited;
        }
        return beside(lateral.getRight(), lateral)
                .map(beside -> joined(lateral, beside))
                .orElse(lateral);
    }

    private RelNode joined(LogicalCorrelate lateral, Beside beside) {
        int width = lateral.getLeft().getRowType().getFieldCount();
        builder.push(beside.rel);
        List<RexNode> columns = new ArrayList<>(builder.fields().subList(0, width));
        columns.addAll(beside.columns);
        return builder.project(columns).convert(lateral.getRowType(), true).build();
    }

    private Optional<Beside> beside(RelNode node, LogicalCorrelate lateral) {
        boolean left = lateral.getJoinType() == JoinRelType.LEFT;
        return switch (node) {
            case LogicalProjectSet set
                    when set.getInput() instanceof Values values
                            && values.getTuples().size() == 1 ->
                    Optional.of(beside(set, values, lateral));
            case Project project
                    when isPlain(project.getProjects())
                            && (!left
                                    || project.getProjects().stream()
                                            .allMatch(RexInputRef.class::isInstance)) ->
                    beside(project.getInput(), lateral)
                            .map(in ->
                                    new Beside(
                                            in.rel,
                                            project.getProjects().stream()
                                                    .map(p -> over(p, in.columns, lateral))
                                                    .toList()));
            case Filter filter when !left && isPlain(List.of(filter.getCondition())) ->
                    beside(filter.getInput(), lateral)
                            .map(in ->
                                    new Beside(
                                            LogicalFilter.create(
                                                    in.rel,
                                                    over(
                                                            filter.getCondition(),
                                                            in.columns,
                                                            lateral)),
                                            in.columns));
            default -> Optional.empty();
        };
    }

    private static Beside beside(LogicalProjectSet set, Values one, LogicalCorrelate lateral) {
        List<RexNode> row = new ArrayList<>(one.getTuples().getFirst());
        List<RexNode> sets = set.sets().stream().map(s -> over(s, row, lateral)).toList();
        RelNode rel =
                new LogicalProjectSet(
                        lateral.getLeft(),
                        sets,
                        lateral.getJoinType() == JoinRelType.LEFT,
                        set.isCounted());
        int width = lateral.getLeft().getRowType().getFieldCount();
        List<RexNode> columns = new ArrayList<>(row);
        for (int c = width; c < rel.getRowType().getFieldCount(); c++) {
            columns.add(RexInputRef.of(c, rel.getRowType()));
        }
        return new Beside(rel, columns);
    }

    private static boolean isPlain(List<RexNode> expressions) {
        return expressions.stream()
                .allMatch(e -> RexUtil.SubQueryFinder.find(e) == null && !RexOver.containsOver(e));
    }

    private static RexNode over(RexNode term, List<RexNode> columns, LogicalCorrelate lateral) {
        return LateralRows.over(term, columns, lateral.getCorrelationId());
    }
}
