package telegraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.engine.Block;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.sample.Sample;
import telegraph.query.block.BlockCompiler;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.JoinRegion;
import telegraph.query.block.Reductions;
import telegraph.query.compile.Compiler;
import telegraph.query.value.Interrupts;
import telegraph.query.value.Types;

/// Finds the eddy blocks of a logical plan, from the top down, and puts a leaf in the place of
/// each.
///
/// ```
/// Sort                        Sort
///  └ Aggregate                 └ block 0: group(flights ⋈ planes, filters)
///     └ Join             →
///        ├ Filter ─ flights
///        └ planes
/// ```
///
/// What is grouped of a UNION ALL is a region for each of its queries, and one leaf.
///
/// A region stops where a node is neither inner join, filter nor projection, or where an expression
/// is not the engine's, or would become far larger than it is written, or where more is joined than
/// a block can join: what lies below becomes an input with a plan of its own.
///
/// Threads: one, once.
final class Extraction {
    private final Compiler compiler;
    private int blocks;

    Extraction(Compiler compiler) {
        this.compiler = compiler;
    }

    /// The plan with its blocks as leaves. A node that stands in several places becomes a block for
    /// each, since the rows of a block are read once.
    RelNode extract(RelNode node) {
        Interrupts.check();
        return block(node).orElseGet(() -> below(node));
    }

    /// The node as it is, over extracted inputs.
    private RelNode below(RelNode node) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            inputs.add(extract(input));
        }
        return inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
    }

    private Optional<RelNode> block(RelNode node) {
        if (node instanceof Aggregate aggregate) {
            demandNoDistinctBeside(aggregate.getAggCallList());
        }
        if (!storable(node)) {
            return Optional.empty();
        }
        if (node instanceof Aggregate aggregate) {
            return grouped(aggregate);
        }
        if (!flat(node)) {
            return Optional.empty();
        }
        return region(node).filter(JoinRegion::pays).map(r -> leaf(node, List.of(r), null));
    }

    /// Whether a node belongs into a region.
    private boolean flat(RelNode node) {
        return switch (node) {
            case TableScan _ -> true;
            case Filter filter -> supports(List.of(filter.getCondition()));
            case Project project -> supports(project.getProjects());
            case Join join ->
                    join.getJoinType() == JoinRelType.INNER
                            && supports(List.of(join.getCondition()));
            default -> false;
        };
    }

    private Optional<RelNode> grouped(Aggregate aggregate) {
        for (AggregateCall call : aggregate.getAggCallList()) {
            boolean constantOfNone =
                    call.getAggregation().getKind() == SqlKind.LITERAL_AGG
                            && aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
            if (constantOfNone || !BlockCompiler.supports(call)) {
                return Optional.empty();
            }
        }
        List<JoinRegion> branches = branches(aggregate.getInput());
        if (branches.isEmpty()) {
            return Optional.empty();
        }
        int[] keys = aggregate.getGroupSet().toArray();
        List<int[]> sets = new ArrayList<>();
        for (ImmutableBitSet set : aggregate.getGroupSets()) {
            sets.add(set.asList().stream().mapToInt(aggregate.getGroupSet()::indexOf).toArray());
        }
        BlockSpec.Grouping grouping =
                new BlockSpec.Grouping(keys, sets, aggregate.getAggCallList());
        return Optional.of(leaf(aggregate, branches, grouping));
    }

    /// Outside of a block, distinct values are parted from others by reading the rows below twice,
    /// which a block's are not.
    private static void demandNoDistinctBeside(List<AggregateCall> calls) {
        if (calls.size() > 1
                && calls.stream().anyMatch(AggregateCall::isDistinct)
                && !calls.stream().allMatch(BlockCompiler::supports)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "aggregates of DISTINCT values beside string_agg, array_agg and their like are"
                            + " not there. Ask for each in a SELECT of its own, and join them");
        }
    }

    private RelNode leaf(RelNode node, List<JoinRegion> branches, BlockSpec.Grouping grouping) {
        Reductions reductions = new Reductions(node.getCluster());
        List<BlockSpec> specs =
                branches.stream()
                        .map(branch -> branch.spec(grouping, reductions, this::plan))
                        .toList();
        return new BlockRel(node.getCluster(), blocks++, specs, node.getRowType());
    }

    /// The regions whose tuples are those of a node together: one for each query of a UNION ALL
    /// that reads a source somewhere, or one; none if they cannot be the inputs of blocks.
    private List<JoinRegion> branches(RelNode node) {
        List<JoinRegion> united = united(node);
        boolean read =
                united.stream().flatMap(r -> r.parts().stream()).anyMatch(JoinRegion.Part::isScan);
        return read && united.size() > 1 && united.size() <= Block.TOGETHER_MAX
                ? united
                : region(node).map(List::of).orElse(List.of());
    }

    /// The regions of the queries of a UNION ALL below nothing but filters and projections; none if
    /// there is no such thing, or one of them cannot be part of a block.
    private List<JoinRegion> united(RelNode node) {
        if (node instanceof Union union && union.all) {
            List<JoinRegion> all = new ArrayList<>();
            for (RelNode input : union.getInputs()) {
                List<JoinRegion> some = united(input);
                some = some.isEmpty() ? region(input).map(List::of).orElse(List.of()) : some;
                Optional<List<RexNode>> typed = typed(input, union.getRowType());
                if (some.isEmpty() || typed.isEmpty() || !takes(some, typed.get())) {
                    return List.of();
                }
                some.forEach(region -> all.add(region.projected(typed.get())));
            }
            return all;
        }
        if (node instanceof Filter filter && flat(filter)) {
            List<JoinRegion> some = united(filter.getInput());
            return takes(some, List.of(filter.getCondition()))
                    ? some.stream().map(r -> r.filtered(filter.getCondition())).toList()
                    : List.of();
        }
        if (node instanceof Project project && flat(project)) {
            List<JoinRegion> some = united(project.getInput());
            return takes(some, project.getProjects())
                    ? some.stream().map(r -> r.projected(project.getProjects())).toList()
                    : List.of();
        }
        return List.of();
    }

    private static boolean takes(List<JoinRegion> regions, List<RexNode> expressions) {
        return regions.stream().allMatch(region -> region.takes(expressions));
    }

    /// The columns of a query as those of the union that it is part of; empty if their types differ
    /// by more than how long a text or how large a number can be.
    private static Optional<List<RexNode>> typed(RelNode query, RelDataType union) {
        RexBuilder rex = query.getCluster().getRexBuilder();
        List<RexNode> columns = new ArrayList<>();
        for (RelDataTypeField field : query.getRowType().getFieldList()) {
            RelDataType own = field.getType();
            RelDataType wanted =
                    rex.getTypeFactory()
                            .createTypeWithNullability(
                                    union.getFieldList().get(field.getIndex()).getType(),
                                    own.isNullable());
            boolean widened =
                    own.getSqlTypeName() == wanted.getSqlTypeName()
                            && (own.getSqlTypeName() == SqlTypeName.VARCHAR
                                    || own.getSqlTypeName() == SqlTypeName.DECIMAL
                                            && own.getScale() == wanted.getScale());
            if (!own.equals(wanted) && !widened) {
                return Optional.empty();
            }
            columns.add(rex.ensureType(wanted, new RexInputRef(field.getIndex(), own), true));
        }
        return Optional.of(columns);
    }

    /// The plan of an input that is no source.
    private EnumerableRel plan(RelNode node) {
        return Remainders.physical(extract(node));
    }

    /// A region with the plan below flattened, or empty if it cannot be the input of a block.
    private Optional<JoinRegion> region(RelNode node) {
        if (!flat(node)) {
            return derived(node);
        }
        return switch (node) {
            case TableScan scan -> Optional.of(scanned(scan));
            case Filter filter ->
                    region(filter.getInput())
                            .flatMap(r ->
                                    r.takes(List.of(filter.getCondition()))
                                            ? Optional.of(r.filtered(filter.getCondition()))
                                            : derived(node));
            case Project project ->
                    region(project.getInput())
                            .flatMap(r ->
                                    r.takes(project.getProjects())
                                            ? Optional.of(r.projected(project.getProjects()))
                                            : derived(node));
            case Join join -> {
                Optional<JoinRegion> left = region(join.getLeft());
                Optional<JoinRegion> right = region(join.getRight());
                if (inputs(left) + inputs(right) > Block.INPUTS_MAX) {
                    boolean leftIsLarger = inputs(left) >= inputs(right);
                    left = leftIsLarger ? derived(join.getLeft()) : left;
                    right = leftIsLarger ? right : derived(join.getRight());
                }
                if (left.isEmpty() || right.isEmpty()) {
                    yield Optional.empty();
                }
                JoinRegion both = left.get().beside(right.get());
                yield both.takes(List.of(join.getCondition()))
                        ? Optional.of(both.filtered(join.getCondition()))
                        : derived(node);
            }
            default -> derived(node);
        };
    }

    private static int inputs(Optional<JoinRegion> region) {
        return region.map(r -> r.parts().size()).orElse(0);
    }

    private static JoinRegion scanned(TableScan scan) {
        List<String> names = scan.getTable().getQualifiedName();
        return JoinRegion.of(scan, Sample.Of.bare(names.getLast()));
    }

    private static Optional<JoinRegion> derived(RelNode node) {
        return storable(node) && node.getRowType().getFieldCount() > 0
                ? Optional.of(JoinRegion.of(node, "derived"))
                : Optional.empty();
    }

    private boolean supports(List<RexNode> expressions) {
        for (RexNode expression : expressions) {
            if (!compiler.supports(expression) || !RexUtil.isDeterministic(expression)) {
                return false;
            }
        }
        return true;
    }

    /// Whether batches can hold all columns of a node.
    static boolean storable(RelNode node) {
        return node.getRowType().getFieldList().stream()
                .allMatch(field -> Types.physical(field.getType()).isPresent());
    }
}
