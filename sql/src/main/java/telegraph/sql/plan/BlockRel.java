package telegraph.sql.plan;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/// A leaf of the remainder whose rows come from an eddy block.
///
/// At run time the generated code asks the data context for `block N`, which is the enumerable of
/// the block's rows.
public final class BlockRel extends AbstractRelNode implements EnumerableRel {
    private static final double ROWS_GUESSED = 1_000;

    private final int id;
    private final BlockSpec spec;

    BlockRel(RelOptCluster cluster, int id, BlockSpec spec, RelDataType rowType) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
        this.id = id;
        this.spec = spec;
        this.rowType = rowType;
    }

    public int id() {
        return id;
    }

    public BlockSpec spec() {
        return spec;
    }

    /// The key under which the data context has the rows.
    public String key() {
        return "block " + id;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return this;
    }

    @Override
    public double estimateRowCount(RelMetadataQuery query) {
        return ROWS_GUESSED;
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("block", id);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        return SharedRel.leaf(this, key(), implementor);
    }
}
