package telegraph.query.kernel;

import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.engine.Slices;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Type;

/// Expressions and predicates that make texts on their way to something else, computed for as many
/// rows at once as these texts have room for.
public final class Sliced {
    private Sliced() {}

    /// The expression itself if it makes no texts, or is one: then whoever wants it takes slices.
    public static Expression of(Expression expression, RexNode node) {
        boolean whole =
                expression instanceof Constant || expression.type().kind() == Type.Kind.TEXT;
        return whole || !makesTexts(node) ? expression : new Value(expression);
    }

    public static Predicate of(Predicate predicate, RexNode node) {
        return makesTexts(node) ? new Condition(predicate) : predicate;
    }

    private static boolean makesTexts(RexNode node) {
        boolean[] found = new boolean[1];
        node.accept(
                new RexVisitorImpl<Void>(true) {
                    @Override
                    public Void visitCall(RexCall call) {
                        found[0] |= SqlTypeUtil.inCharFamily(call.getType());
                        return found[0] ? null : super.visitCall(call);
                    }
                });
        return found[0];
    }

    private static final class Value implements Expression {
        private final Expression expression;
        private final Slices slices = new Slices();
        private Vector some;

        /// Null until rows come in slices.
        private Vector to;

        private boolean sliced;

        Value(Expression expression) {
            this.expression = expression;
        }

        @Override
        public Type type() {
            return expression.type();
        }

        @Override
        public List<ColumnRef> columns() {
            return expression.columns();
        }

        @Override
        public boolean canThrow() {
            return expression.canThrow();
        }

        @Override
        public Vector evaluate(Rows rows, int[] selection, int count) {
            if (!sliced) {
                try {
                    return expression.evaluate(rows, selection, count);
                } catch (TooManyRows e) {
                    sliced = true;
                }
            }
            return evaluateSlices(rows, selection, count);
        }

        private Vector evaluateSlices(Rows rows, int[] selection, int count) {
            if (to == null) {
                to = new Vector(expression.type());
            }
            to.mayHaveNulls();
            to.mayBeWide();
            slices.forEach(
                    selection,
                    count,
                    new Slices.Work<RuntimeException>() {
                        @Override
                        public void evaluate(int[] slice, int sliceCount) {
                            some = expression.evaluate(rows, slice, sliceCount);
                        }

                        @Override
                        public void use(int[] slice, int sliceCount) {
                            copy(slice, sliceCount);
                            expression.release(rows);
                        }
                    });
            return to;
        }

        private void copy(int[] slice, int count) {
            to.copyValues(some, slice, count);
            for (int i = 0; i < count; i++) {
                int row = slice[i];
                to.nulls[row] = some.nulls[row];
                if (to.highs != null) {
                    to.highs[row] = some.highAt(row);
                }
            }
        }

        @Override
        public void release(Rows rows) {
            expression.release(rows);
        }

        @Override
        public Expression fork() {
            return new Value(expression.fork());
        }

        @Override
        public String toString() {
            return expression.toString();
        }
    }

    private static final class Condition implements Predicate {
        private final Predicate predicate;
        private final Slices slices = new Slices();
        private final int[] slice = new int[Batch.ROWS_MAX];
        private int left;
        private int kept;

        Condition(Predicate predicate) {
            this.predicate = predicate;
        }

        @Override
        public List<ColumnRef> columns() {
            return predicate.columns();
        }

        @Override
        public boolean canThrow() {
            return predicate.canThrow();
        }

        @Override
        public int narrow(Rows rows, int[] selection, int count) {
            kept = 0;
            slices.forEach(
                    selection,
                    count,
                    new Slices.Work<RuntimeException>() {
                        @Override
                        public void evaluate(int[] some, int someCount) {
                            System.arraycopy(some, 0, slice, 0, someCount);
                            left = predicate.narrow(rows, slice, someCount);
                        }

                        @Override
                        public void use(int[] some, int someCount) {
                            System.arraycopy(slice, 0, selection, kept, left);
                            kept += left;
                        }
                    });
            return kept;
        }

        @Override
        public Predicate fork() {
            return new Condition(predicate.fork());
        }

        @Override
        public String toString() {
            return predicate.toString();
        }
    }
}
