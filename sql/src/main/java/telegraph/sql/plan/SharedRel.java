package telegraph.sql.plan;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;

/// A part of the plan that runs once although its rows are wanted in several places, so that no
/// source is asked twice.
///
/// All places hold the same `id`; at run time the data context has the rows under [#key].
public final class SharedRel extends AbstractRelNode implements EnumerableRel {
    private static final double ROWS_GUESSED = 10_000;

    private final int id;
    private final EnumerableRel plan;

    SharedRel(int id, EnumerableRel plan) {
        super(plan.getCluster(), plan.getCluster().traitSetOf(EnumerableConvention.INSTANCE));
        this.id = id;
        this.plan = plan;
        this.rowType = plan.getRowType();
    }

    /// What runs once.
    public EnumerableRel plan() {
        return plan;
    }

    public String key() {
        return "shared " + id;
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
        return super.explainTerms(writer).item("shared", id);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        return leaf(this, key(), implementor);
    }

    /// Code that takes the rows of a leaf from the data context: arrays, or bare values if there is
    /// one column.
    static Result leaf(EnumerableRel leaf, String key, EnumerableRelImplementor implementor) {
        var rows =
                Expressions.convert_(
                        Expressions.call(
                                implementor.getRootExpression(), "get", Expressions.constant(key)),
                        Enumerable.class);
        return implementor.result(
                PhysTypeImpl.of(
                        implementor.getTypeFactory(), leaf.getRowType(), JavaRowFormat.ARRAY),
                Blocks.toBlock(Expressions.return_(null, rows)));
    }
}
