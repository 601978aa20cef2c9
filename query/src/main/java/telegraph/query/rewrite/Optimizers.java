package telegraph.query.rewrite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleOperand;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.metadata.JaninoRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
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

    /// Lets the nodes of a query ask for metadata in this thread, where Calcite looks for what
    /// answers.
    public static void provideMetadata(RelOptCluster cluster) {
        RelMetadataQueryBase.THREAD_PROVIDERS.set(
                JaninoRelMetadataProvider.of(cluster.getMetadataProvider()));
    }

    /// Has what the nodes of a query share hold on to nothing of a run, so that it may be kept.
    public static void forgetRun(RelOptCluster cluster) {
        cluster.getPlanner().clear();
        cluster.getPlanner().setExecutor(null);
        cluster.invalidateMetadataQuery();
        provideMetadata(cluster);
        cluster.getMetadataQuery(); // whoever asks it next need provide for nothing
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

    /// Answers, of which those that ask themselves on the way down a plan look whether anybody
    /// still wants them.
    private static final class Metadata extends RelMetadataQuery {
        private static final double ROWS_MAX = 1e18;

        /// How many nodes a plan has at most whose predicates are inferred.
        private static final int INFERRED_MAX = 100;

        /// Finite, since what would cost infinitely much is never chosen.
        @Override
        public Double getRowCount(RelNode node) {
            Interrupts.check();
            return Math.min(ROWS_MAX, super.getRowCount(node));
        }

        /// None of a large plan: to infer what each join says of both its sides costs the cube of
        /// how many there are, and nothing needs it but chances to simplify.
        @Override
        public RelOptPredicateList getPulledUpPredicates(RelNode node) {
            Interrupts.check();
            if (isLarge(node)) {
                return RelOptPredicateList.EMPTY;
            }
            return node.stripped() instanceof Intersect both
                    ? ofAllInputs(both)
                    : super.getPulledUpPredicates(node);
        }

        /// What holds of each input. Calcite leaves out what another implies, and tries that with
        /// literals taken from under their casts, which fails where a cast changes the kind.
        private RelOptPredicateList ofAllInputs(Intersect node) {
            List<RexNode> all =
                    node.getInputs().stream()
                            .flatMap(input ->
                                    getPulledUpPredicates(input).pulledUpPredicates.stream())
                            .distinct()
                            .toList();
            return RelOptPredicateList.of(node.getCluster().getRexBuilder(), all);
        }

        private static boolean isLarge(RelNode node) {
            Deque<RelNode> left = new ArrayDeque<>();
            left.push(node);
            for (int seen = 0; seen <= INFERRED_MAX; seen++) {
                if (left.isEmpty()) {
                    return false;
                }
                left.pop().stripped().getInputs().forEach(left::push);
            }
            return true;
        }

        @Override
        public Double getMaxRowCount(RelNode node) {
            Interrupts.check();
            return super.getMaxRowCount(node);
        }

        @Override
        public Double getSelectivity(RelNode node, RexNode predicate) {
            Interrupts.check();
            return super.getSelectivity(node, predicate);
        }

        @Override
        public Boolean areColumnsUnique(RelNode node, ImmutableBitSet columns, boolean noNulls) {
            Interrupts.check();
            return super.areColumnsUnique(node, columns, noNulls);
        }
    }
}
