package telegraph.query.plan;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableCorrelate;
import org.apache.calcite.adapter.enumerable.EnumerableFilter;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableProject;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.rules.AggregateExpandDistinctAggregatesRule;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.ProjectToWindowRule;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.ConvertToChecked;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.block.BlockCompiler;
import telegraph.query.block.LeafRel;
import telegraph.query.compile.Exact;
import telegraph.query.rewrite.CalcMerge;
import telegraph.query.rewrite.Optimizers;
import telegraph.query.sets.EnumerableProjectSet;
import telegraph.query.value.ByteaLiterals;

/// What of a query stands above its blocks: chooses operators and puts guards between them, and
/// compiles what generated code is to run.
public final class Remainders {
    private static final List<RelOptRule> RULES = rules();
    private static final List<RelOptRule> CALCULATIONS =
            List.of(
                    EnumerableRules.ENUMERABLE_FILTER_TO_CALC_RULE,
                    EnumerableRules.ENUMERABLE_PROJECT_TO_CALC_RULE,
                    CalcMerge.RULE);

    private static final Set<SqlKind> SUMS = EnumSet.of(SqlKind.SUM, SqlKind.SUM0);

    private Remainders() {}

    private static List<RelOptRule> rules() {
        List<RelOptRule> rules = new ArrayList<>(EnumerableRules.ENUMERABLE_RULES);
        rules.add(EnumerableRules.ENUMERABLE_LIMIT_SORT_RULE);
        rules.add(EnumerableProjectSet.RULE);
        // Sorting both sides to merge them would wait for all rows of both; hashing waits for one.
        rules.remove(EnumerableRules.ENUMERABLE_MERGE_JOIN_RULE);
        // Calcite's takes the rows of one input before those of another, whatever their order.
        rules.remove(EnumerableRules.ENUMERABLE_MERGE_UNION_RULE);
        rules.remove(EnumerableRules.ENUMERABLE_TABLE_SCAN_RULE);
        rules.add(AggregateExpandDistinctAggregatesRule.Config.JOIN.toRule());
        rules.add(AggregateReduceFunctionsRule.Config.DEFAULT.toRule());
        rules.add(
                ProjectToWindowRule.ProjectToLogicalProjectAndWindowRule
                        .ProjectToLogicalProjectAndWindowRuleConfig.DEFAULT
                        .toRule());
        return rules;
    }

    /// The physical plan of a logical one whose leaves are blocks.
    static EnumerableRel physical(RelNode logical) {
        if (logical instanceof EnumerableRel already) {
            return already;
        }
        RelOptPlanner planner = logical.getCluster().getPlanner();
        planner.clear();
        RULES.forEach(planner::addRule);
        RelNode wanted =
                planner.changeTraits(
                        unordered(logical),
                        logical.getCluster().traitSetOf(EnumerableConvention.INSTANCE));
        planner.setRoot(wanted);
        try {
            return (EnumerableRel) guarded(calculated(planner.findBestExp()));
        } catch (RelOptPlanner.CannotPlanException e) {
            throw TelegraphException.input(
                    "this query asks for what Telegraph does not have: " + aggregates(logical), e);
        }
    }

    /// The plan without the orders that its nodes are known to give by chance, as constants do: an
    /// operator in their place would be asked for the same. Where one is wanted stands a sort.
    private static RelNode unordered(RelNode node) {
        if (node instanceof EnumerableRel) {
            return node;
        }
        List<RelNode> inputs = node.getInputs().stream().map(Remainders::unordered).toList();
        RelTraitSet traits =
                node instanceof Sort
                        ? node.getTraitSet()
                        : node.getTraitSet().replace(RelCollations.EMPTY);
        boolean same = traits.equals(node.getTraitSet()) && inputs.equals(node.getInputs());
        return same ? node : node.copy(traits, inputs);
    }

    /// The aggregates of a plan that no operator took, which is what is missing as a rule.
    private static String aggregates(RelNode plan) {
        Set<String> names = new TreeSet<>();
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, RelNode parent) {
                if (node instanceof Aggregate aggregate) {
                    names.addAll(missing(aggregate.getAggCallList()));
                } else if (!(node instanceof LeafRel)) {
                    names.add(node.getRelTypeName().replaceFirst("^Logical", ""));
                }
                super.visit(node, ordinal, parent);
            }
        }.go(plan);
        return "one of " + String.join(", ", names).toLowerCase(Locale.ROOT);
    }

    /// Percentiles and regressions are in the engine alone, so that beside others which are not
    /// there those are missing.
    private static List<String> missing(List<AggregateCall> calls) {
        List<AggregateCall> others =
                calls.stream().filter(call -> !BlockCompiler.supports(call)).toList();
        boolean beside =
                !others.isEmpty()
                        && calls.stream()
                                .anyMatch(c -> BlockCompiler.needsEngine(c.getAggregation()));
        return (beside ? others : calls)
                .stream()
                        .map(call -> call.getAggregation().getName())
                        .map(name -> beside ? name + " beside a percentile or a regression" : name)
                        .toList();
    }

    /// Filters and projections have code only as a calculation.
    private static RelNode calculated(RelNode plan) {
        return Optimizers.optimized(
                plan, HepProgram.builder().addRuleCollection(CALCULATIONS).build());
    }

    /// The plan with operators that mean what PostgreSQL means, as the blocks have them.
    private static RelNode exact(RelNode plan) {
        RexBuilder builder = plan.getCluster().getRexBuilder();
        return new ConvertToChecked(builder, true).visit(exact(plan, new Exact(builder)));
    }

    private static RelNode exact(RelNode node, Exact exact) {
        List<RelNode> inputs = new ArrayList<>();
        for (RelNode input : node.getInputs()) {
            inputs.add(exact(input, exact));
        }
        if (node instanceof EnumerableCalc calc) {
            return split(calc, inputs.getFirst(), exact);
        }
        RelNode copy = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
        return (copy instanceof EnumerableAggregate aggregate ? widened(aggregate) : copy)
                .accept(exact);
    }

    /// The aggregate with decimals under its sums that are decimals: a sum of whole numbers of 64
    /// bits is one, and generated code adds values of one type only.
    private static Aggregate widened(EnumerableAggregate aggregate) {
        RelNode input = aggregate.getInput();
        RexBuilder builder = aggregate.getCluster().getRexBuilder();
        List<RexNode> columns = new ArrayList<>(builder.identityProjects(input.getRowType()));
        List<AggregateCall> calls = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            if (isDecimal(call.getType()) && SUMS.contains(call.getAggregation().getKind())) {
                RexNode column = columns.get(call.getArgList().getFirst());
                if (!isDecimal(column.getType())) {
                    calls.add(call.withArgList(List.of(columns.size())));
                    columns.add(builder.ensureType(call.getType(), column, true));
                    continue;
                }
            }
            calls.add(call);
        }
        if (columns.size() == input.getRowType().getFieldCount()) {
            return aggregate;
        }
        RelDataType row =
                RexUtil.createStructType(
                        builder.getTypeFactory(), columns, null, SqlValidatorUtil.F_SUGGESTER);
        return aggregate.copy(
                aggregate.getTraitSet(),
                EnumerableProject.create(input, columns, row),
                aggregate.getGroupSet(),
                aggregate.getGroupSets(),
                calls);
    }

    private static boolean isDecimal(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL;
    }

    /// A calculation as a projection over a filter, whose expressions are trees.
    private static RelNode split(EnumerableCalc calc, RelNode input, Exact exact) {
        RexProgram program = calc.getProgram();
        RelNode below =
                program.getCondition() == null
                        ? input
                        : EnumerableFilter.create(
                                input,
                                program.expandLocalRef(program.getCondition()).accept(exact));
        List<RexNode> projects =
                program.getProjectList().stream()
                        .map(project -> program.expandLocalRef(project).accept(exact))
                        .toList();
        return EnumerableProject.create(below, projects, calc.getRowType());
    }

    private static RelNode guarded(RelNode node) {
        List<RelNode> inputs = new ArrayList<>();
        for (int i = 0; i < node.getInputs().size(); i++) {
            RelNode input = guarded(node.getInput(i));
            inputs.add(watched(node) ? new GuardRel(input, keeps(node, i)) : input);
        }
        RelNode copy = inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
        return node instanceof EnumerableAggregate aggregate
                ? new GuardRel(copy, true, joined(aggregate))
                : node instanceof EnumerableNestedLoopJoin ? new GuardRel(copy, false) : copy;
    }

    /// The columns of an aggregate that are texts of as many others as there are.
    private static int[] joined(Aggregate aggregate) {
        List<AggregateCall> calls = aggregate.getAggCallList();
        calls.forEach(call -> demandTexts(call, aggregate));
        return IntStream.range(0, calls.size())
                .filter(call -> gathers(calls.get(call)))
                .map(call -> aggregate.getGroupCount() + call)
                .toArray();
    }

    private static void demandTexts(AggregateCall call, Aggregate aggregate) {
        boolean joins =
                switch (call.getAggregation().getKind()) {
                    case LISTAGG, STRING_AGG -> true;
                    default -> false;
                };
        List<RelDataTypeField> columns = aggregate.getInput().getRowType().getFieldList();
        if (joins && ByteaLiterals.isBytea(columns.get(call.getArgList().getFirst()).getType())) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "string_agg of bytea is not supported. Gather texts:"
                            + " decode(string_agg(encode(b, 'hex'), ''), 'hex')");
        }
    }

    /// Whether it keeps the values of a group to the end, or a text made of them.
    private static boolean gathers(AggregateCall call) {
        return switch (call.getAggregation().getKind()) {
            case LISTAGG,
                    STRING_AGG,
                    ARRAY_AGG,
                    ARRAY_CONCAT_AGG,
                    COLLECT,
                    FUSION,
                    JSON_ARRAYAGG,
                    JSON_OBJECTAGG ->
                    true;
            default -> call.isDistinct() || !call.getCollation().getFieldCollations().isEmpty();
        };
    }

    private static boolean watched(RelNode node) {
        return node instanceof Sort
                || node instanceof Window
                || node instanceof SetOp
                || node instanceof EnumerableAggregate
                || node instanceof EnumerableHashJoin
                || node instanceof EnumerableNestedLoopJoin
                || node instanceof EnumerableCorrelate;
    }

    /// Whether an operator gathers the rows of its n-th input before it gives any.
    private static boolean keeps(RelNode node, int input) {
        return switch (node) {
            case EnumerableLimitSort _, EnumerableCorrelate _ -> false;
            case EnumerableAggregate aggregate ->
                    aggregate.getAggCallList().stream().anyMatch(Remainders::gathers);
            case EnumerableHashJoin _, EnumerableNestedLoopJoin _ -> input == 1;
            default -> true;
        };
    }

    private static RuntimeException unable(IllegalStateException e) {
        for (Throwable suppressed : e.getSuppressed()) {
            if (suppressed instanceof TelegraphException named) {
                return named; // a node's own word on what it is not made for
            }
        }
        boolean said = String.valueOf(e.getMessage()).startsWith("Unable to implement");
        return said && e.getCause() != null
                ? TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "this query asks for what Telegraph cannot compute: "
                                + String.valueOf(e.getCause().getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse(""),
                        e)
                : e;
    }

    /// Compiled code that makes the rows out of a data context. Any thread may ask for it; a plan's
    /// nodes are touched by one at a time.
    public static Bindable<?> compile(EnumerableRel plan, Map<String, Object> parameters) {
        RelOptCluster cluster = plan.getCluster();
        synchronized (cluster) {
            try {
                return EnumerableInterpretable.toBindable(
                        parameters,
                        null,
                        (EnumerableRel) calculated(exact(plan)),
                        EnumerableRel.Prefer.ARRAY);
            } catch (IllegalStateException e) {
                throw unable(e);
            }
        }
    }
}
