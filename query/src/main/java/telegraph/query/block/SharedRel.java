package telegraph.query.block;

import org.apache.calcite.adapter.enumerable.EnumerableRel;

/// A part of the plan that runs once although its rows are wanted in several places, so that no
/// source is asked twice. All places hold the same key.
public final class SharedRel extends LeafRel {
    private final EnumerableRel plan;

    public SharedRel(int id, EnumerableRel plan) {
        this("shared " + id, plan);
    }

    private SharedRel(String key, EnumerableRel plan) {
        super(plan.getCluster(), key, plan.getRowType(), Sizes.rows(plan));
        this.plan = plan;
    }

    /// The same place of a part that is planned otherwise.
    public SharedRel with(EnumerableRel other) {
        return new SharedRel(key(), other);
    }

    /// What runs once.
    public EnumerableRel plan() {
        return plan;
    }
}
