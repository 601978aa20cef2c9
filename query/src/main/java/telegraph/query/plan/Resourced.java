package telegraph.query.plan;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import telegraph.engine.source.Source;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.SharedRel;

/// A physical plan over other sources, with literals where it left them open. What several places
/// share is made once.
///
/// Threads: one at a time.
final class Resourced {
    private final UnaryOperator<Source> sources;
    private final RexShuttle literals;
    private final Map<SharedRel, SharedRel> shared = new IdentityHashMap<>();

    /// @param sources for each that the plan reads the other one
    /// @param literals for parameters
    private Resourced(UnaryOperator<Source> sources, Map<Integer, RexLiteral> literals) {
        this.sources = sources;
        this.literals =
                new RexShuttle() {
                    @Override
                    public RexNode visitDynamicParam(RexDynamicParam parameter) {
                        RexLiteral literal = literals.get(parameter.getIndex());
                        return literal == null ? parameter : literal;
                    }
                };
    }

    /// The plan with `to[i]` in the place of `from[i]`.
    static EnumerableRel of(
            EnumerableRel root, List<? extends Source> from, List<? extends Source> to) {
        return of(root, from, to, Map.of());
    }

    /// The same with literals in the places of its parameters.
    static EnumerableRel of(
            EnumerableRel root,
            List<? extends Source> from,
            List<? extends Source> to,
            Map<Integer, RexLiteral> literals) {
        Map<Source, Source> sources = new IdentityHashMap<>();
        for (int i = 0; i < from.size(); i++) {
            sources.put(from.get(i), to.get(i));
        }
        return new Resourced(source -> other(sources, source), literals).of(root);
    }

    /// A plan over its own sources with literals in the places of its parameters.
    static EnumerableRel of(EnumerableRel root, Map<Integer, RexLiteral> literals) {
        return literals.isEmpty()
                ? root
                : new Resourced(UnaryOperator.identity(), literals).of(root);
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
        if (node instanceof EnumerableLimit limit) {
            return EnumerableLimit.create(
                    inputs.getFirst(), literals.apply(limit.offset), literals.apply(limit.fetch));
        }
        RelNode copy = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
        return (EnumerableRel) copy.accept(literals);
    }

    private BlockSpec of(BlockSpec spec) {
        List<BlockSpec.Input> inputs = new ArrayList<>();
        for (BlockSpec.Input input : spec.inputs()) {
            inputs.add(
                    new BlockSpec.Input(
                            input.alias(), input.offset(), input.width(), of(input.origin())));
        }
        return new BlockSpec(
                inputs,
                literals.apply(spec.conjuncts()),
                literals.apply(spec.fields()),
                spec.grouping());
    }

    private BlockSpec.Origin of(BlockSpec.Origin origin) {
        return switch (origin) {
            case BlockSpec.Origin.FromSource from ->
                    new BlockSpec.Origin.FromSource(sources.apply(from.source()));
            case BlockSpec.Origin.FromPlan from -> new BlockSpec.Origin.FromPlan(of(from.plan()));
        };
    }

    private static Source other(Map<Source, Source> sources, Source source) {
        Source other = sources.get(source);
        if (other == null) {
            throw new IllegalStateException(
                    "a plan reads what was looked up for it: source=" + source.name());
        }
        return other;
    }
}
