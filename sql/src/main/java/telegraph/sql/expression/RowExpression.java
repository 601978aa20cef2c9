package telegraph.sql.expression;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.engine.ColumnRef;
import telegraph.engine.Expression;
import telegraph.engine.Rows;
import telegraph.engine.Vector;

/// An expression without a kernel: a [RowFunction] called for each selected row.
///
/// It makes garbage, a few objects a row. Threads: one worker.
final class RowExpression implements Expression {
    /// What is computed.
    ///
    /// @param inputs the columns read, in the order of the function's row
    record Code(
            String text,
            RowFunction.Factory factory,
            DataContext context,
            List<ColumnRef> inputs,
            List<RelDataType> inputTypes,
            RelDataType type,
            boolean canThrow) {}

    private final Code code;
    private final RowFunction function;
    private final Vector result;
    private final Texts texts = new Texts();
    private final Vector[] vectors;
    private final Object[] row;

    RowExpression(Code code) {
        this.code = code;
        this.function = code.factory.create(code.context);
        this.result = new Vector(Types.physical(code.type).orElseThrow());
        this.vectors = new Vector[code.inputs.size()];
        this.row = new Object[code.inputs.size()];
    }

    @Override
    public telegraph.memory.Type type() {
        return result.type;
    }

    @Override
    public List<ColumnRef> columns() {
        return code.inputs;
    }

    @Override
    public boolean canThrow() {
        return code.canThrow;
    }

    @Override
    public Vector evaluate(Rows rows, int[] selection, int count) {
        for (int c = 0; c < vectors.length; c++) {
            vectors[c] = rows.column(code.inputs.get(c), selection, count);
        }
        texts.clear();
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            for (int c = 0; c < vectors.length; c++) {
                row[c] = Values.toInternal(vectors[c], position, code.inputTypes.get(c));
            }
            Values.fromInternal(result, position, value(), code.type, texts);
        }
        return result;
    }

    private Object value() {
        try {
            return function.apply(row);
        } catch (RuntimeException e) {
            throw Failures.of(e);
        }
    }

    @Override
    public Expression fork() {
        return new RowExpression(code);
    }

    @Override
    public String toString() {
        return code.text;
    }
}
