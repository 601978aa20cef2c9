package telegraph.query.plan;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rex.RexNode;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.RecursiveRel;
import telegraph.query.block.SharedRel;

/// About how many bytes of the heap a plan takes, rather too many than too few: by nodes and by
/// what their expressions come to as text.
final class Footprint {
    /// A small object with a name or two.
    static final long OBJECT = 256;

    /// What the nodes of a plan share, such as its factory of types.
    private static final long SHARED = 8 << 10;

    private static final long NODE = 2 << 10;

    /// Of a character of an expression as text.
    private static final long CHARACTER = 24;

    private Footprint() {}

    static long ofText(String text) {
        return OBJECT + 2L * text.length();
    }

    static long of(RelNode root) {
        long bytes = SHARED;
        Set<RelNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<RelNode> left = new ArrayDeque<>();
        left.push(root);
        while (!left.isEmpty()) {
            RelNode node = left.pop();
            if (!seen.add(node)) {
                continue;
            }
            bytes += NODE + (long) node.getRowType().getFieldCount() * OBJECT;
            switch (node) {
                case BlockRel block -> {
                    for (BlockSpec branch : block.branches()) {
                        bytes += ofBlock(branch, left);
                    }
                }
                case SharedRel once -> left.push(once.plan());
                case RecursiveRel recursive -> {
                    left.push(recursive.seed());
                    left.push(recursive.step());
                }
                case Calc calc -> {
                    bytes += ofExpressions(calc.getProgram().getExprList());
                    left.push(calc.getInput());
                }
                default -> node.getInputs().forEach(left::push);
            }
        }
        return bytes;
    }

    private static long ofBlock(BlockSpec spec, Deque<RelNode> left) {
        for (BlockSpec.Input input : spec.inputs()) {
            if (input.origin() instanceof BlockSpec.Origin.FromPlan from) {
                left.push(from.plan());
            }
        }
        return of(spec);
    }

    /// A block, or what it compiles to.
    static long of(BlockSpec spec) {
        return spec.inputs().size() * NODE
                + ofExpressions(spec.conjuncts())
                + ofExpressions(spec.fields());
    }

    private static long ofExpressions(Iterable<? extends RexNode> expressions) {
        long bytes = 0;
        for (RexNode expression : expressions) {
            bytes += OBJECT + CHARACTER * expression.toString().length();
        }
        return bytes;
    }
}
