package telegraph.query.predicate;

import java.util.List;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.query.kernel.Comparison;
import telegraph.query.kernel.Kernel;
import telegraph.query.kernel.WholeLoops;

/// Keeps the rows in which two expressions compare as asked.
final class ComparisonPredicate implements Predicate {
    private final Comparison comparison;
    private final Comparison.Domain domain;
    private final Expression left;
    private final Expression right;

    ComparisonPredicate(
            Comparison comparison, Comparison.Domain domain, Expression left, Expression right) {
        this.comparison = comparison;
        this.domain = domain;
        this.left = left;
        this.right = right;
    }

    @Override
    public List<ColumnRef> columns() {
        return Kernel.columns(left, right);
    }

    @Override
    public boolean canThrow() {
        return left.canThrow() || right.canThrow();
    }

    @Override
    public int narrow(Rows rows, int[] selection, int count) {
        int kept = compare(rows, selection, count);
        Kernel.release(rows, left, right);
        return kept;
    }

    private int compare(Rows rows, int[] selection, int count) {
        Vector a = left.evaluate(rows, selection, count);
        Vector b = right.evaluate(rows, selection, count);
        int present = WholeLoops.withoutNulls(a, selection, count);
        present = WholeLoops.withoutNulls(b, selection, present);
        return switch (domain) {
            case LONG -> narrowLongs(a.longs, b.longs, selection, present);
            case TEXT -> narrowTexts(a, b, selection, present);
            case DECIMAL ->
                    a.highs == null && b.highs == null && a.type.scale() == b.type.scale()
                            ? narrowLongs(a.longs, b.longs, selection, present)
                            : narrowAny(a, b, selection, present);
            case DOUBLE -> narrowAny(a, b, selection, present);
        };
    }

    private int narrowLongs(long[] a, long[] b, int[] selection, int count) {
        return switch (comparison) {
            case EQ -> equal(a, b, selection, count);
            case NE -> unequal(a, b, selection, count);
            case LT -> less(a, b, selection, count);
            case GT -> less(b, a, selection, count);
            case LE -> lessOrEqual(a, b, selection, count);
            case GE -> lessOrEqual(b, a, selection, count);
        };
    }

    private static int equal(long[] a, long[] b, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += a[row] == b[row] ? 1 : 0;
        }
        return kept;
    }

    private static int unequal(long[] a, long[] b, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += a[row] != b[row] ? 1 : 0;
        }
        return kept;
    }

    private static int less(long[] a, long[] b, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += a[row] < b[row] ? 1 : 0;
        }
        return kept;
    }

    private static int lessOrEqual(long[] a, long[] b, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += a[row] <= b[row] ? 1 : 0;
        }
        return kept;
    }

    private int narrowTexts(Vector a, Vector b, int[] selection, int count) {
        boolean equality = comparison == Comparison.EQ || comparison == Comparison.NE;
        boolean wanted = comparison == Comparison.EQ;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            boolean holds =
                    equality
                            ? Comparison.sameText(a, b, row, row) == wanted
                            : comparison.holds(Comparison.orderTexts(a, b, row, row));
            kept += holds ? 1 : 0;
        }
        return kept;
    }

    private int narrowAny(Vector a, Vector b, int[] selection, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            selection[kept] = row;
            kept += comparison.holds(Comparison.order(domain, a, b, row)) ? 1 : 0;
        }
        return kept;
    }

    @Override
    public Predicate fork() {
        return new ComparisonPredicate(comparison, domain, left.fork(), right.fork());
    }

    @Override
    public String toString() {
        return left + " " + comparison.symbol + " " + right;
    }
}
