package telegraph.query.sets;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.kernel.Kernel;

/// Elements that are listed, each of which is an expression.
final class Listed implements SetFunction {
    private final Expression[] elements;
    private final Vector[] in;
    private int position;
    private int given;

    Listed(Expression[] elements) {
        this.elements = elements;
        this.in = new Vector[elements.length];
    }

    @Override
    public Type type() {
        return elements[0].type();
    }

    @Override
    public List<ColumnRef> columns() {
        return Kernel.columns(elements);
    }

    @Override
    public void evaluate(Rows rows, int[] selection, int count) {
        for (int e = 0; e < elements.length; e++) {
            in[e] = elements[e].evaluate(rows, selection, count);
        }
    }

    @Override
    public void begin(int next) {
        position = next;
        given = 0;
    }

    @Override
    public int fill(Vector to, int at, int most) {
        int count = Math.min(most, elements.length - given);
        for (int i = 0; i < count; i++) {
            to.set(at + i, in[given++], position);
        }
        return count;
    }

    @Override
    public SetFunction fork() {
        return new Listed(Kernel.fork(elements));
    }
}
