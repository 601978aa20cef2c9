package telegraph.engine.operator;

import java.util.List;
import java.util.Optional;
import telegraph.engine.BatchStream;
import telegraph.engine.Slices;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;

/// Keeps the rows for which a condition is true, and computes columns of them.
public final class Calc extends Operator {
    private final BatchStream in;
    private final Predicate condition;
    private final Expression[] expressions;
    private final Vector[] values;
    private final BatchRows rows;
    private final int[] selection = new int[Batch.ROWS_MAX];
    private final int[] all = Positions.all();
    private final Slices slices = new Slices();
    private final Slices.Work<RuntimeException> columns = new Columns();

    private final class Columns implements Slices.Work<RuntimeException> {
        @Override
        public void evaluate(int[] selected, int count) {
            for (int e = 0; e < values.length; e++) {
                values[e] = expressions[e].evaluate(rows, selected, count);
            }
        }

        @Override
        public void use(int[] selected, int count) {
            output.append(values, selected, count);
        }
    }

    public Calc(
            BatchStream in,
            Optional<Predicate> condition,
            List<Expression> expressions,
            Region region) {
        super("calc", List.of(in), expressions.stream().map(Expression::type).toList(), region);
        this.in = in;
        this.condition = condition.map(Predicate::fork).orElse(null);
        this.expressions = expressions.stream().map(Expression::fork).toArray(Expression[]::new);
        this.values = new Vector[this.expressions.length];
        this.rows = new BatchRows(in.types());
    }

    @Override
    public boolean step() throws InterruptedException {
        Batch batch = in.next();
        if (batch == null) {
            return false;
        }
        try {
            compute(batch);
        } finally {
            batch.unpin();
        }
        return true;
    }

    private void compute(Batch batch) {
        rows.start(batch);
        int count = batch.rows();
        System.arraycopy(all, 0, selection, 0, count);
        if (condition != null) {
            count = condition.narrow(rows, selection, count);
            rows.select(selection, count);
        }
        if (count == 0) {
            return;
        }
        slices.forEach(selection, count, columns);
    }

    @Override
    public boolean waits() {
        return !in.isReady();
    }

    @Override
    public void release() {}
}
