package telegraph.query.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.adapter.enumerable.EnumerableCorrelate;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableWindow;
import org.apache.calcite.rel.RelNode;
import telegraph.engine.BatchStream;
import telegraph.memory.Region;
import telegraph.query.block.LeafRel;
import telegraph.query.block.StreamRel;
import telegraph.query.plan.GuardRel;
import telegraph.query.plan.Plan;
import telegraph.query.plan.RemainderGuard;

/// Makes a tree of the engine's operators of a physical plan whose leaves already run.
///
/// ```
/// sort                       sort
///  └ guard                    └ fragment: row by row, in generated code
///     └ correlate       →        ├ block 0
///        ├ block 0               └ block 1
///        └ guard ─ block 1
/// ```
///
/// What the engine has no operator for becomes a [Fragment], which takes in what below it the
/// engine has none for either. Guards are for generated code alone.
///
/// Threads: one.
final class Lowering {
    private final Plan plan;
    private final RunContext context;
    private final Region region;
    private final Map<String, Supplier<BatchStream>> leaves;
    private final Operations operations;
    private int fragments;

    /// @param leaves streams of what runs, by the keys of the leaves: one for each place of a leaf
    Lowering(
            Plan plan,
            RunContext context,
            Region region,
            Map<String, Supplier<BatchStream>> leaves) {
        this.plan = plan;
        this.context = context;
        this.region = region;
        this.leaves = leaves;
        this.operations = new Operations(plan.compiler(), region, () -> guard(region));
    }

    /// The stream of a node's rows; a fragment if that is what it comes to.
    BatchStream of(EnumerableRel node) {
        if (!hasOperator(node)) {
            return fragment(node);
        }
        if (node instanceof GuardRel guard) {
            return of((EnumerableRel) guard.getInput());
        }
        if (node instanceof LeafRel leaf) {
            return leaves.get(leaf.key()).get();
        }
        List<BatchStream> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            inputs.add(of((EnumerableRel) input));
        }
        return operations.of(node, inputs);
    }

    private boolean hasOperator(RelNode node) {
        return node instanceof GuardRel guard
                ? hasOperator(guard.getInput())
                : node instanceof LeafRel || Operations.has(node, plan.compiler());
    }

    private RemainderGuard guard(Region kept) {
        return new RemainderGuard(
                kept, context.cancelled(), plan.compiler().evaluation().allowance());
    }

    private Fragment fragment(EnumerableRel node) {
        Region own = region.child("fragment " + fragments++);
        RemainderGuard guard = guard(own);
        Inputs inputs = new Inputs(guard);
        EnumerableRel root = inputs.cut(node, false);
        return new Fragment(
                root, inputs.rows, inputs.streams, new Fragment.Surroundings(plan, guard, own));
    }

    /// What a fragment reads.
    private final class Inputs {
        private final Map<String, StreamRows> rows = new LinkedHashMap<>();
        private final List<BatchStream> streams = new ArrayList<>();
        private final RemainderGuard guard;

        Inputs(RemainderGuard guard) {
            this.guard = guard;
        }

        /// The node with a leaf in the place of each stream below it.
        ///
        /// @param again whether its rows are read more than once
        EnumerableRel cut(EnumerableRel node, boolean again) {
            if (node instanceof GuardRel watched && hasOperator(watched)) {
                RelNode leaf = leaf((EnumerableRel) watched.getInput(), again);
                return (EnumerableRel) watched.copy(watched.getTraitSet(), List.of(leaf));
            }
            if (hasOperator(node)) {
                return leaf(node, again);
            }
            if (node instanceof EnumerableWindow window) {
                Windows.demandPlain(window);
            }
            boolean below = again || node instanceof EnumerableCorrelate;
            List<RelNode> inputs = new ArrayList<>();
            for (RelNode input : node.getInputs()) {
                inputs.add(cut((EnumerableRel) input, below));
            }
            return inputs.isEmpty() ? node : (EnumerableRel) node.copy(node.getTraitSet(), inputs);
        }

        private EnumerableRel leaf(EnumerableRel node, boolean again) {
            StreamRel leaf = new StreamRel(rows.size(), node);
            BatchStream stream = of(node);
            streams.add(stream);
            rows.put(leaf.key(), new StreamRows(stream, RowForm.of(node), guard, again));
            return leaf;
        }
    }
}
