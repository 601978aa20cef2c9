package telegraph.query.rewrite;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/// Whether no two rows of a node are alike in some columns, NULLs being alike: whatever groups by
/// these columns has nothing to do.
///
/// It follows from groupings, sets, few rows and equalities with constants; of tables nothing is
/// known here. That no column at all tells rows apart means that there is one row at most. Calcite
/// infers all conditions that hold of a node before it answers, which was a quarter of what it cost
/// to plan a join that is grouped, and three classes to compile before the first.
///
/// Threads: any.
final class UniqueColumns {
    private UniqueColumns() {}

    /// @return true, or false if it is not known
    static boolean areUnique(RelNode node, ImmutableBitSet columns, RelMetadataQuery asked) {
        return switch (node) {
            case Aggregate grouped -> areUnique(grouped, columns, asked);
            case Filter filter ->
                    unique(asked, filter.getInput(), columns.union(constants(filter)));
            case Project project -> areUnique(project, columns, asked);
            case Sort sort -> isOne(sort.fetch) || unique(asked, sort.getInput(), columns);
            case Values values -> values.getTuples().size() <= 1;
            case Join join -> areUnique(join, columns, asked);
            case Correlate lateral -> areUnique(lateral, columns, asked);
            case Union union -> !union.all && columns.cardinality() == width(union);
            case Intersect both ->
                    !both.all && columns.cardinality() == width(both)
                            || both.getInputs().stream()
                                    .anyMatch(input -> unique(asked, input, columns));
            case Minus rest ->
                    !rest.all && columns.cardinality() == width(rest)
                            || unique(asked, rest.getInput(0), columns);
            default -> false;
        };
    }

    private static boolean unique(RelMetadataQuery asked, RelNode node, ImmutableBitSet columns) {
        return Boolean.TRUE.equals(asked.areColumnsUnique(node, columns, false));
    }

    private static int width(RelNode node) {
        return node.getRowType().getFieldCount();
    }

    private static boolean isOne(RexNode fetch) {
        return fetch instanceof RexLiteral rows && RexLiteral.intValue(rows) <= 1;
    }

    private static ImmutableBitSet constants(Filter filter) {
        ImmutableBitSet.Builder columns = ImmutableBitSet.builder();
        for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
            if (conjunct instanceof RexCall call && call.isA(SqlKind.EQUALS)) {
                RexNode left = call.getOperands().get(0);
                RexNode right = call.getOperands().get(1);
                if (left instanceof RexInputRef column && RexUtil.isConstant(right)) {
                    columns.set(column.getIndex());
                } else if (right instanceof RexInputRef column && RexUtil.isConstant(left)) {
                    columns.set(column.getIndex());
                }
            }
        }
        return columns.build();
    }

    private static boolean areUnique(
            Aggregate grouped, ImmutableBitSet columns, RelMetadataQuery asked) {
        if (!Aggregate.isSimple(grouped)) {
            return false;
        }
        int keys = grouped.getGroupCount();
        if (columns.contains(ImmutableBitSet.range(keys))) {
            return true;
        }
        ImmutableBitSet below =
                ImmutableBitSet.of(
                        columns.toList().stream()
                                .filter(column -> column < keys)
                                .map(grouped.getGroupSet()::nth)
                                .toList());
        return unique(asked, grouped.getInput(), below);
    }

    private static boolean areUnique(
            Project project, ImmutableBitSet columns, RelMetadataQuery asked) {
        ImmutableBitSet.Builder below = ImmutableBitSet.builder();
        for (int column : columns) {
            if (project.getProjects().get(column) instanceof RexInputRef ref) {
                below.set(ref.getIndex());
            }
        }
        return unique(asked, project.getInput(), below.build());
    }

    private static boolean areUnique(Join join, ImmutableBitSet columns, RelMetadataQuery asked) {
        RelNode left = join.getLeft();
        RelNode right = join.getRight();
        if (!join.getJoinType().projectsRight()) {
            return unique(asked, left, columns);
        }
        ImmutableBitSet ofLeft = ImmutableBitSet.range(width(left));
        boolean byLeft = unique(asked, left, columns.intersect(ofLeft));
        boolean byRight = unique(asked, right, columns.except(ofLeft).shift(-width(left)));
        JoinRelType type = join.getJoinType();
        if (byLeft && byRight) {
            return type != JoinRelType.FULL;
        }
        JoinInfo keys = join.analyzeCondition();
        return byLeft && !type.generatesNullsOnLeft() && unique(asked, right, keys.rightSet())
                || byRight && !type.generatesNullsOnRight() && unique(asked, left, keys.leftSet());
    }

    private static boolean areUnique(
            Correlate lateral, ImmutableBitSet columns, RelMetadataQuery asked) {
        RelNode left = lateral.getLeft();
        if (!lateral.getJoinType().projectsRight()) {
            return unique(asked, left, columns);
        }
        ImmutableBitSet ofLeft = ImmutableBitSet.range(width(left));
        return unique(asked, left, columns.intersect(ofLeft))
                && unique(asked, lateral.getRight(), columns.except(ofLeft).shift(-width(left)));
    }
}
