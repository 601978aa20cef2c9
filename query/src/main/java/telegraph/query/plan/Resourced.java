package telegraph.query.plan;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.RelNode;
import telegraph.engine.source.Source;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.SharedRel;

/// A physical plan over other sources. What several places share is made once.
///
/// Threads: one at a time.
final class Resourced {
    private final Map<Source, Source> sources;
    private final Map<SharedRel, SharedRel> shared = new IdentityHashMap<>();

    /// @param sources for each that the plan reads the other one, by identity
    private Resourced(Map<Source, Source> sources) {
        this.sources = sources;
    }

    /// The plan with `to[i]` in the place of `from[i]`.
    static EnumerableRel of(
            EnumerableRel root, List<? extends Source> from, List<? extends Source> to) {
        Map<Source, Source> sources = new IdentityHashMap<>();
        for (int i = 0; i < from.size(); i++) {
            sources.put(from.get(i), to.get(i));
        }
        return new Resourced(sources).of(root);
    }

    private EnumerableRel of(EnumerableRel node) {
        return switch (node) {
            case BlockRel block -> block.with(block.branches().stream().map(this::of).toList());
            case SharedRel once -> shared.computeIfAbsent(once, rel -> rel.with(of(rel.plan())));
            default -> copy(node);
        };
    }

    private EnumerableRel copy(EnumerableRel node) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            inputs.add(of((EnumerableRel) input));
        }
        return inputs.isEmpty() ? node : (EnumerableRel) node.copy(node.getTraitSet(), inputs);
    }

    private BlockSpec of(BlockSpec spec) {
        List<BlockSpec.Input> inputs = new ArrayList<>();
        for (BlockSpec.Input input : spec.inputs()) {
            inputs.add(
                    new BlockSpec.Input(
                            input.alias(), input.offset(), input.width(), of(input.origin())));
        }
        return new BlockSpec(inputs, spec.conjuncts(), spec.fields(), spec.grouping());
    }

    private BlockSpec.Origin of(BlockSpec.Origin origin) {
        return switch (origin) {
            case BlockSpec.Origin.FromSource from ->
                    new BlockSpec.Origin.FromSource(other(from.source()));
            case BlockSpec.Origin.FromPlan from -> new BlockSpec.Origin.FromPlan(of(from.plan()));
        };
    }

    private Source other(Source source) {
        Source other = sources.get(source);
        if (other == null) {
            throw new IllegalStateException(
                    "a plan reads what was looked up for it: source=" + source.name());
        }
        return other;
    }
}
