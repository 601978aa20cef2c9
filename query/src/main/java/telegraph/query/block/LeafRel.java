package telegraph.query.block;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/// A leaf of the remainder, whose rows somebody else makes.
///
/// At run time the generated code asks the data context for [#key] and gets the enumerable of the
/// rows: arrays, or bare values if there is one column.
public abstract sealed class LeafRel extends AbstractRelNode implements EnumerableRel
        permits BlockRel, RecursiveRel, SharedRel, StreamRel, WorkingRel {
    private static final double ROWS_GUESSED = 1_000;

    private final String key;
    private final double rows;

    /// @param rows about how many there are
    LeafRel(RelOptCluster cluster, String key, RelDataType rowType, double rows) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
        this.key = key;
        this.rowType = rowType;
        this.rows = rows;
    }

    /// What the data context has the rows under; no two leaves of a query that differ share it.
    public String key() {
        return key;
    }

    /// About how many rows there are, as [Sizes] has it.
    double rows() {
        return rows;
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
        return super.explainTerms(writer).item("key", key);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        var rows =
                Expressions.convert_(
                        Expressions.call(
                                implementor.getRootExpression(), "get", Expressions.constant(key)),
                        Enumerable.class);
        return implementor.result(
                PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY),
                Blocks.toBlock(Expressions.return_(null, rows)));
    }
}
