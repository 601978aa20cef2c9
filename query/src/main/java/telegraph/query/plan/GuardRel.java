package telegraph.query.plan;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.util.BuiltInMethod;

/// Lets rows through while the query may go on, and counts those that the operator above keeps
/// against the query's memory.
///
/// The enumerable runtime knows neither cancelling nor limits, so a guard stands at every place
/// where it gathers rows.
public final class GuardRel extends SingleRel implements EnumerableRel {
    private static final Method WATCH =
            Types.lookupMethod(
                    RemainderGuard.class, "watch", Enumerable.class, boolean.class, int[].class);

    private final boolean kept;
    private final int[] joined;

    /// Puts our own join where the code calls Calcite's.
    private static final class OwnJoin extends Shuttle {
        private static final Method JOIN =
                Arrays.stream(RemainderGuard.class.getMethods())
                        .filter(method -> method.getName().equals("join"))
                        .findFirst()
                        .orElseThrow();

        private final Expression guard;

        OwnJoin(Expression guard) {
            this.guard = guard;
        }

        @Override
        public Expression visit(
                MethodCallExpression call, Expression target, List<Expression> arguments) {
            return call.method.equals(BuiltInMethod.NESTED_LOOP_JOIN.method)
                    ? Expressions.call(guard, JOIN, arguments)
                    : super.visit(call, target, arguments);
        }
    }

    GuardRel(RelNode input, boolean kept) {
        this(input, kept, new int[0]);
    }

    /// @param joined columns that are texts an aggregate made of others
    GuardRel(RelNode input, boolean kept, int[] joined) {
        super(input.getCluster(), input.getTraitSet(), input);
        this.kept = kept;
        this.joined = joined;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return new GuardRel(inputs.getFirst(), kept, joined);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).item("kept", kept);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        BlockBuilder builder = new BlockBuilder();
        Result result = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
        Expression guard =
                Expressions.convert_(
                        Expressions.call(
                                implementor.getRootExpression(),
                                "get",
                                Expressions.constant(RemainderGuard.KEY)),
                        RemainderGuard.class);
        var rows =
                builder.append(
                        "guarded",
                        getInput() instanceof EnumerableNestedLoopJoin
                                ? result.block.accept(new OwnJoin(guard))
                                : result.block);
        builder.add(
                Expressions.return_(
                        null,
                        Expressions.call(
                                guard,
                                WATCH,
                                Expressions.convert_(rows, Enumerable.class),
                                Expressions.constant(kept, boolean.class),
                                Expressions.constant(joined, int[].class))));
        return implementor.result(result.physType, builder.toBlock());
    }
}
