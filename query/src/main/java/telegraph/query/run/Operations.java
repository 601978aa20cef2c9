package telegraph.query.run;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableIntersect;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableMinus;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.adapter.enumerable.EnumerableUnion;
import org.apache.calcite.adapter.enumerable.EnumerableValues;
import org.apache.calcite.adapter.enumerable.EnumerableWindow;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.BatchStream;
import telegraph.engine.JoinSpec;
import telegraph.engine.Operators;
import telegraph.engine.Slice;
import telegraph.engine.WindowSpec;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.memory.Region;
import telegraph.memory.Type;
import telegraph.query.block.Sizes;
import telegraph.query.compile.Compiler;
import telegraph.query.kernel.Constant;
import telegraph.query.plan.RemainderGuard;
import telegraph.query.plan.Wanted;
import telegraph.query.sets.EnumerableProjectSet;
import telegraph.query.sets.SetCompiler;

/// The engine's operators for the nodes of a physical plan that it has some for.
///
/// Threads: one.
final class Operations {
    private final Compiler compiler;
    private final Region region;
    private final Supplier<RemainderGuard> guards;

    /// @param guards make one for each operator that can work long without giving a row
    Operations(Compiler compiler, Region region, Supplier<RemainderGuard> guards) {
        this.compiler = compiler;
        this.region = region;
        this.guards = guards;
    }

    /// Whether the engine has an operator for a node, whatever stands below it.
    static boolean has(RelNode node, Compiler compiler) {
        if (!RowForm.isStorable(node) || !node.getInputs().stream().allMatch(RowForm::isStorable)) {
            return false;
        }
        return switch (node) {
            case EnumerableCalc calc ->
                    expressions(calc).stream().allMatch(e -> supports(e, compiler));
            case EnumerableLimit limit -> literal(limit.offset) && literal(limit.fetch);
            case EnumerableLimitSort sort -> literal(sort.offset) && literal(sort.fetch);
            case EnumerableSort sort -> sort.offset == null && sort.fetch == null;
            case EnumerableUnion set -> sameTypes(set);
            case EnumerableIntersect set -> sameTypes(set);
            case EnumerableMinus set -> sameTypes(set);
            case EnumerableWindow window -> Windows.of(window).isPresent();
            case EnumerableHashJoin join ->
                    supports(join.getCondition(), compiler) && Matched.of(join).left.length > 0;
            case EnumerableNestedLoopJoin join -> supports(join.getCondition(), compiler);
            case EnumerableValues values -> values.getRowType().getFieldCount() > 0;
            case EnumerableProjectSet set ->
                    set.sets().stream().allMatch(s -> sets(set, compiler).supports(s));
            default -> false;
        };
    }

    /// The operator for a node that [#has] accepts.
    ///
    /// @param inputs those of its inputs
    BatchStream of(RelNode node, List<BatchStream> inputs) {
        return switch (node) {
            case EnumerableCalc calc -> calc(calc, inputs.getFirst());
            case EnumerableLimit limit ->
                    Operators.limit(inputs.getFirst(), slice(limit.offset, limit.fetch), region);
            case EnumerableLimitSort sort ->
                    Operators.top(
                            inputs.getFirst(),
                            Wanted.keys(sort.getCollation()),
                            slice(sort.offset, sort.fetch),
                            region);
            case EnumerableSort sort ->
                    Operators.sort(inputs.getFirst(), Wanted.keys(sort.getCollation()), region);
            case EnumerableWindow window -> window(window, inputs.getFirst());
            case SetOp set -> set(set, inputs);
            case Join join -> join(join, inputs.get(0), inputs.get(1));
            case EnumerableValues values -> values(values);
            case EnumerableProjectSet set ->
                    Operators.projectSet(
                            inputs.getFirst(),
                            set.sets().stream().map(sets(set, compiler)::function).toList(),
                            set.isKept(),
                            set.isCounted(),
                            region);
            default -> throw new IllegalStateException("there is no operator: node=" + node);
        };
    }

    private static SetCompiler sets(EnumerableProjectSet set, Compiler compiler) {
        return new SetCompiler(
                compiler,
                set.getCluster().getRexBuilder(),
                set.getInput().getRowType().getFieldCount());
    }

    private static boolean supports(RexNode node, Compiler compiler) {
        return compiler.supports(node) && RexUtil.isDeterministic(node);
    }

    private static boolean literal(RexNode node) {
        return node == null || node instanceof RexLiteral;
    }

    private static Slice slice(RexNode offset, RexNode fetch) {
        return new Slice(
                offset == null ? 0 : number(offset), fetch == null ? Slice.ALL : number(fetch));
    }

    private static long number(RexNode literal) {
        BigDecimal value = ((RexLiteral) literal).getValueAs(BigDecimal.class);
        return value.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
    }

    private static boolean sameTypes(RelNode node) {
        List<Type> types = RowForm.of(node).types();
        return node.getInputs().stream().allMatch(input -> RowForm.of(input).types().equals(types));
    }

    private static List<RexNode> expressions(Calc calc) {
        List<RexNode> all = new ArrayList<>(projects(calc));
        condition(calc).ifPresent(all::add);
        return all;
    }

    private static List<RexNode> projects(Calc calc) {
        return calc.getProgram().getProjectList().stream()
                .map(calc.getProgram()::expandLocalRef)
                .toList();
    }

    private static Optional<RexNode> condition(Calc calc) {
        return Optional.ofNullable(calc.getProgram().getCondition())
                .map(calc.getProgram()::expandLocalRef);
    }

    private BatchStream calc(Calc calc, BatchStream input) {
        IntFunction<ColumnRef> column = index -> new ColumnRef(0, index);
        List<RexNode> projects = projects(calc);
        Optional<RexNode> condition = condition(calc);
        if (condition.isEmpty() && isIdentity(projects, input.types().size())) {
            return input;
        }
        List<Expression> expressions =
                projects.stream().map(p -> compiler.expression(p, column)).toList();
        return Operators.calc(
                input, condition.map(c -> compiler.predicate(c, column)), expressions, region);
    }

    /// Whether the projections only give the columns other names.
    private static boolean isIdentity(List<RexNode> projects, int width) {
        if (projects.size() != width) {
            return false;
        }
        for (int c = 0; c < width; c++) {
            if (!(projects.get(c) instanceof RexInputRef ref) || ref.getIndex() != c) {
                return false;
            }
        }
        return true;
    }

    /// The pairs of columns that a join has equal, and what else it wants.
    private record Matched(int[] left, int[] right, List<RexNode> others) {
        static Matched of(Join join) {
            List<Integer> leftKeys = new ArrayList<>();
            List<Integer> rightKeys = new ArrayList<>();
            List<RexNode> others = new ArrayList<>();
            RelOptUtil.splitJoinCondition(
                    join.getLeft(),
                    join.getRight(),
                    join.getCondition(),
                    leftKeys,
                    rightKeys,
                    null,
                    others);
            List<Type> left = RowForm.of(join.getLeft()).types();
            List<Type> right = RowForm.of(join.getRight()).types();
            for (int k = leftKeys.size() - 1; k >= 0; k--) {
                if (!left.get(leftKeys.get(k)).equals(right.get(rightKeys.get(k)))) {
                    leftKeys.remove(k);
                    rightKeys.remove(k);
                    others = RelOptUtil.conjunctions(join.getCondition());
                }
            }
            return new Matched(ints(leftKeys), ints(rightKeys), others);
        }

        private static int[] ints(List<Integer> list) {
            return list.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private BatchStream join(Join join, BatchStream left, BatchStream right) {
        Matched matched = Matched.of(join);
        int split = left.types().size();
        Optional<Predicate> condition =
                Optional.ofNullable(
                                RexUtil.composeConjunction(
                                        join.getCluster().getRexBuilder(), matched.others, true))
                        .map(c ->
                                new StoppablePredicate(
                                        compiler.predicate(
                                                c,
                                                index ->
                                                        index < split
                                                                ? new ColumnRef(0, index)
                                                                : new ColumnRef(1, index - split)),
                                        guards.get()));
        JoinSpec spec = new JoinSpec(kind(join), matched.left, matched.right, condition);
        boolean leftFirst = Sizes.rows(join.getLeft()) < Sizes.rows(join.getRight());
        if (!Locality.isLocal(leftFirst ? join.getLeft() : join.getRight())) {
            return Operators.pipelinedJoin(spec, left, right, leftFirst, region);
        }
        return leftFirst
                ? Operators.joinKeepingLeft(spec, left, right, region)
                : Operators.join(spec, left, right, region);
    }

    private static JoinSpec.Kind kind(Join join) {
        return switch (join.getJoinType()) {
            case INNER -> JoinSpec.Kind.INNER;
            case LEFT -> JoinSpec.Kind.LEFT;
            case RIGHT -> JoinSpec.Kind.RIGHT;
            case FULL -> JoinSpec.Kind.FULL;
            case SEMI -> JoinSpec.Kind.SEMI;
            case ANTI -> JoinSpec.Kind.ANTI;
            default ->
                    throw new IllegalStateException(
                            "there is no operator: join=" + join.getJoinType());
        };
    }

    private BatchStream set(SetOp set, List<BatchStream> inputs) {
        if (set.kind == SqlKind.UNION) {
            BatchStream all = Operators.unionAll(inputs);
            return set.all ? all : Operators.distinct(all, region);
        }
        BatchStream result = inputs.getFirst();
        for (BatchStream next : inputs.subList(1, inputs.size())) {
            result =
                    set.kind == SqlKind.INTERSECT
                            ? Operators.intersect(result, next, set.all, region)
                            : Operators.except(result, next, set.all, region);
        }
        return result;
    }

    /// The windows one after the other, with the constants between the columns of the input and
    /// theirs while they work.
    private BatchStream window(Window window, BatchStream input) {
        int width = input.types().size();
        int constants = window.constants.size();
        BatchStream result = input;
        if (constants > 0) {
            List<Expression> with = columns(window.getInput(), 0, 0);
            window.constants.forEach(c -> with.add(compiler.expression(c, _ -> null)));
            result = Operators.calc(result, Optional.empty(), with, region);
        }
        for (WindowSpec spec : Windows.of(window).orElseThrow()) {
            result = Operators.window(result, spec, region);
        }
        if (constants > 0) {
            List<Expression> without = columns(window.getInput(), 0, 0);
            without.addAll(columns(window, width, constants));
            result = Operators.calc(result, Optional.empty(), without, region);
        }
        return result;
    }

    /// Columns of a node's rows, found so many columns farther behind.
    private List<Expression> columns(RelNode node, int start, int shift) {
        List<Expression> columns = new ArrayList<>();
        for (RelDataTypeField field : node.getRowType().getFieldList()) {
            if (field.getIndex() >= start) {
                columns.add(
                        compiler.expression(
                                new RexInputRef(field.getIndex(), field.getType()),
                                index -> new ColumnRef(0, index + shift)));
            }
        }
        return columns;
    }

    private BatchStream values(Values values) {
        List<Object[]> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            rows.add(tuple.stream().map(this::value).toArray());
        }
        return Operators.values(RowForm.of(values).types(), rows, region);
    }

    private Object value(RexLiteral literal) {
        if (literal.isNull()) {
            return null;
        }
        return Constant.valueOf(compiler.expression(literal, _ -> null));
    }
}
