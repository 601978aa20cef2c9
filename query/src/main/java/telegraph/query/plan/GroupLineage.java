package telegraph.query.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexProgramBuilder;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.engine.Aggregate;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.operator.PairAggregate;
import telegraph.query.operator.Percentile;
import telegraph.query.rewrite.TermSizes;

/// How the running answer of a query comes from the groups of its block, so that what is claimed of
/// a group can be claimed of a row of the answer.
///
/// Where nothing stands above the block but projections, filters, sorts and limits, each row of the
/// answer is a function of one group, and a plan like the query's own gives each row with the index
/// of its group behind the other columns:
///
/// ```
/// query's plan          running plan
/// limit                 limit             country  mean  group
///  └ sort                └ sort             CH      12.5    7
///     └ calc                └ calc + group
///        └ block 0             └ block 0 + group
/// ```
///
/// @param columns those of the result
/// @param threaded the running plan, or empty if rows cannot be led back to groups
/// @param reason why they cannot, or ""
public record GroupLineage(List<Column> columns, Optional<Threaded> threaded, String reason) {
    /// A column of the result.
    ///
    /// @param estimated whether it is computed from aggregates
    /// @param hindrance why it can never have an interval, or "" if it can
    public record Column(boolean estimated, String hindrance) {
        /// Whether it may get an interval.
        public boolean isClaimable() {
            return estimated && hindrance.isEmpty();
        }
    }

    /// The running plan.
    ///
    /// @param root its rows are those of the result with the index of the group behind
    /// @param block the block whose groups they are
    /// @param formulas for each column of the result what it is of the block's columns
    /// @param conditions of the block's columns, all of which a group meets that has a row
    public record Threaded(
            EnumerableRel root, BlockRel block, List<RexNode> formulas, List<RexNode> conditions) {
        /// How many of the block's columns are keys; the aggregates come behind them.
        public int keys() {
            return block.grouping().keys().length;
        }

        /// How many columns a group has with its index.
        public int width() {
            return block.getRowType().getFieldCount() + 1;
        }

        /// A plan that makes each formula's value of a row of the block's columns and an index.
        public EnumerableRel formulaPlan(List<RexNode> of) {
            BlockRel leaf = block.numbered();
            List<RexNode> all = new ArrayList<>(of);
            RelDataTypeField last = leaf.getRowType().getFieldList().getLast();
            all.add(new RexInputRef(last.getIndex(), last.getType()));
            List<String> names = new ArrayList<>();
            all.forEach(_ -> names.add("f" + names.size()));
            return EnumerableCalc.create(
                    leaf,
                    RexProgram.create(
                            leaf.getRowType(),
                            all,
                            null,
                            names,
                            leaf.getCluster().getRexBuilder()));
        }
    }

    public GroupLineage {
        columns = List.copyOf(columns);
    }

    /// How the rows of a plan come about.
    public static GroupLineage of(Plan plan) {
        EnumerableRel root = plan.root();
        Lineage lineage = new Lineage();
        boolean[] estimated = lineage.aggregated(root);
        Optional<BlockRel> block = groups(root);
        String reason =
                block.isEmpty() ? Lineage.obstacle(root) : selection(root, block.get(), lineage);
        if (reason.isEmpty() && terms(root).isEmpty()) {
            reason = "its columns are too long once they are written out over the groups";
        }
        if (!reason.isEmpty()) {
            List<Column> columns = new ArrayList<>();
            for (boolean e : estimated) {
                columns.add(new Column(e, e ? reason : ""));
            }
            return new GroupLineage(columns, Optional.empty(), reason);
        }
        List<RexNode> conditions = new ArrayList<>();
        List<RexNode> formulas = formulas(root, conditions);
        Threaded threaded =
                new Threaded((EnumerableRel) numbered(root), block.get(), formulas, conditions);
        List<Column> columns = new ArrayList<>();
        for (int c = 0; c < estimated.length; c++) {
            String hindrance = estimated[c] ? hindrance(formulas.get(c), block.get()) : "";
            columns.add(new Column(estimated[c], hindrance));
        }
        return new GroupLineage(columns, Optional.of(threaded), "");
    }

    /// Whether some column is computed from aggregates.
    public boolean isEstimated() {
        return columns.stream().anyMatch(Column::estimated);
    }

    /// The grouped block below, if only nodes stand above it that lead each row to one of theirs.
    private static Optional<BlockRel> groups(RelNode node) {
        return switch (node) {
            case BlockRel block -> block.grouping() == null ? Optional.empty() : Optional.of(block);
            case Calc calc -> groups(calc.getInput());
            case Sort sort -> groups(sort.getInput());
            case GuardRel guard -> groups(guard.getInput());
            case EnumerableRel other ->
                    Lineage.isLimit(other) ? groups(other.getInput(0)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /// Why the rows of a plan cannot be estimated although they come from groups, or "". The best
    /// by an estimate may not be the best.
    private static String selection(RelNode root, BlockRel block, Lineage lineage) {
        if (block.inputs().stream()
                .noneMatch(i -> i.origin() instanceof BlockSpec.Origin.FromSource)) {
            return "aggregates of aggregates, or of what has a plan of its own, have no estimate";
        }
        boolean single = block.grouping().keys().length == 0;
        boolean limited = false;
        for (RelNode node = root; !single && !(node instanceof BlockRel); node = node.getInput(0)) {
            limited |= Lineage.isLimit(node);
            if (!(node instanceof Sort sort)) {
                continue;
            }
            boolean[] estimated = lineage.aggregated(sort);
            limited |= sort.fetch != null || sort.offset != null;
            if (limited
                    && sort.getCollation().getFieldCollations().stream()
                            .anyMatch(by -> estimated[by.getFieldIndex()])) {
                return "ORDER BY an estimate with LIMIT: which rows are the first is only known at"
                        + " the end";
            }
        }
        return "";
    }

    private static RelNode numbered(RelNode node) {
        if (node instanceof BlockRel block) {
            return block.numbered();
        }
        RelNode input = numbered(node.getInput(0));
        return node instanceof Calc calc
                ? EnumerableCalc.create(input, withLast(calc.getProgram(), input))
                : node.copy(node.getTraitSet(), List.of(input));
    }

    /// The program over an input with one more column, which it passes on behind the others.
    private static RexProgram withLast(RexProgram program, RelNode input) {
        RexProgramBuilder builder =
                new RexProgramBuilder(input.getRowType(), input.getCluster().getRexBuilder());
        program.getNamedProjects()
                .forEach(named ->
                        builder.addProject(program.expandLocalRef(named.left), named.right));
        if (program.getCondition() != null) {
            builder.addCondition(program.expandLocalRef(program.getCondition()));
        }
        RelDataTypeField last = input.getRowType().getFieldList().getLast();
        builder.addProject(new RexInputRef(last.getIndex(), last.getType()), last.getName());
        return builder.getProgram();
    }

    /// For each column of a node how many terms it has over the block's columns; empty if that is
    /// far more than was written.
    private static Optional<long[]> terms(RelNode node) {
        if (node instanceof BlockRel) {
            long[] own = new long[node.getRowType().getFieldCount()];
            Arrays.fill(own, 1);
            return Optional.of(own);
        }
        Optional<long[]> below = terms(node.getInput(0));
        if (below.isEmpty() || !(node instanceof Calc calc)) {
            return below;
        }
        IntToLongFunction column = c -> below.get()[c];
        return TermSizes.added(calc.getProgram(), column) > TermSizes.ADDED_MAX
                ? Optional.empty()
                : Optional.of(TermSizes.writtenOut(calc.getProgram(), column));
    }

    /// For each column of a node what it is of the block's columns.
    ///
    /// @param conditions gets those of the filters
    private static List<RexNode> formulas(RelNode node, List<RexNode> conditions) {
        if (node instanceof BlockRel block) {
            List<RexNode> own = new ArrayList<>();
            for (RelDataTypeField field : block.getRowType().getFieldList()) {
                own.add(new RexInputRef(field.getIndex(), field.getType()));
            }
            return own;
        }
        List<RexNode> below = formulas(node.getInput(0), conditions);
        if (!(node instanceof Calc calc)) {
            return below;
        }
        RexShuttle over =
                new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef ref) {
                        return below.get(ref.getIndex());
                    }
                };
        RexProgram program = calc.getProgram();
        if (program.getCondition() != null) {
            conditions.add(program.expandLocalRef(program.getCondition()).accept(over));
        }
        return program.getProjectList().stream()
                .map(project -> program.expandLocalRef(project).accept(over))
                .toList();
    }

    private static String hindrance(RexNode formula, BlockRel block) {
        BlockSpec.Grouping grouping = block.grouping();
        boolean several = block.branches().size() > 1;
        TreeSet<String> without = new TreeSet<>();
        for (int ref : Lineage.references(formula)) {
            int call = ref - grouping.keys().length;
            if (call >= 0) {
                without(grouping.calls().get(call), several).ifPresent(without::add);
            }
        }
        if (!without.isEmpty()) {
            return String.join(", ", without);
        }
        return SqlTypeUtil.isNumeric(formula.getType()) ? "" : "it is not a number";
    }

    /// Why an aggregate has no interval, or empty if it can have one.
    ///
    /// @param several whether its values come from several blocks
    private static Optional<String> without(AggregateCall call, boolean several) {
        String name = call.getAggregation().getName().toLowerCase(Locale.ROOT);
        if (call.getAggregation() instanceof Percentile percentile
                && percentile.function() == Aggregate.Function.MODE) {
            return Optional.of("mode has no estimate");
        }
        if (several && call.getAggregation() instanceof Percentile) {
            return Optional.of("a percentile of several queries together has no estimate");
        }
        if (call.getAggregation() instanceof PairAggregate) {
            return Optional.of(name + " has no estimate");
        }
        return switch (call.getAggregation().getKind()) {
            case MIN -> Optional.of("min is what is known so far, the least can still come");
            case MAX -> Optional.of("max is what is known so far, the greatest can still come");
            case GROUPING, GROUPING_ID -> Optional.empty();
            case COUNT ->
                    call.isDistinct()
                            ? Optional.of("count distinct is known from below only")
                            : Optional.empty();
            case SUM, SUM0, AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
                    call.isDistinct()
                            ? Optional.of(name + " distinct has no estimate")
                            : interval(call, name);
            case ANY_VALUE, SINGLE_VALUE, LITERAL_AGG ->
                    Optional.of(name.replace('_', ' ') + " has no estimate");
            default ->
                    call.isDistinct() ? Optional.of(name + " has no estimate") : Optional.empty();
        };
    }

    private static Optional<String> interval(AggregateCall call, String name) {
        return SqlTypeName.INTERVAL_TYPES.contains(call.getType().getSqlTypeName())
                ? Optional.of(name + " of intervals has no estimate")
                : Optional.empty();
    }

    /// The block's columns that a formula reads.
    public static List<Integer> references(RexNode formula) {
        return Lineage.references(formula);
    }

    /// The aggregate that a column of the result is as it is, counted from the first one, or -1.
    public static int bare(RexNode formula, int keys) {
        RexNode node = formula;
        while (RexUtil.isLosslessCast(node)) {
            node = ((RexCall) node).getOperands().getFirst();
        }
        return node instanceof RexInputRef ref ? ref.getIndex() - keys : -1;
    }
}
