package telegraph.sql.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.sql.expression.Compiler;
import telegraph.sql.expression.Types;

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
/// A region stops where a node is neither inner join, filter nor projection, or where an expression
/// is not the engine's: what lies below becomes an input with a plan of its own.
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
        if (!storable(node)) {
            return Optional.empty();
        }
        if (node instanceof Aggregate aggregate) {
            return grouped(aggregate);
        }
        if (!flat(node)) {
            return Optional.empty();
        }
        return region(node)
                .filter(Region::pays)
                .map(r -> leaf(node, new BlockSpec(r.inputs, r.conjuncts, r.fields, null)));
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
        Region region = region(aggregate.getInput()).orElse(null);
        if (region == null) {
            return Optional.empty();
        }
        int[] keys = aggregate.getGroupSet().toArray();
        List<int[]> sets = new ArrayList<>();
        for (ImmutableBitSet set : aggregate.getGroupSets()) {
            sets.add(set.asList().stream().mapToInt(aggregate.getGroupSet()::indexOf).toArray());
        }
        BlockSpec.Grouping grouping =
                new BlockSpec.Grouping(keys, sets, aggregate.getAggCallList());
        return Optional.of(
                leaf(
                        aggregate,
                        new BlockSpec(region.inputs, region.conjuncts, region.fields, grouping)));
    }

    private RelNode leaf(RelNode node, BlockSpec spec) {
        List<RexNode> conjuncts =
                Factors.of(spec.conjuncts(), node.getCluster().getRexBuilder(), spec::inputOf);
        BlockSpec factored =
                new BlockSpec(spec.inputs(), conjuncts, spec.fields(), spec.grouping());
        return new BlockRel(
                node.getCluster(), blocks++, Aliases.distinct(factored), node.getRowType());
    }

    /// A region with the plan below flattened, or empty if it cannot be the input of a block.
    private Optional<Region> region(RelNode node) {
        if (!flat(node)) {
            return derived(node);
        }
        return switch (node) {
            case TableScan scan -> Optional.of(scanned(scan));
            case Filter filter ->
                    region(filter.getInput()).map(r -> r.filtered(filter.getCondition()));
            case Project project ->
                    region(project.getInput()).map(r -> r.projected(project.getProjects()));
            case Join join -> {
                Optional<Region> left = region(join.getLeft());
                Optional<Region> right = region(join.getRight());
                yield left.isPresent() && right.isPresent()
                        ? Optional.of(left.get().joined(right.get(), join.getCondition()))
                        : Optional.empty();
            }
            default -> derived(node);
        };
    }

    private static Region scanned(TableScan scan) {
        SourceTable table = scan.getTable().unwrapOrThrow(SourceTable.class);
        List<String> names = scan.getTable().getQualifiedName();
        String alias = names.get(names.size() - 1);
        return Region.of(scan, alias, new BlockSpec.Origin.FromSource(table.source()));
    }

    private Optional<Region> derived(RelNode node) {
        if (!storable(node) || node.getRowType().getFieldCount() == 0) {
            return Optional.empty();
        }
        EnumerableRel plan = Remainders.physical(extract(node));
        return Optional.of(Region.of(plan, "derived", new BlockSpec.Origin.FromPlan(plan)));
    }

    private boolean supports(List<RexNode> expressions) {
        for (RexNode expression : expressions) {
            if (!compiler.supports(expression) || !RexUtil.isDeterministic(expression)) {
                return false;
            }
        }
        return true;
    }

    private static boolean storable(RelNode node) {
        return node.getRowType().getFieldList().stream()
                .allMatch(field -> Types.physical(field.getType()).isPresent());
    }

    /// A flattened region.
    private record Region(
            List<BlockSpec.Input> inputs, List<RexNode> conjuncts, List<RexNode> fields) {
        static Region of(RelNode node, String alias, BlockSpec.Origin origin) {
            List<RelDataTypeField> columns = node.getRowType().getFieldList();
            List<RexNode> fields = new ArrayList<>();
            for (RelDataTypeField column : columns) {
                fields.add(new RexInputRef(column.getIndex(), column.getType()));
            }
            return new Region(
                    List.of(new BlockSpec.Input(alias, 0, columns.size(), origin)),
                    List.of(),
                    fields);
        }

        /// A block of one derived input and no grouping would only copy rows.
        boolean pays() {
            return inputs.size() > 1
                    || inputs.getFirst().origin() instanceof BlockSpec.Origin.FromSource;
        }

        int width() {
            BlockSpec.Input last = inputs.getLast();
            return last.offset() + last.width();
        }

        Region filtered(RexNode condition) {
            List<RexNode> all = new ArrayList<>(conjuncts);
            all.addAll(RelOptUtil.conjunctions(over(condition)));
            return new Region(inputs, all, fields);
        }

        Region projected(List<RexNode> expressions) {
            return new Region(inputs, conjuncts, expressions.stream().map(this::over).toList());
        }

        Region joined(Region right, RexNode condition) {
            int shift = width();
            List<BlockSpec.Input> allInputs = new ArrayList<>(inputs);
            for (BlockSpec.Input input : right.inputs) {
                allInputs.add(
                        new BlockSpec.Input(
                                input.alias(),
                                input.offset() + shift,
                                input.width(),
                                input.origin()));
            }
            List<RexNode> allConjuncts = new ArrayList<>(conjuncts);
            right.conjuncts.forEach(c -> allConjuncts.add(RexUtil.shift(c, shift)));
            List<RexNode> allFields = new ArrayList<>(fields);
            right.fields.forEach(f -> allFields.add(RexUtil.shift(f, shift)));
            return new Region(allInputs, allConjuncts, allFields).filtered(condition);
        }

        /// An expression over this region's fields as one over its inputs.
        private RexNode over(RexNode expression) {
            return expression.accept(
                    new RexShuttle() {
                        @Override
                        public RexNode visitInputRef(RexInputRef ref) {
                            return fields.get(ref.getIndex());
                        }
                    });
        }
    }

    /// Gives inputs of the same alias numbers.
    private static final class Aliases {
        static BlockSpec distinct(BlockSpec spec) {
            Set<String> seen = new HashSet<>();
            List<BlockSpec.Input> inputs = new ArrayList<>();
            for (BlockSpec.Input input : spec.inputs()) {
                String alias = input.alias();
                for (int n = 2; !seen.add(alias); n++) {
                    alias = input.alias() + " " + n;
                }
                inputs.add(
                        new BlockSpec.Input(alias, input.offset(), input.width(), input.origin()));
            }
            return new BlockSpec(inputs, spec.conjuncts(), spec.fields(), spec.grouping());
        }
    }
}
