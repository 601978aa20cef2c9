package telegraph.query.block;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.util.Sarg;
import telegraph.engine.source.Source;
import telegraph.query.translate.SourceTable;
import telegraph.query.value.Interrupts;

/// About how many rows a node gives, from what sources say and from rules of thumb: enough to tell
/// which of two inputs is the smaller one. The order of joins in a block does not depend on it.
///
/// Threads: any.
public final class Sizes {
    static final double ROWS_GUESSED = 10_000;
    private static final double EQUAL = 0.05;
    private static final double LIKE = 0.1;
    private static final double COMPARED = 0.4;
    private static final double UNKNOWN = 0.3;
    private static final double KEPT_BY_GROUPING = 0.25;

    private Sizes() {}

    /// @param rows about how many a node gives
    /// @param largest about how many the largest of its sources gives
    private record Size(double rows, double largest) {
        private Size(double rows) {
            this(rows, rows);
        }

        /// About which share of its largest source's rows it keeps.
        double kept() {
            return Math.min(1, rows / Math.max(1, largest));
        }
    }

    /// About how many rows a node gives.
    public static double rows(RelNode node) {
        return of(node).rows;
    }

    /// About which share of its largest source's rows a node keeps; 1 if it does not filter.
    public static double kept(RelNode node) {
        return of(node).kept();
    }

    /// From the bottom up, each node once: what is asked of an input again and again would take
    /// twice as long with each level.
    private static Size of(RelNode node) {
        Interrupts.check();
        if (node instanceof LeafRel leaf) {
            return new Size(leaf.rows());
        }
        if (node instanceof TableScan scan) {
            return new Size(ofSource(scan.getTable().unwrapOrThrow(SourceTable.class).source()));
        }
        List<Size> inputs = new ArrayList<>();
        double largest = node.getInputs().isEmpty() ? 1 : 0;
        for (RelNode input : node.getInputs()) {
            Size size = of(input);
            inputs.add(size);
            largest = Math.max(largest, size.largest);
        }
        return new Size(rows(node, inputs), largest);
    }

    private static double rows(RelNode node, List<Size> inputs) {
        return switch (node) {
            case Filter filter -> inputs.getFirst().rows * share(filter.getCondition());
            case Calc calc -> inputs.getFirst().rows * share(calc);
            case Aggregate aggregate ->
                    aggregate.getGroupCount() == 0
                            ? 1
                            : Math.max(1, inputs.getFirst().rows * KEPT_BY_GROUPING);
            case Sort sort -> limited(inputs.getFirst().rows, sort.fetch);
            case EnumerableLimit limit -> limited(inputs.getFirst().rows, limit.fetch);
            case Join join -> ofJoin(join.getJoinType(), inputs.getFirst(), inputs.getLast());
            case SetOp _ -> inputs.stream().mapToDouble(Size::rows).sum();
            case Values values -> values.getTuples().size();
            case SingleRel _ -> inputs.getFirst().rows;
            default -> ROWS_GUESSED;
        };
    }

    private static double share(Calc calc) {
        RexProgram program = calc.getProgram();
        return program.getCondition() == null
                ? 1
                : share(program.expandLocalRef(program.getCondition()));
    }

    private static double limited(double rows, RexNode fetch) {
        return fetch instanceof RexLiteral literal
                ? Math.min(rows, ((Number) literal.getValue()).doubleValue())
                : rows;
    }

    private static double ofSource(Source source) {
        return source.traits().rows().isPresent()
                ? source.traits().rows().getAsLong()
                : ROWS_GUESSED;
    }

    private static double ofJoin(JoinRelType type, Size left, Size right) {
        return switch (type) {
            case SEMI, ANTI -> left.rows * UNKNOWN;
            case INNER -> Math.max(left.rows * right.kept(), right.rows * left.kept());
            default -> Math.max(left.rows, right.rows);
        };
    }

    /// The rows of several blocks together.
    static double ofBlocks(List<BlockSpec> blocks) {
        return blocks.stream().mapToDouble(Sizes::ofBlock).sum();
    }

    /// The largest input, of whose rows each filter over another input leaves its share: as if all
    /// were joined by keys.
    private static double ofBlock(BlockSpec spec) {
        double largest = 1;
        for (BlockSpec.Input input : spec.inputs()) {
            double rows =
                    switch (input.origin()) {
                        case BlockSpec.Origin.FromSource from -> ofSource(from.source());
                        case BlockSpec.Origin.FromPlan from -> rows(from.plan());
                    };
            largest = Math.max(largest, rows);
        }
        for (RexNode conjunct : spec.conjuncts()) {
            long inputs =
                    RelOptUtil.InputFinder.bits(conjunct).asList().stream()
                            .map(spec::inputOf)
                            .distinct()
                            .count();
            largest *= inputs == 1 ? share(conjunct) : 1;
        }
        if (spec.grouping() == null) {
            return largest;
        }
        return spec.grouping().keys().length == 0 ? 1 : Math.max(1, largest * KEPT_BY_GROUPING);
    }

    /// About which share of rows a condition over one input leaves.
    static double share(RexNode condition) {
        if (!(condition instanceof RexCall call)) {
            return condition.isAlwaysTrue() ? 1 : UNKNOWN;
        }
        List<RexNode> operands = call.getOperands();
        return switch (call.getKind()) {
            case AND -> operands.stream().mapToDouble(Sizes::share).reduce(1, (a, b) -> a * b);
            case OR -> Math.min(1, operands.stream().mapToDouble(Sizes::share).sum());
            case NOT -> 1 - share(operands.getFirst());
            case EQUALS -> EQUAL;
            case NOT_EQUALS -> 1 - EQUAL;
            case LIKE -> LIKE;
            case SEARCH -> ofSearch(call);
            case IS_NOT_NULL -> 1;
            case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> COMPARED;
            default -> UNKNOWN;
        };
    }

    private static double ofSearch(RexCall search) {
        Sarg<?> sarg =
                search.getOperands().get(1) instanceof RexLiteral literal
                        ? literal.getValueAs(Sarg.class)
                        : null;
        if (sarg == null) {
            return UNKNOWN;
        }
        if (sarg.isPoints()) {
            return Math.min(1, sarg.pointCount * EQUAL);
        }
        if (sarg.isComplementedPoints()) {
            return 1 - EQUAL;
        }
        var span = sarg.rangeSet.span();
        return span.hasLowerBound() && span.hasUpperBound() ? COMPARED * COMPARED : COMPARED;
    }

    /// Whether a condition is worth asking of another's rows first.
    public static boolean isSelective(double share) {
        return share <= UNKNOWN;
    }
}
