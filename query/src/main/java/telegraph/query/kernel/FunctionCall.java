package telegraph.query.kernel;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Interval;
import telegraph.memory.Type;
import telegraph.query.function.Routine;
import telegraph.query.value.Allowance;
import telegraph.query.value.Evaluation;
import telegraph.query.value.Parameter;
import telegraph.query.value.Texts;
import telegraph.query.value.Types;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.ValueTexts;
import telegraph.query.value.Values;

/// A call of a [Routine], a row at a time but without generated code.
///
/// Threads: one worker; a function that keeps something, such as compiled patterns, has its own
/// instance here.
final class FunctionCall implements Expression {
    /// What is called.
    record Target(
            Routine routine,
            Routine.Variant variant,
            List<RelDataType> types,
            RelDataType type,
            Evaluation evaluation) {
        static Target of(RexCall call, Evaluation evaluation) {
            Routine routine = (Routine) call.getOperator();
            return new Target(
                    routine,
                    routine.variant(call),
                    call.getOperands().stream().map(RexNode::getType).toList(),
                    call.getType(),
                    evaluation);
        }
    }

    private final Target target;
    private final Expression[] operands;
    private final Vector[] in;
    private final Object[] arguments;
    private final MethodHandle handle;
    private final Type type;
    private final Allowance allowance;
    private final Texts texts;

    /// Null unless somebody may read it.
    private Vector to;

    /// The intervals that were read last, and the words of their codes; null if none was.
    private Interval[] intervals;

    private long[] words;

    /// Whether an argument of the row read is NaN, and so the result, without a call.
    private boolean isNaN;

    FunctionCall(Target target, Expression... operands) {
        this.target = target;
        this.operands = operands;
        this.in = new Vector[operands.length];
        this.arguments = new Object[operands.length];
        this.allowance = target.evaluation.allowance();
        this.texts = new Texts(allowance);
        this.handle = Routine.handle(target.variant, operands.length, allowance);
        this.type = Types.physical(target.type).orElseThrow();
    }

    @Override
    public Type type() {
        return type;
    }

    @Override
    public List<ColumnRef> columns() {
        return Kernel.columns(operands);
    }

    @Override
    public boolean canThrow() {
        return target.routine.isThrowing()
                || Arrays.stream(operands).anyMatch(Expression::canThrow);
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        for (int i = 0; i < operands.length; i++) {
            in[i] = operands[i].evaluate(rows, selection, count);
        }
        texts.clear();
        if (to == null) {
            to = rows.vectors().take(type);
        }
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            allowance.nextRow();
            Object result = read(row) ? isNaN ? (Object) Double.NaN : call() : null;
            Values.fromInternal(to, row, result, target.type, texts);
        }
        Kernel.release(rows, operands);
        return to;
    }

    @Override
    public void release(Rows rows) {
        if (to != null) {
            rows.vectors().give(to);
            to = null;
        }
    }

    /// Reads the arguments of a row, and tells whether to call the function with them.
    private boolean read(int row) {
        isNaN = false;
        for (int i = 0; i < operands.length; i++) {
            if (in[i].nulls[row] && target.routine.isStrict()) {
                return false;
            }
            if (!in[i].nulls[row] && in[i].isNaN(row)) {
                arguments[i] = nan(target.variant.parameter(i));
                continue;
            }
            if (target.variant.parameter(i) == Parameter.INTERVAL && !in[i].nulls[row]) {
                arguments[i] = interval(i, in[i].highAt(row), in[i].longs[row]);
                continue;
            }
            RelDataType type = target.types.get(i);
            arguments[i] =
                    target.variant.parameter(i).convert(Values.toInternal(in[i], row, type), type);
        }
        return true;
    }

    /// An interval by the words of its code: that of the row before, if it is the same.
    private Interval interval(int place, long high, long low) {
        if (intervals == null) {
            intervals = new Interval[operands.length];
            words = new long[2 * operands.length];
        }
        if (intervals[place] == null || words[2 * place] != low || words[2 * place + 1] != high) {
            words[2 * place] = low;
            words[2 * place + 1] = high;
            intervals[place] = Interval.ofCode(high, low);
        }
        return intervals[place];
    }

    /// NaN of type numeric as an argument: of what takes numbers of that type and gives one, NaN is
    /// the result.
    private Object nan(Parameter parameter) {
        return switch (parameter) {
            case REAL -> Double.NaN;
            case ANY -> ValueTexts.NAN;
            case DECIMAL -> {
                if (type.kind() != Type.Kind.DECIMAL) {
                    throw ValueFailures.noNaN(target.routine.getName());
                }
                isNaN = true;
                yield null;
            }
            case TEXT,
                    BYTEA,
                    WHOLE,
                    BOOLEAN,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    INTERVAL,
                    LIST,
                    ELEMENT,
                    SHOWN ->
                    throw ValueFailures.noNaN(target.routine.getName());
        };
    }

    private Object call() {
        try {
            return (Object) handle.invokeExact(arguments);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw ValueFailures.of(e);
        }
    }

    @Override
    public Expression fork() {
        return new FunctionCall(target, Kernel.fork(operands));
    }

    @Override
    public String toString() {
        return Arrays.stream(operands)
                .map(Object::toString)
                .collect(Collectors.joining(", ", target.routine.getName() + "(", ")"));
    }
}
