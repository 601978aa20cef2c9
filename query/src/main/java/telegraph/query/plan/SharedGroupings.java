package telegraph.query.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import telegraph.query.block.SharedRel;

/// Has a grouping that stands in several places of a plan run once, as that of a WITH that is named
/// twice.
///
/// Threads: one, once.
final class SharedGroupings {
    private final Map<Same, Integer> places = new HashMap<>();
    private final Map<Same, RelNode> shared = new HashMap<>();
    private final Function<RelNode, SharedRel> share;

    /// @param share makes a leaf of a part of the plan that is to run once
    SharedGroupings(Function<RelNode, SharedRel> share) {
        this.share = share;
    }

    /// A node as what it computes.
    private record Same(RelNode node) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Same same && node.deepEquals(same.node);
        }

        @Override
        public int hashCode() {
            return node.deepHashCode();
        }
    }

    RelNode rewrite(RelNode plan) {
        count(plan);
        return places.values().stream().anyMatch(n -> n > 1) ? replaced(plan) : plan;
    }

    /// What stands below a grouping that was met before is in one more place only with it.
    private void count(RelNode node) {
        if (!isShareable(node) || places.merge(new Same(node), 1, Integer::sum) == 1) {
            node.getInputs().forEach(this::count);
        }
    }

    private static boolean isShareable(RelNode node) {
        return node instanceof Aggregate
                && Extraction.storable(node)
                && RelOptUtil.getVariablesUsed(node).isEmpty();
    }

    private RelNode replaced(RelNode node) {
        if (isShareable(node) && places.getOrDefault(new Same(node), 0) > 1) {
            Same same = new Same(node);
            RelNode once = shared.get(same);
            if (once == null) {
                once = share.apply(below(node));
                shared.put(same, once);
            }
            return once;
        }
        return below(node);
    }

    private RelNode below(RelNode node) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            inputs.add(replaced(input));
        }
        return inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs);
    }
}
