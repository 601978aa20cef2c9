package telegraph.sql.plan;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/// A leaf of the remainder whose rows come from an eddy block.
public final class BlockRel extends LeafRel {
    private final BlockSpec spec;

    BlockRel(RelOptCluster cluster, int id, BlockSpec spec, RelDataType rowType) {
        this(cluster, "block " + id, spec, rowType);
    }

    private BlockRel(RelOptCluster cluster, String key, BlockSpec spec, RelDataType rowType) {
        super(cluster, key, rowType, Sizes.ofBlock(spec));
        this.spec = spec;
    }

    /// The same leaf with one more column behind the others: which group a row is.
    BlockRel numbered() {
        RelDataType rowType =
                getCluster()
                        .getTypeFactory()
                        .builder()
                        .addAll(getRowType().getFieldList())
                        .add("group", SqlTypeName.INTEGER)
                        .build();
        return new BlockRel(getCluster(), key(), spec, rowType);
    }

    public BlockSpec spec() {
        return spec;
    }
}
