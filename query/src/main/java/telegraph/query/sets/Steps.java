package telegraph.query.sets;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.SetFunction;
import telegraph.engine.vector.Vector;
import telegraph.engine.vector.VectorPool;
import telegraph.memory.Type;
import telegraph.query.kernel.Kernel;

/// Values each of which is computed of the one before, up to a last one or down to it: times by
/// intervals, decimals. There are none if the first or the step is NULL.
///
/// A value is column 0 of input 1 where the next one is computed of it; all else is of input 0.
final class Steps implements SetFunction {
    static final ColumnRef CURRENT = new ColumnRef(1, 0);

    private final Expression first;
    private final Expression next;
    private final Expression[] directions;
    private final Predicate[] within;
    private final Step step;
    private final Vector[] rising = new Vector[2];
    private final int[] one = new int[1];
    private Vector firsts;
    private Predicate inside;
    private boolean left;

    /// The rows, and beside that of one position the value at hand.
    private static final class Step implements Rows {
        private final Vector current;
        private Rows rows;

        Step(Type type) {
            current = new Vector(type);
        }

        @Override
        public Vector column(ColumnRef column, int[] selection, int count) {
            return column.equals(CURRENT) ? current : rows.column(column, selection, count);
        }

        @Override
        public VectorPool vectors() {
            return rows.vectors();
        }
    }

    /// @param next the value after the current one
    /// @param directions whether steps go up, and whether down
    /// @param within whether the current value is one still, going up and going down
    Steps(Expression first, Expression next, Expression[] directions, Predicate[] within) {
        this.first = first;
        this.next = next;
        this.directions = directions;
        this.within = within;
        this.step = new Step(first.type());
    }

    @Override
    public Type type() {
        return first.type();
    }

    @Override
    public List<ColumnRef> columns() {
        return Kernel.columns(first, next, directions[0], directions[1]).stream()
                .filter(column -> !column.equals(CURRENT))
                .toList();
    }

    @Override
    public void evaluate(Rows rows, int[] selection, int count) {
        step.rows = rows;
        firsts = first.evaluate(rows, selection, count);
        for (int d = 0; d < directions.length; d++) {
            rising[d] = directions[d].evaluate(rows, selection, count);
        }
    }

    @Override
    public void begin(int position) {
        left = false;
        if (firsts.nulls[position] || rising[0].nulls[position]) {
            return;
        }
        if (rising[0].longs[position] == 0 && rising[1].longs[position] == 0) {
            throw WholeSeries.zeroStep();
        }
        inside = within[rising[0].longs[position] != 0 ? 0 : 1];
        one[0] = position;
        step.current.set(position, firsts, position);
        left = isInside();
    }

    private boolean isInside() {
        int position = one[0];
        boolean inside = this.inside.narrow(step, one, 1) == 1;
        one[0] = position;
        return inside;
    }

    @Override
    public int fill(Vector to, int at, int most) {
        int position = one[0];
        int filled = 0;
        while (left && filled < most) {
            to.set(at + filled, step.current, position);
            filled++;
            Vector after = next.evaluate(step, one, 1);
            step.current.set(position, after, position);
            left = isInside();
        }
        return filled;
    }

    @Override
    public SetFunction fork() {
        return new Steps(
                first.fork(),
                next.fork(),
                Kernel.fork(directions),
                new Predicate[] {within[0].fork(), within[1].fork()});
    }
}
