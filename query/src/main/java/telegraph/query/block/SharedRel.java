package telegraph.query.block;

import org.apache.calcite.adapter.enumerable.EnumerableRel;

/// A part of the plan that runs once although its rows are wanted in several places, so that no
/// source is asked twice. All places hold the same key.
public final class SharedRel extends LeafRel {
    private final EnumerableRel plan;

    public SharedRel(int id, EnumerableRel plan) {
        super(plan.getCluster(), "shared " + id, plan.getRowType(), Sizes.rows(plan));
        this.plan = plan;
    }

    /// What runs once.
    public EnumerableRel plan() {
        return plan;
    }
}
