package telegraph.query.block;

import java.util.BitSet;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Types;

/// Refuses a block in which a column that its source needs is joined to one of a type whose values
/// do not tell what to ask for, since the engine, which knows no such join, would ask for one.
///
/// Threads: any.
final class Mismatch {
    private Mismatch() {}

    /// @param bound the columns of the block that have constants, or equal a column of their type
    /// @throws TelegraphException of kind INPUT with both types
    static void refuse(BlockSpec spec, BitSet bound) {
        for (BlockSpec.Input input : spec.inputs()) {
            if (input.origin() instanceof BlockSpec.Origin.FromSource from
                    && !from.source().access().scan()) {
                for (int[] bind : from.source().access().binds()) {
                    for (int column : bind) {
                        int global = input.offset() + column;
                        if (!bound.get(global)) {
                            refuse(spec, from.source(), column, global);
                        }
                    }
                }
            }
        }
    }

    private static void refuse(BlockSpec spec, Source source, int column, int global) {
        for (RexNode conjunct : spec.conjuncts()) {
            if (!(conjunct instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
                continue;
            }
            for (int side = 0; side < 2; side++) {
                RexNode mine = RexUtil.removeCast(call.getOperands().get(side));
                RexNode other = RexUtil.removeCast(call.getOperands().get(1 - side));
                if (mine instanceof RexInputRef ref
                        && ref.getIndex() == global
                        && isJoined(spec, global, other)) {
                    String type = Types.name(ref.getType());
                    String name = source.schema().column(column).name();
                    throw TelegraphException.input(
                            "source \""
                                    + source.name()
                                    + "\" needs "
                                    + name
                                    + ": it is "
                                    + type
                                    + ", and "
                                    + Infix.of(other, spec.names())
                                    + ", which it is joined to, is "
                                    + Types.name(other.getType())
                                    + ". CAST that to "
                                    + type);
                }
            }
        }
    }

    private static boolean isJoined(BlockSpec spec, int global, RexNode other) {
        List<Integer> read = RelOptUtil.InputFinder.bits(other).asList();
        return !read.isEmpty()
                && read.stream().noneMatch(c -> spec.inputOf(c) == spec.inputOf(global));
    }
}
