package telegraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import telegraph.engine.Block;
import telegraph.engine.source.Source;
import telegraph.query.block.BlockCompiler;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.CompiledBlock;
import telegraph.query.compile.Compiler;
import telegraph.query.value.Evaluation;

/// What a kept plan over sources at hand compiles to, so that a run over a few rows of them
/// compiles next to nothing.
///
/// It is there where one block is all that such a plan has below its sorts, limits and groupings,
/// and where no code was generated for it and nobody asked for the moment or the user, who are
/// others the next time. Conditions that have their literals are not simplified together, as they
/// are in a plan: of a few rows it makes no difference.
///
/// Threads: one at a time, as the plan.
///
/// @param sources for each input of the block the index of its source among the plan's
/// @param above whether what stands above the block has parameters too
/// @param evaluation what the block's expressions count with, run after run
/// @param bytes about how many it takes
record CompiledPlan(
        CompiledBlock block, int[] sources, boolean above, Evaluation evaluation, long bytes) {
    /// Compiles a plan, if it is such a one.
    ///
    /// @param data whom the moment and the user are asked of
    static Optional<CompiledPlan> of(PlanCache.Kept kept, QueryVariables data, long textMax) {
        EnumerableRel root = kept.root();
        boolean above = false;
        RelNode node = root;
        while (node.getInputs().size() == 1) {
            above |= Resourced.isOpen(node);
            node = node.getInput(0);
        }
        if (!(node instanceof BlockRel leaf)
                || leaf.branches().size() != 1
                || !leaf.inputs().stream().allMatch(CompiledPlan::isAtHand)) {
            return Optional.empty();
        }
        Evaluation evaluation = Evaluation.lasting(textMax);
        RexBuilder rex = root.getCluster().getRexBuilder();
        Compiler compiler = new Compiler(rex, data.with(Map.of(Evaluation.KEY, evaluation)));
        BlockSpec spec = leaf.branches().getFirst();
        Optional<CompiledBlock> block = new BlockCompiler(rex, compiler, spec).kept();
        if (block.isEmpty() || compiler.hasGenerated() || !data.areUnasked()) {
            return Optional.empty();
        }
        int[] sources =
                spec.inputs().stream()
                        .mapToInt(input -> kept.places().indexOf(place(input)))
                        .toArray();
        long bytes = Footprint.of(spec) + evaluation.kept();
        return Optional.of(new CompiledPlan(block.get(), sources, above, evaluation, bytes));
    }

    private static boolean isAtHand(BlockSpec.Input input) {
        return input.origin() instanceof BlockSpec.Origin.FromSource from
                && from.source().isAtHand();
    }

    private static Source place(BlockSpec.Input input) {
        return ((BlockSpec.Origin.FromSource) input.origin()).source();
    }

    /// The plan over these sources, with these literals; empty if they are not at hand.
    Optional<Plan> over(
            PlanCache.Kept kept,
            List<Source> all,
            Map<Integer, RexLiteral> literals,
            QueryVariables data) {
        List<Source> own = new ArrayList<>(sources.length);
        for (int source : sources) {
            own.add(all.get(source));
        }
        if (!own.stream().allMatch(Source::isAtHand)) {
            return Optional.empty();
        }
        RelOptCluster cluster = kept.root().getCluster();
        evaluation.serve(Evaluation.of(data));
        Compiler compiler =
                new Compiler(
                        cluster.getRexBuilder(), data.with(Map.of(Evaluation.KEY, evaluation)));
        cluster.getPlanner().setExecutor(compiler.executor());
        Block over = block.over(own, literals, compiler);
        EnumerableRel root = above ? Resourced.above(kept.root(), literals) : kept.root();
        return Optional.of(
                new Plan(root, kept.rowType(), kept.declared(), compiler, data, Optional.of(over)));
    }

    /// Nothing runs any more.
    void rests() {
        evaluation.countAgainst(null);
    }
}
