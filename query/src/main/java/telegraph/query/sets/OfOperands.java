package telegraph.query.sets;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.kernel.Kernel;

/// A set function whose operands are computed for all rows before the set of the first begins.
abstract class OfOperands implements SetFunction {
    final Vector[] in;
    private final Expression[] operands;
    private final Type type;

    /// @param type that of the elements
    OfOperands(Expression[] operands, Type type) {
        this.operands = operands;
        this.type = type;
        this.in = new Vector[operands.length];
    }

    /// The same function over operands of its own.
    abstract SetFunction over(Expression[] others);

    /// Whether an operand is NULL for a row.
    final boolean anyNull(int position) {
        for (Vector operand : in) {
            if (operand.nulls[position]) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final Type type() {
        return type;
    }

    @Override
    public final List<ColumnRef> columns() {
        return Kernel.columns(operands);
    }

    @Override
    public final void evaluate(Rows rows, int[] selection, int count) {
        for (int i = 0; i < operands.length; i++) {
            in[i] = operands[i].evaluate(rows, selection, count);
        }
    }

    @Override
    public final SetFunction fork() {
        return over(Kernel.fork(operands));
    }
}
