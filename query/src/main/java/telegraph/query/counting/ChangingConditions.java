package telegraph.query.counting;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelShuttleImpl;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/// Asks conditions that give another value each time of the rows alone that all others leave: no
/// row counts up a sequence or waits that is not wanted, and the others can go to the sources.
///
/// Threads: one.
public final class ChangingConditions extends RelShuttleImpl {
    @Override
    public RelNode visit(LogicalFilter filter) {
        RelNode input = filter.getInput().accept(this);
        RexBuilder rex = filter.getCluster().getRexBuilder();
        Map<Boolean, List<RexNode>> parts =
                RelOptUtil.conjunctions(filter.getCondition()).stream()
                        .collect(Collectors.partitioningBy(RexUtil::isDeterministic));
        if (parts.get(true).isEmpty() || parts.get(false).isEmpty()) {
            return filter.copy(filter.getTraitSet(), input, filter.getCondition());
        }
        RelNode lasting =
                filter.copy(
                        filter.getTraitSet(),
                        input,
                        RexUtil.composeConjunction(rex, parts.get(true)));
        return filter.copy(
                filter.getTraitSet(), lasting, RexUtil.composeConjunction(rex, parts.get(false)));
    }
}
