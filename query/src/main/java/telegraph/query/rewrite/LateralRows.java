package telegraph.query.rewrite;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelShuttleImpl;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;

/// Computes rows that a LATERAL lists for each row of the left side, instead of joining them to it:
/// decorrelation would make a join of all left rows with all their values.
///
/// ```
/// a, LATERAL (VALUES (a.x))              → projection of a to *, x
/// a, LATERAL (VALUES (a.x), (a.y)) v(c)  → a × (0, 1) as i, projected to *, CASE i WHEN 0 THEN x ELSE y END
/// ```
///
/// What lists rows is made of VALUES, SELECT without FROM, projections, filters and UNION ALL. All
/// else stays for Calcite.
///
/// Threads: one, once.
public final class LateralRows extends RelShuttleImpl {
    /// A listed row costs a comparison for each one before it.
    private static final int ROWS_MAX = 256;

    private final RelBuilder builder;
    private final RexBuilder rex;

    public LateralRows(RelBuilder builder) {
        this.builder = builder;
        this.rex = builder.getRexBuilder();
    }

    /// One listed row, over the columns of the left side and variables of queries further out.
    ///
    /// @param where what must be true for it to be there
    private record Row(List<RexNode> columns, List<RexNode> where) {}

    @Override
    public RelNode visit(LogicalCorrelate original) {
        RelNode visited = super.visit(original);
        if (!(visited instanceof LogicalCorrelate lateral)
                || lateral.getJoinType() != JoinRelType.INNER
                        && lateral.getJoinType() != JoinRelType.LEFT) {
            return visited;
        }
        Optional<List<Row>> listed = rows(lateral.getRight(), lateral.getCorrelationId());
        return listed.filter(rows -> fits(lateral, rows))
                .map(rows -> computed(lateral, rows))
                .orElse(lateral);
    }

    private static boolean fits(LogicalCorrelate lateral, List<Row> rows) {
        boolean always = rows.stream().allMatch(row -> row.where.isEmpty());
        return !rows.isEmpty()
                && rows.size() <= ROWS_MAX
                && (always || lateral.getJoinType() == JoinRelType.INNER);
    }

    /// The rows that a plan lists, or empty if it does other things.
    private Optional<List<Row>> rows(RelNode node, CorrelationId outer) {
        return switch (node) {
            case Values values when values.getTuples().size() <= ROWS_MAX ->
                    Optional.of(
                            values.getTuples().stream()
                                    .map(tuple -> new Row(List.<RexNode>copyOf(tuple), List.of()))
                                    .toList());
            case Project project when isPlain(project.getProjects()) ->
                    rows(project.getInput(), outer)
                            .map(rows ->
                                    rows.stream()
                                            .map(row -> projected(row, project, outer))
                                            .toList());
            case Filter filter when isPlain(List.of(filter.getCondition())) ->
                    rows(filter.getInput(), outer)
                            .map(rows ->
                                    rows.stream()
                                            .map(row -> filtered(row, filter, outer))
                                            .toList());
            case Union union when union.all -> united(union, outer);
            default -> Optional.empty();
        };
    }

    private static boolean isPlain(List<RexNode> expressions) {
        return expressions.stream()
                .allMatch(e ->
                        RexUtil.isDeterministic(e)
                                && RexUtil.SubQueryFinder.find(e) == null
                                && !RexOver.containsOver(e));
    }

    private Row projected(Row row, Project project, CorrelationId outer) {
        return new Row(
                project.getProjects().stream().map(e -> over(row, e, outer)).toList(), row.where);
    }

    private Row filtered(Row row, Filter filter, CorrelationId outer) {
        List<RexNode> where = new ArrayList<>(row.where);
        where.add(over(row, filter.getCondition(), outer));
        return new Row(row.columns, where);
    }

    private Optional<List<Row>> united(Union union, CorrelationId outer) {
        List<Row> all = new ArrayList<>();
        for (RelNode input : union.getInputs()) {
            Optional<List<Row>> rows = rows(input, outer);
            if (rows.isEmpty() || all.size() + rows.get().size() > ROWS_MAX) {
                return Optional.empty();
            }
            rows.get().forEach(row -> all.add(typed(row, union.getRowType())));
        }
        return Optional.of(all);
    }

    private Row typed(Row row, RelDataType type) {
        List<RexNode> columns = new ArrayList<>();
        for (RelDataTypeField field : type.getFieldList()) {
            columns.add(rex.ensureType(field.getType(), row.columns.get(field.getIndex()), true));
        }
        return new Row(columns, row.where);
    }

    private static RexNode over(Row row, RexNode expression, CorrelationId outer) {
        return over(expression, row.columns, outer);
    }

    /// An expression over the right side of a LATERAL as one over the left side.
    ///
    /// @param columns what the columns of the right side are over the left one
    static RexNode over(RexNode expression, List<RexNode> columns, CorrelationId outer) {
        return expression.accept(
                new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                        return columns.get(ref.getIndex());
                    }

                    @Override
                    public RexNode visitFieldAccess(RexFieldAccess access) {
                        return access.getReferenceExpr() instanceof RexCorrelVariable variable
                                        && variable.id.equals(outer)
                                ? new RexInputRef(access.getField().getIndex(), access.getType())
                                : super.visitFieldAccess(access);
                    }
                });
    }

    private RelNode computed(LogicalCorrelate lateral, List<Row> rows) {
        RelDataType type = lateral.getRowType();
        int width = lateral.getLeft().getRowType().getFieldCount();
        builder.push(lateral.getLeft());
        if (rows.size() > 1) {
            Object[] numbers = new Object[rows.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = i;
            }
            builder.values(new String[] {"i"}, numbers).join(JoinRelType.INNER);
        }
        if (rows.stream().anyMatch(row -> !row.where.isEmpty())) {
            builder.filter(
                    chosen(
                            width,
                            rows.stream()
                                    .map(row -> RexUtil.composeConjunction(rex, row.where))
                                    .toList()));
        }
        List<RexNode> columns = new ArrayList<>();
        for (RelDataTypeField field : type.getFieldList()) {
            int c = field.getIndex();
            RexNode column =
                    c < width
                            ? builder.field(c)
                            : chosen(
                                    width,
                                    rows.stream().map(row -> row.columns.get(c - width)).toList());
            columns.add(rex.ensureType(field.getType(), column, true));
        }
        return builder.project(columns, type.getFieldNames(), true).build();
    }

    /// What belongs to the row whose number stands in a column.
    private RexNode chosen(int number, List<RexNode> each) {
        if (each.stream().distinct().count() == 1) {
            return each.getFirst();
        }
        List<RexNode> operands = new ArrayList<>();
        for (int i = 0; i < each.size() - 1; i++) {
            RexLiteral literal = rex.makeExactLiteral(BigDecimal.valueOf(i));
            operands.add(rex.makeCall(SqlStdOperatorTable.EQUALS, builder.field(number), literal));
            operands.add(each.get(i));
        }
        operands.add(each.getLast());
        return rex.makeCall(SqlStdOperatorTable.CASE, operands);
    }
}
