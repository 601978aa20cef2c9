package telegraph.query.plan;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.RecursiveRel;
import telegraph.query.block.SharedRel;
import telegraph.query.value.Interrupts;

/// Which columns of a plan are computed from aggregates.
///
/// Threads: one.
final class Lineage {
    /// What stands in several places of a plan is looked at once.
    private final Map<RelNode, boolean[]> known = new IdentityHashMap<>();

    /// For each column of a node whether it is computed from aggregates below; nobody changes it.
    boolean[] aggregated(RelNode node) {
        boolean[] marked = known.get(node);
        if (marked == null) {
            Interrupts.check();
            marked = computed(node);
            known.put(node, marked);
        }
        return marked;
    }

    private boolean[] computed(RelNode node) {
        return switch (node) {
            case BlockRel block -> ofBlock(block);
            case SharedRel once -> aggregated(once.plan());
            case Calc calc -> ofCalc(calc, aggregated(calc.getInput()));
            case Aggregate aggregate -> ofAggregate(aggregate, aggregated(aggregate.getInput()));
            case Window window -> ofWindow(window, aggregated(window.getInput()));
            case Join join -> sides(join);
            case Correlate correlate -> sides(correlate);
            case SetOp set -> either(set.getInputs());
            default ->
                    node.getInputs().size() == 1
                                    && node.getInput(0).getRowType().getFieldCount()
                                            == node.getRowType().getFieldCount()
                            ? aggregated(node.getInput(0))
                            : new boolean[node.getRowType().getFieldCount()];
        };
    }

    private boolean[] ofBlock(BlockRel block) {
        boolean[] marked = new boolean[block.getRowType().getFieldCount()];
        for (BlockSpec branch : block.branches()) {
            boolean[] own = ofBlock(branch);
            // The index of a group, where there is one, comes behind and is no estimate.
            for (int c = 0; c < own.length; c++) {
                marked[c] |= own[c];
            }
        }
        return marked;
    }

    private boolean[] ofBlock(BlockSpec spec) {
        BlockSpec.Input last = spec.inputs().getLast();
        boolean[] below = new boolean[last.offset() + last.width()];
        for (BlockSpec.Input input : spec.inputs()) {
            if (input.origin() instanceof BlockSpec.Origin.FromPlan from) {
                boolean[] own = aggregated(from.plan());
                System.arraycopy(own, 0, below, input.offset(), own.length);
            }
        }
        boolean[] fields = new boolean[spec.fields().size()];
        for (int f = 0; f < fields.length; f++) {
            fields[f] = reads(spec.fields().get(f), below);
        }
        BlockSpec.Grouping grouping = spec.grouping();
        return grouping == null ? fields : grouped(fields, grouping.keys(), grouping.calls());
    }

    private static boolean[] ofAggregate(Aggregate aggregate, boolean[] below) {
        return grouped(below, aggregate.getGroupSet().toArray(), aggregate.getAggCallList());
    }

    private static boolean[] grouped(boolean[] below, int[] keys, List<AggregateCall> calls) {
        boolean[] marked = new boolean[keys.length + calls.size()];
        for (int k = 0; k < keys.length; k++) {
            marked[k] = below[keys[k]];
        }
        for (int c = 0; c < calls.size(); c++) {
            marked[keys.length + c] =
                    switch (calls.get(c).getAggregation().getKind()) {
                        case GROUPING, GROUPING_ID -> false;
                        default -> true;
                    };
        }
        return marked;
    }

    private static boolean[] ofCalc(Calc calc, boolean[] below) {
        RexProgram program = calc.getProgram();
        boolean[] marked = new boolean[program.getProjectList().size()];
        for (int c = 0; c < marked.length; c++) {
            marked[c] = reads(program.expandLocalRef(program.getProjectList().get(c)), below);
        }
        return marked;
    }

    private static boolean[] ofWindow(Window window, boolean[] below) {
        boolean any = anyOf(below);
        boolean[] marked = Arrays.copyOf(below, window.getRowType().getFieldCount());
        Arrays.fill(marked, below.length, marked.length, any);
        return marked;
    }

    /// The columns of the left side, then those of the right, as far as the node has them.
    private boolean[] sides(RelNode node) {
        boolean[] left = aggregated(node.getInput(0));
        boolean[] marked = Arrays.copyOf(left, node.getRowType().getFieldCount());
        if (marked.length > left.length) {
            boolean[] right = aggregated(node.getInput(1));
            System.arraycopy(right, 0, marked, left.length, marked.length - left.length);
        }
        return marked;
    }

    private boolean[] either(List<RelNode> inputs) {
        boolean[] marked = new boolean[inputs.getFirst().getRowType().getFieldCount()];
        for (RelNode input : inputs) {
            boolean[] own = aggregated(input);
            for (int c = 0; c < marked.length; c++) {
                marked[c] |= own[c];
            }
        }
        return marked;
    }

    private static boolean reads(RexNode node, boolean[] marked) {
        for (int ref : references(node)) {
            if (marked[ref]) {
                return true;
            }
        }
        return false;
    }

    /// The columns an expression reads.
    static List<Integer> references(RexNode node) {
        return RelOptUtil.InputFinder.bits(node).asList();
    }

    private static boolean anyOf(boolean[] marks) {
        for (boolean mark : marks) {
            if (mark) {
                return true;
            }
        }
        return false;
    }

    static boolean isLimit(RelNode node) {
        return node instanceof EnumerableLimit;
    }

    /// What stands between the rows of a plan and the groups they come from, in words.
    static String obstacle(RelNode node) {
        return switch (node) {
            case RecursiveRel _ -> "what a recursive query gives is known at its end";
            case SharedRel _ -> "what is used in several places is known at its end";
            case Window _ -> "a window function needs all rows";
            case SetOp _ -> "rows of several queries together have no estimate";
            case Join _, Correlate _ ->
                    "a join of aggregates, or an outer or correlated join, has no estimate";
            case Aggregate _ -> "this aggregate is computed above the eddy, which has no estimate";
            case BlockRel block -> ofInputs(block);
            default ->
                    node.getInputs().isEmpty()
                            ? "it is not computed from a sample"
                            : obstacle(node.getInput(0));
        };
    }

    private static String ofInputs(BlockRel block) {
        return block.grouping() == null
                ? "a join of aggregates, or an outer or correlated join, has no estimate"
                : "it is not computed from a sample";
    }
}
