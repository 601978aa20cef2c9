package telegraph.query.sets;

import telegraph.engine.vector.Expression;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;

/// Elements that are listed, each of which is an expression.
final class Listed extends OfOperands {
    private int position;
    private int given;

    Listed(Expression[] elements) {
        super(elements, elements[0].type());
    }

    @Override
    public void begin(int next) {
        position = next;
        given = 0;
    }

    @Override
    public int fill(Vector to, int at, int most) {
        int count = Math.min(most, in.length - given);
        for (int i = 0; i < count; i++) {
            to.set(at + i, in[given++], position);
        }
        return count;
    }

    @Override
    SetFunction over(Expression[] others) {
        return new Listed(others);
    }
}
