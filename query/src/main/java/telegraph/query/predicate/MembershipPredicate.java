package telegraph.query.predicate;

import java.util.Arrays;
import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.memory.Type;
import telegraph.query.kernel.Comparison;
import telegraph.query.kernel.Constant;
import telegraph.query.kernel.WholeLoops;

/// Keeps the rows whose value is one of some constants, or none of them.
final class MembershipPredicate implements Predicate {
    /// So few are compared with each value one after another, without a branch.
    private static final int SCANNED_MAX = 8;

    private final Expression operand;
    private final Members members;
    private final boolean negated;

    /// The constants, in order.
    ///
    /// @param keys the values of whole numbers and moments, or keys of doubles; sorted
    /// @param texts the values of text, positions 0 to `count - 1` in order of their bytes
    record Members(long[] keys, Vector texts, int count) {
        static Members of(Type type, List<Constant> constants) {
            int count = constants.size();
            if (type.kind() == Type.Kind.TEXT) {
                Vector sorted = new Vector(Type.TEXT, count);
                List<Vector> vectors =
                        constants.stream()
                                .map(Constant::vector)
                                .sorted((a, b) -> Comparison.orderTexts(a, b, 0, 0))
                                .toList();
                for (int i = 0; i < count; i++) {
                    sorted.segments[i] = vectors.get(i).segments[0];
                    sorted.offsets[i] = vectors.get(i).offsets[0];
                    sorted.lengths[i] = vectors.get(i).lengths[0];
                }
                return new Members(null, sorted, count);
            }
            long[] keys =
                    constants.stream()
                            .map(Constant::vector)
                            .mapToLong(v -> keyOf(v, 0))
                            .sorted()
                            .toArray();
            return new Members(keys, null, count);
        }

        private static long keyOf(Vector vector, int row) {
            return vector.type.kind() == Type.Kind.DOUBLE
                    ? Comparison.key(vector.doubles[row])
                    : vector.longs[row];
        }

        boolean contains(Vector values, int row) {
            return texts == null
                    ? Arrays.binarySearch(keys, keyOf(values, row)) >= 0
                    : containsText(values, row);
        }

        private boolean containsText(Vector values, int row) {
            int low = 0;
            int high = count - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = Comparison.orderTexts(values, texts, row, middle);
                if (order == 0) {
                    return true;
                }
                if (order < 0) {
                    high = middle - 1;
                } else {
                    low = middle + 1;
                }
            }
            return false;
        }
    }

    MembershipPredicate(Expression operand, Members members, boolean negated) {
        this.operand = operand;
        this.members = members;
        this.negated = negated;
    }

    @Override
    public List<ColumnRef> columns() {
        return operand.columns();
    }

    @Override
    public boolean canThrow() {
        return operand.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        int kept = narrow(operand.evaluate(rows, selection, count), selection, count);
        operand.release(rows);
        return kept;
    }

    private int narrow(Vector values, int[] selection, int count) {
        int present = WholeLoops.withoutNulls(values, selection, count);
        boolean few = values.longs != null && members.count <= SCANNED_MAX;
        return few
                ? narrowFew(values.longs, members.keys, selection, present)
                : narrowMany(values, selection, present);
    }

    private int narrowFew(long[] values, long[] keys, int[] selection, int count) {
        boolean not = negated;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            long value = values[row];
            boolean found = false;
            for (long key : keys) {
                found |= value == key;
            }
            kept += found != not ? 1 : 0;
        }
        return kept;
    }

    private int narrowMany(Vector values, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += members.contains(values, row) != negated ? 1 : 0;
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return new MembershipPredicate(operand.fork(), members, negated);
    }

    @Override
    public String toString() {
        return operand + (negated ? " NOT IN (" : " IN (") + members.count + " values)";
    }
}
