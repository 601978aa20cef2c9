package telegraph.query.plan;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.source.Source;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.Literals;
import telegraph.query.block.RecursiveRel;
import telegraph.query.block.SharedRel;

/// A physical plan over other sources, with literals where it left them open. What several places
/// share is made once.
///
/// Conditions that have their literals are simplified together, and with comparisons that had
/// theirs before, as those of a query that is written with them are: `x > ?0 AND x < ?1` is a
/// range. If they can never be true, this is no plan for these literals: one that is made for them
/// asks no source for nothing.
///
/// Threads: one at a time.
final class Resourced {
    private final UnaryOperator<Source> sources;
    private final Literals literals;
    private final RexSimplify simplify;
    private final RexBuilder rex;
    private final Map<SharedRel, SharedRel> shared = new IdentityHashMap<>();
    private boolean never;

    /// @param sources for each that the plan reads the other one
    /// @param literals for parameters
    private Resourced(
            RelOptCluster cluster,
            UnaryOperator<Source> sources,
            Map<Integer, RexLiteral> literals) {
        this.sources = sources;
        this.rex = cluster.getRexBuilder();
        this.simplify =
                new RexSimplify(rex, RelOptPredicateList.EMPTY, cluster.getPlanner().getExecutor());
        this.literals = new Literals(literals);
    }

    /// The plan with `to[i]` in the place of `from[i]`.
    static EnumerableRel of(
            EnumerableRel root, List<? extends Source> from, List<? extends Source> to) {
        return of(root, from, to, Map.of()).orElseThrow();
    }

    /// The same with literals in the places of its parameters; empty if it is no plan for these.
    static Optional<EnumerableRel> of(
            EnumerableRel root,
            List<? extends Source> from,
            List<? extends Source> to,
            Map<Integer, RexLiteral> literals) {
        Map<Source, Source> sources = new IdentityHashMap<>();
        for (int i = 0; i < from.size(); i++) {
            sources.put(from.get(i), to.get(i));
        }
        return new Resourced(root.getCluster(), source -> other(sources, source), literals)
                .bound(root);
    }

    /// A plan over its own sources with literals in the places of its parameters; empty if it is no
    /// plan for these.
    static Optional<EnumerableRel> of(EnumerableRel root, Map<Integer, RexLiteral> literals) {
        return literals.isEmpty()
                ? Optional.of(root)
                : new Resourced(root.getCluster(), UnaryOperator.identity(), literals).bound(root);
    }

    /// The plan over the block that it has, with literals in the places of the parameters above
    /// that.
    static EnumerableRel above(EnumerableRel root, Map<Integer, RexLiteral> literals) {
        return new Resourced(root.getCluster(), UnaryOperator.identity(), literals).above(root);
    }

    private EnumerableRel above(EnumerableRel node) {
        return node instanceof BlockRel
                ? node
                : copy(node, List.of(above((EnumerableRel) node.getInput(0))));
    }

    /// Whether a node itself has parameters.
    static boolean isOpen(RelNode node) {
        boolean[] found = new boolean[1];
        RexShuttle look =
                new RexShuttle() {
                    @Override
                    public RexNode visitDynamicParam(RexDynamicParam parameter) {
                        found[0] = true;
                        return parameter;
                    }
                };
        node.accept(look);
        if (node instanceof EnumerableLimit limit) {
            look.apply(limit.offset);
            look.apply(limit.fetch);
        }
        return found[0];
    }

    private Optional<EnumerableRel> bound(EnumerableRel root) {
        EnumerableRel bound = of(root);
        return never ? Optional.empty() : Optional.of(bound);
    }

    private EnumerableRel of(EnumerableRel node) {
        return switch (node) {
            case BlockRel block -> block.with(block.branches().stream().map(this::of).toList());
            case RecursiveRel recursive ->
                    recursive.with(of(recursive.seed()), of(recursive.step()));
            case SharedRel once -> shared.computeIfAbsent(once, rel -> rel.with(of(rel.plan())));
            default -> copy(node);
        };
    }

    private EnumerableRel copy(EnumerableRel node) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            inputs.add(of((EnumerableRel) input));
        }
        return copy(node, inputs);
    }

    private EnumerableRel copy(EnumerableRel node, List<RelNode> inputs) {
        if (node instanceof EnumerableLimit limit) {
            return EnumerableLimit.create(
                    inputs.getFirst(), literals.apply(limit.offset), literals.apply(limit.fetch));
        }
        if (node instanceof EnumerableCalc calc) {
            return calc.copy(node.getTraitSet(), inputs.getFirst(), bound(calc.getProgram()));
        }
        RelNode copy = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
        return (EnumerableRel) copy.accept(literals);
    }

    /// Literals make equal what differed: `x <= x`, say, that becomes true, upon which nobody needs
    /// `x`, as the second look finds.
    private RexProgram bound(RexProgram program) {
        List<RexNode> expressions = literals.apply(program.getExprList());
        return expressions == program.getExprList()
                ? program
                : new RexProgram(
                                program.getInputRowType(),
                                expressions,
                                program.getProjectList(),
                                program.getCondition(),
                                program.getOutputRowType())
                        .normalize(rex, null)
                        .normalize(rex, null);
    }

    private BlockSpec of(BlockSpec spec) {
        List<BlockSpec.Input> inputs = new ArrayList<>();
        for (BlockSpec.Input input : spec.inputs()) {
            inputs.add(
                    new BlockSpec.Input(
                            input.alias(), input.offset(), input.width(), of(input.origin())));
        }
        return new BlockSpec(
                inputs, bound(spec.conjuncts()), literals.apply(spec.fields()), spec.grouping());
    }

    private List<RexNode> bound(List<RexNode> conjuncts) {
        List<RexNode> all = new ArrayList<>();
        List<RexNode> bound = new ArrayList<>();
        int first = -1;
        boolean changed = false;
        for (RexNode conjunct : conjuncts) {
            RexNode with = conjunct.accept(literals);
            if (with == conjunct && !comparesWithLiteral(conjunct)) {
                all.add(conjunct);
            } else {
                first = bound.isEmpty() ? all.size() : first;
                bound.add(with);
                changed |= with != conjunct;
            }
        }
        if (changed && bound.size() > 1) {
            RexNode both = simplify.simplifyUnknownAsFalse(RexUtil.composeConjunction(rex, bound));
            never |= both.isAlwaysFalse();
            bound = RelOptUtil.conjunctions(both);
        }
        if (!bound.isEmpty()) {
            all.addAll(first, bound);
        }
        return all;
    }

    /// Whether it is of the kind that bound conditions are simplified with: `x <> 'z'`, say, of a
    /// view, beside `x = ?0 OR x = ?1`.
    private static boolean comparesWithLiteral(RexNode conjunct) {
        return conjunct instanceof RexCall call
                && (SqlKind.COMPARISON.contains(call.getKind()) || call.isA(SqlKind.SEARCH))
                && call.getOperands().get(0) instanceof RexInputRef
                && call.getOperands().get(1) instanceof RexLiteral;
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
