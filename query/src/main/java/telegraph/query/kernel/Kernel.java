package telegraph.query.kernel;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.value.Evaluation;
import telegraph.query.value.Texts;

/// An operator that computes all selected rows in one loop over its operands' vectors.
///
/// Operands are evaluated first, for every selected row; operators that must not do that, such as
/// CASE, are classes of their own. Threads: one worker.
public final class Kernel implements Expression {
    /// The loop. It keeps nothing from call to call, so all workers share it.
    public interface Body {
        /// Sets `to` at each of the first `count` selected positions. Strings it makes go through
        /// `texts`, which is empty at the start.
        void compute(Vector[] in, Vector to, int[] selection, int count, Texts texts);
    }

    /// What an operator is, apart from its operands.
    ///
    /// @param name for EXPLAIN
    /// @param throwing whether some operand values make it fail
    /// @param evaluation what strings it makes count with
    record Operator(String name, Type type, boolean throwing, Body body, Evaluation evaluation) {}

    private final Operator operator;
    private final Expression[] operands;

    // Kept, since each of the thousands of levels of a long sum is asked for what is below it.
    private final List<ColumnRef> columns;
    private final boolean throwing;

    private final Vector[] in;

    /// Null unless somebody may read it.
    private Vector to;

    private final Texts texts;

    Kernel(Operator operator, Expression... operands) {
        this.operator = operator;
        this.operands = operands;
        this.columns = columns(operands);
        this.throwing = operator.throwing || Arrays.stream(operands).anyMatch(Expression::canThrow);
        this.in = new Vector[operands.length];
        this.texts = new Texts(operator.evaluation.allowance());
    }

    @Override
    public Type type() {
        return operator.type;
    }

    @Override
    public List<ColumnRef> columns() {
        return columns;
    }

    /// The columns any of these reads, each once.
    public static List<ColumnRef> columns(Expression... operands) {
        Set<ColumnRef> columns = new LinkedHashSet<>();
        for (Expression operand : operands) {
            columns.addAll(operand.columns());
        }
        return List.copyOf(columns);
    }

    @Override
    public boolean canThrow() {
        return throwing;
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        for (int i = 0; i < operands.length; i++) {
            in[i] = operands[i].evaluate(rows, selection, count);
        }
        texts.clear();
        if (to == null) {
            to = rows.vectors().take(operator.type);
        }
        operator.body.compute(in, to, selection, count, texts);
        release(rows, operands);
        return to;
    }

    @Override
    public void release(Rows rows) {
        if (to != null) {
            rows.vectors().give(to);
            to = null;
        }
    }

    /// The values of none of these are read any more.
    public static void release(Rows rows, Expression... operands) {
        for (Expression operand : operands) {
            operand.release(rows);
        }
    }

    @Override
    public Expression fork() {
        return new Kernel(operator, fork(operands));
    }

    public static Expression[] fork(Expression... operands) {
        return Arrays.stream(operands).map(Expression::fork).toArray(Expression[]::new);
    }

    @Override
    public String toString() {
        return Arrays.stream(operands)
                .map(Object::toString)
                .collect(Collectors.joining(", ", operator.name + "(", ")"));
    }
}
