package telegraph.sql.plan;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.type.RelDataType;

/// A leaf of the remainder whose rows come from an eddy block.
public final class BlockRel extends LeafRel {
    private final BlockSpec spec;

    BlockRel(RelOptCluster cluster, int id, BlockSpec spec, RelDataType rowType) {
        super(cluster, "block " + id, rowType);
        this.spec = spec;
    }

    public BlockSpec spec() {
        return spec;
    }
}
