package telegraph.query.compile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.query.kernel.Constant;
import telegraph.query.kernel.Kernels;
import telegraph.query.kernel.Sliced;
import telegraph.query.kernel.ThrowAnalysis;
import telegraph.query.predicate.Predicates;
import telegraph.query.value.Evaluation;
import telegraph.query.value.Types;

/// Turns Calcite's row expressions into the engine's vector expressions, for one query.
///
/// A node that has a kernel becomes that kernel over its compiled operands; any other becomes
/// generated code over the columns below it, called row by row. Before either, operators are
/// replaced by those that mean what PostgreSQL means (see [Exact]).
///
/// Threads: one at a time. What it returns belongs to one worker each.
public final class Compiler {
    private final RexBuilder builder;
    private final RowExpression.Context context;
    private final Exact exact;
    private final Exact beforeKernels;
    private boolean generated;

    /// @param context the query's time, time zone and user
    public Compiler(RexBuilder builder, DataContext context) {
        this.builder = builder;
        this.context = new RowExpression.Context(context, Evaluation.of(context));
        this.exact = new Exact(builder);
        this.beforeKernels = Exact.beforeKernels(builder);
    }

    /// Compiles a node that [#supports] accepts.
    ///
    /// @param inputs what the index of an input reference stands for
    public Expression expression(RexNode node, IntFunction<ColumnRef> inputs) {
        RexNode prepared = prepare(node);
        return Sliced.of(compile(prepared, inputs), prepared);
    }

    /// Compiles a condition that [#supports] accepts.
    public Predicate predicate(RexNode node, IntFunction<ColumnRef> inputs) {
        RexNode prepared = prepare(node);
        return Sliced.of(condition(prepared, inputs), prepared);
    }

    /// Whether every type in the node can lie in a batch and every operator can be run a row at a
    /// time; no subqueries, windows or correlations.
    public boolean supports(RexNode node) {
        return Support.of(node);
    }

    /// Whether some input can make the node fail, so that filters before it may be its guards.
    ///
    /// Overflow of `+`, `-` and `*` does not count: PostgreSQL promises no order for it either, and
    /// counting it would pin most computed filters.
    public static boolean canThrow(RexNode node) {
        return ThrowAnalysis.of(node);
    }

    /// Computes constants at plan time; a planner without it would use Calcite's rules.
    public RexExecutor executor() {
        return new ConstantFolder(this);
    }

    /// The expression by generated code alone, as an oracle for kernels.
    Expression byRow(RexNode node, IntFunction<ColumnRef> inputs) {
        return rowExpression(prepare(node), inputs);
    }

    private RexNode prepare(RexNode node) {
        return node.accept(new Plain()).accept(beforeKernels);
    }

    /// Searches as comparisons, those in what is searched for too, and parameters as the literals
    /// that are put there.
    private final class Plain extends RexShuttle {
        @Override
        public RexNode visitDynamicParam(RexDynamicParam parameter) {
            return (RexNode) context.query().get(parameter.getName());
        }

        @Override
        public RexNode visitCall(RexCall original) {
            RexNode call = super.visitCall(original);
            return call.isA(SqlKind.SEARCH) ? RexUtil.expandSearch(builder, null, call) : call;
        }
    }

    private Predicate condition(RexNode node, IntFunction<ColumnRef> inputs) {
        return new Predicates(operand -> compile(operand, inputs)).of(node, true);
    }

    private Expression compile(RexNode node, IntFunction<ColumnRef> inputs) {
        if (node instanceof RexInputRef ref) {
            return new ColumnValue(inputs.apply(ref.getIndex()), physical(ref.getType()));
        }
        if (node instanceof RexLiteral literal) {
            return Kernels.literal(literal, context.evaluation())
                    .orElseGet(() -> rowExpression(node, inputs));
        }
        Expression expression =
                node instanceof RexCall call
                        ? new Kernels(
                                        operand -> compile(operand, inputs),
                                        operand -> condition(operand, inputs),
                                        context.evaluation())
                                .of(call)
                                .orElseGet(() -> rowExpression(node, inputs))
                        : rowExpression(node, inputs);
        return expression.columns().isEmpty()
                        && RexUtil.isDeterministic(node)
                        && !CatalogCalls.areIn(node)
                ? folded(expression)
                : expression;
    }

    /// What the query's expressions may make.
    public Evaluation evaluation() {
        return context.evaluation();
    }

    /// The constant an expression over no columns is; one that fails stays, to fail when it runs,
    /// and so does one whose text is too long to be kept.
    private Expression folded(Expression expression) {
        try {
            Vector value = expression.evaluate(NO_COLUMNS, new int[] {0}, 1);
            boolean kept =
                    value.segments == null
                            || value.nulls[0]
                            || context.evaluation().keeps(value.lengths[0]);
            return kept ? new Constant(value, 0, context.evaluation()) : expression;
        } catch (TelegraphException e) {
            if (e.kind() == TelegraphException.Kind.INPUT) {
                return expression;
            }
            throw e;
        }
    }

    private static final Rows NO_COLUMNS =
            (column, selection, count) -> {
                throw new IllegalStateException("a constant reads no column: column=" + column);
            };

    /// Whether code was generated for any expression, which asks for what the query's own data are.
    public boolean hasGenerated() {
        return generated;
    }

    private Expression rowExpression(RexNode node, IntFunction<ColumnRef> inputs) {
        generated = true;
        Map<Integer, RexInputRef> used = new LinkedHashMap<>();
        List<ColumnRef> columns = new ArrayList<>();
        RelDataTypeFactory.Builder row = builder.getTypeFactory().builder();
        RexNode dense =
                node.accept(exact)
                        .accept(
                                new RexShuttle() {
                                    @Override
                                    public RexNode visitInputRef(RexInputRef ref) {
                                        return used.computeIfAbsent(
                                                ref.getIndex(),
                                                index -> {
                                                    row.add("c" + used.size(), ref.getType());
                                                    columns.add(inputs.apply(index));
                                                    return new RexInputRef(
                                                            used.size(), ref.getType());
                                                });
                                    }
                                });
        MomentGuard.demandReplaced(dense);
        RelDataType rowType = row.build();
        return new RowExpression(
                new RowExpression.Code(
                        node.toString(),
                        RowCode.compile(dense, rowType, builder),
                        context,
                        List.copyOf(columns),
                        rowType.getFieldList().stream().map(f -> f.getType()).toList(),
                        node.getType(),
                        canThrow(node)));
    }

    private static Type physical(RelDataType type) {
        return Types.physical(type).orElseThrow();
    }
}
