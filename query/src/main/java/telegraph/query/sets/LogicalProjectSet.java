package telegraph.query.sets;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;

/// A [ProjectSet] of a logical plan.
public final class LogicalProjectSet extends ProjectSet {
    public LogicalProjectSet(RelNode input, List<RexNode> sets, boolean kept, boolean counted) {
        super(
                input.getCluster(),
                input.getCluster().traitSetOf(Convention.NONE),
                input,
                sets,
                kept,
                counted);
    }

    @Override
    public LogicalProjectSet of(RelNode input, List<RexNode> over) {
        return new LogicalProjectSet(input, over, isKept(), isCounted());
    }
}
