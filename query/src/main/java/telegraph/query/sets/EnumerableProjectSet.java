package telegraph.query.sets;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rex.RexNode;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// A [ProjectSet] of a physical plan. The engine alone has code for it.
public final class EnumerableProjectSet extends ProjectSet implements EnumerableRel {
    /// Makes one of a logical one.
    public static final RelOptRule RULE =
            ConverterRule.Config.INSTANCE
                    .withConversion(
                            LogicalProjectSet.class,
                            Convention.NONE,
                            EnumerableConvention.INSTANCE,
                            "ProjectSetRule")
                    .withRuleFactory(Conversion::new)
                    .toRule();

    private static final class Conversion extends ConverterRule {
        Conversion(Config config) {
            super(config);
        }

        @Override
        public RelNode convert(RelNode node) {
            ProjectSet set = (ProjectSet) node;
            RelNode input =
                    convert(
                            set.getInput(),
                            set.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE));
            return new EnumerableProjectSet(input, set.sets(), set.isKept(), set.isCounted());
        }
    }

    private EnumerableProjectSet(RelNode input, List<RexNode> sets, boolean kept, boolean counted) {
        super(
                input.getCluster(),
                input.getCluster().traitSetOf(EnumerableConvention.INSTANCE),
                input,
                sets,
                kept,
                counted);
    }

    @Override
    public EnumerableProjectSet of(RelNode input, List<RexNode> over) {
        return new EnumerableProjectSet(input, over, isKept(), isCounted());
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        throw TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "sets beside columns that are arrays or intervals, or of such elements, cannot be"
                        + " computed. Leave these columns out");
    }
}
