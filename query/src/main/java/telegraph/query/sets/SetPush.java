package telegraph.query.sets;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilderFactory;
import org.apache.calcite.util.ImmutableBitSet;

/// Moves conditions on a row below its sets.
public final class SetPush extends RelRule<SetPush.Config> {
    public static final SetPush RULE =
            new Config(RelFactories.LOGICAL_BUILDER, "SetPush", SetPush::pattern).toRule();

    private SetPush(Config config) {
        super(config);
    }

    private static Done pattern(OperandBuilder builder) {
        return builder.operand(Filter.class)
                .oneInput(below -> below.operand(LogicalProjectSet.class).anyInputs());
    }

    /// What Calcite wants to know of a rule.
    public record Config(
            RelBuilderFactory relBuilderFactory,
            String description,
            OperandTransform operandSupplier)
            implements RelRule.Config {
        @Override
        public Config withRelBuilderFactory(RelBuilderFactory factory) {
            return new Config(factory, description, operandSupplier);
        }

        @Override
        public Config withDescription(String text) {
            return new Config(relBuilderFactory, text, operandSupplier);
        }

        @Override
        public Config withOperandSupplier(OperandTransform supplier) {
            return new Config(relBuilderFactory, description, supplier);
        }

        @Override
        public SetPush toRule() {
            return new SetPush(this);
        }
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
        Filter filter = call.rel(0);
        LogicalProjectSet set = call.rel(1);
        ImmutableBitSet own = ImmutableBitSet.range(set.getInput().getRowType().getFieldCount());
        List<RexNode> below = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
            boolean moves =
                    RexUtil.isDeterministic(conjunct)
                            && own.contains(RelOptUtil.InputFinder.bits(conjunct));
            (moves ? below : above).add(conjunct);
        }
        if (below.isEmpty()) {
            return;
        }
        RexBuilder rex = filter.getCluster().getRexBuilder();
        RelNode input =
                LogicalFilter.create(set.getInput(), RexUtil.composeConjunction(rex, below));
        RelNode moved = set.of(input, set.sets());
        call.transformTo(
                above.isEmpty()
                        ? moved
                        : LogicalFilter.create(moved, RexUtil.composeConjunction(rex, above)));
    }
}
