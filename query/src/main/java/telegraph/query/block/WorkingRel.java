package telegraph.query.block;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.type.RelDataType;

/// The rows that were new in the last round of a [RecursiveRel].
public final class WorkingRel extends LeafRel {
    public WorkingRel(RelOptCluster cluster, String key, RelDataType rowType) {
        super(cluster, key, rowType, Sizes.ROWS_GUESSED);
    }
}
