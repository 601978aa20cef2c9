package telegraph.query.rewrite;

import java.util.List;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleOperand;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import telegraph.query.compile.ExactBuilder;
import telegraph.query.value.Interrupts;

/// Calcite's optimizers, which end when their thread is interrupted.
///
/// Threads: one at a time for what comes of one call.
public final class Optimizers {
    private Optimizers() {}

    /// What the nodes of one query share.
    public static RelOptCluster cluster(RelDataTypeFactory types) {
        VolcanoPlanner volcano =
                new VolcanoPlanner() {
                    @Override
                    public void checkCancel() {
                        Interrupts.check();
                    }
                };
        volcano.addRelTraitDef(ConventionTraitDef.INSTANCE);
        volcano.addRelTraitDef(RelCollationTraitDef.INSTANCE);
        RelOptCluster cluster = RelOptCluster.create(volcano, new ExactBuilder(types));
        cluster.setMetadataQuerySupplier(Metadata::new);
        return cluster;
    }

    /// Has what the nodes of a query share hold on to nothing of a run, so that it may be kept.
    public static void forgetRun(RelOptCluster cluster) {
        cluster.getPlanner().clear();
        cluster.getPlanner().setExecutor(null);
        cluster.invalidateMetadataQuery();
    }

    /// The plan after these rules, from the top down, until none fits any more.
    public static RelNode rewritten(RelNode plan, List<RelOptRule> rules) {
        if (isChain(plan) && rules.stream().noneMatch(rule -> fits(rule.getOperand(), plan))) {
            return plan; // which most small queries are, and a planner for it costs more than they
        }
        HepProgram program =
                HepProgram.builder()
                        .addMatchOrder(HepMatchOrder.TOP_DOWN)
                        .addRuleCollection(rules)
                        .build();
        return optimized(plan, program);
    }

    /// Whether no node has several inputs, of which some might be equal and become one.
    private static boolean isChain(RelNode plan) {
        RelNode node = plan;
        while (node.getInputs().size() == 1) {
            node = node.getInput(0);
        }
        return node.getInputs().isEmpty();
    }

    /// Whether a rule may have something to do somewhere in a chain.
    private static boolean fits(RelOptRuleOperand operand, RelNode chain) {
        for (RelNode node = chain; ; node = node.getInput(0)) {
            if (fitsAt(operand, node)) {
                return true;
            }
            if (node.getInputs().isEmpty()) {
                return false;
            }
        }
    }

    private static boolean fitsAt(RelOptRuleOperand operand, RelNode node) {
        if (!operand.matches(node)) {
            return false;
        }
        return operand.getChildOperands().stream()
                .allMatch(
                        child -> node.getInputs().stream().anyMatch(input -> fitsAt(child, input)));
    }

    /// The plan after a program of rules.
    public static RelNode optimized(RelNode plan, HepProgram program) {
        HepPlanner planner =
                new HepPlanner(program) {
                    @Override
                    public void checkCancel() {
                        Interrupts.check();
                    }
                };
        planner.setRoot(plan);
        return planner.findBestExp();
    }
}
