package telegraph.query.compile;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.SchemaPlus;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.query.value.Allowance;
import telegraph.query.value.Evaluation;
import telegraph.query.value.Texts;
import telegraph.query.value.Types;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.Values;

/// An expression without a kernel: a [RowFunction] called for each selected row.
///
/// It makes garbage, a few objects a row. Threads: one worker.
final class RowExpression implements Expression {
    /// What is computed.
    ///
    /// @param context what the code may ask about the query
    /// @param inputs the columns read, in the order of the function's row
    record Code(
            String text,
            RowFunction.Factory factory,
            Context context,
            List<ColumnRef> inputs,
            List<RelDataType> inputTypes,
            RelDataType type,
            boolean canThrow) {}

    /// What generated code may ask for.
    record Context(DataContext query, Evaluation evaluation) {}

    /// The query's data and the allowance of one evaluator.
    private record Surroundings(DataContext query, Allowance allowance) implements DataContext {
        @Override
        public SchemaPlus getRootSchema() {
            return query.getRootSchema();
        }

        @Override
        public JavaTypeFactory getTypeFactory() {
            return query.getTypeFactory();
        }

        @Override
        public QueryProvider getQueryProvider() {
            return query.getQueryProvider();
        }

        @Override
        public Object get(String name) {
            return name.equals(Allowance.KEY) ? allowance : query.get(name);
        }
    }

    private final Code code;
    private final RowFunction function;
    private final Vector result;
    private final Allowance allowance;
    private final Texts texts;
    private final Vector[] vectors;
    private final Object[] row;

    RowExpression(Code code) {
        this.code = code;
        this.allowance = code.context.evaluation.allowance();
        this.texts = new Texts(allowance);
        this.function = code.factory.create(new Surroundings(code.context.query, allowance));
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
            allowance.nextRow();
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
            throw ValueFailures.of(e);
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
