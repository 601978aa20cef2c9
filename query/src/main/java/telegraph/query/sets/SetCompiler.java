package telegraph.query.sets;

import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.SetFunction;
import telegraph.query.compile.Compiler;
import telegraph.query.operator.Sets;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.ArrayCode;
import telegraph.query.value.Types;

/// Turns the sets of a [ProjectSet] into the engine's set functions.
///
/// Threads: one at a time.
public final class SetCompiler {
    private final Compiler compiler;
    private final RexBuilder rex;
    private final int width;

    /// @param width how many columns the input has
    public SetCompiler(Compiler compiler, RexBuilder rex, int width) {
        this.compiler = compiler;
        this.rex = rex;
        this.width = width;
    }

    /// Whether a term is a set that has a function.
    public static boolean isSet(RexNode node) {
        return isOwn(node)
                || ArrayArguments.isArray(node.getType())
                        && ArrayCode.holds(node.getType().getComponentType());
    }

    /// Whether it is a set of which no array is made.
    private static boolean isOwn(RexNode node) {
        return node instanceof RexCall call
                && (call.getOperator() == Sets.WHOLE
                        || call.getOperator() == Sets.STEPS
                        || Sets.areTexts(call.getOperator())
                        || call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
                                && !call.getOperands().isEmpty());
    }

    /// Whether all that a set is computed of has code.
    public boolean supports(RexNode set) {
        if (!isOwn(set)) {
            return isSet(set) && compiler.supports(set) && RexUtil.isDeterministic(set);
        }
        return ((RexCall) set)
                .getOperands().stream()
                        .map(this::current)
                        .allMatch(o -> compiler.supports(o) && RexUtil.isDeterministic(o));
    }

    /// The function of a set that [#supports] accepts.
    public SetFunction function(RexNode set) {
        RelDataType element = set.getType().getComponentType();
        if (!isOwn(set)) {
            return new OfArray(expressions(List.of(set)), element);
        }
        RexCall call = (RexCall) set;
        List<RexNode> operands = call.getOperands();
        if (call.getOperator() == Sets.WHOLE) {
            return new WholeSeries(expressions(operands), Types.physical(element).orElseThrow());
        }
        if (call.getOperator() == Sets.STEPS) {
            return new Steps(
                    expression(operands.get(0)),
                    expression(operands.get(1)),
                    expressions(operands.subList(2, 4)),
                    new Predicate[] {predicate(operands.get(4)), predicate(operands.get(5))});
        }
        if (call.getOperator() == Sets.PARTS) {
            return new Parts(expressions(operands));
        }
        if (call.getOperator() == Sets.PIECES) {
            return new Pieces(expressions(operands));
        }
        if (Sets.areTexts(call.getOperator())) {
            String name = call.getOperator().getName();
            return new OfJson(
                    expressions(operands),
                    Sets.kind(call.getOperator()),
                    name.startsWith("$JSONB_"));
        }
        return new Listed(
                expressions(operands.stream().map(o -> rex.ensureType(element, o, true)).toList()));
    }

    private Expression[] expressions(List<RexNode> nodes) {
        return nodes.stream().map(this::expression).toArray(Expression[]::new);
    }

    private Expression expression(RexNode node) {
        return compiler.expression(current(node), columns());
    }

    private Predicate predicate(RexNode node) {
        return compiler.predicate(current(node), columns());
    }

    private IntFunction<ColumnRef> columns() {
        return index -> index == width ? Steps.CURRENT : new ColumnRef(0, index);
    }

    /// A term with a column behind those of the input for the value at hand.
    private RexNode current(RexNode node) {
        return node.accept(
                new RexShuttle() {
                    @Override
                    public RexNode visitCall(RexCall call) {
                        return call.getOperator() == Sets.CURRENT
                                ? new RexInputRef(width, call.getType())
                                : super.visitCall(call);
                    }
                });
    }
}
