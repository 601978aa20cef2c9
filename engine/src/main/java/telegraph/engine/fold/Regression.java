package telegraph.engine.fold;

import static telegraph.engine.fold.GroupRows.DOUBLE;
import static telegraph.engine.fold.GroupRows.LONG;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.MathContext;
import telegraph.engine.Aggregate;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;

/// Covariance, correlation and the line of least squares, from the sums of pairs of numbers and of
/// their products.
///
/// | word   | what                                                                    |
/// |--------|-------------------------------------------------------------------------|
/// | 0      | pairs of which neither number is NULL                                   |
/// | 1 - 4  | sums of the dependent numbers y and of the independent ones x           |
/// | 5 - 10 | sums of y², x² and x·y                                                  |
/// | 11, 12 | the first y and x                                                       |
/// | 13     | whether a y, an x was another than the first; whether one is not finite |
///
/// As in [Variance], sums have twice the digits of a `double` and their differences are taken
/// exactly, so that no more is lost than by updating means (Youngs and Cramer, 1971), in whatever
/// order pairs come. What is the same in all pairs scatters by nothing, which rounded sums of
/// products would not tell.
final class Regression extends Fold {
    private static final int WORDS = 14;
    private static final int Y = 8;
    private static final int X = 24;
    private static final int YY = 40;
    private static final int XX = 56;
    private static final int XY = 72;
    private static final int FIRST_Y = 88;
    private static final int FIRST_X = 96;
    private static final int FLAGS = 104;

    private static final long Y_VARIES = 1;
    private static final long X_VARIES = 2;
    private static final long Y_INFINITE = 4;
    private static final long X_INFINITE = 8;

    private final Type dependent;
    private final Type independent;

    Regression(Type dependent, Type independent) {
        super(false, WORDS);
        this.dependent = dependent;
        this.independent = independent;
    }

    /// Adds pairs of numbers with themselves.
    @Override
    void add(GroupRows rows, int[] groupOf, Vector values, int[] selection, int count) {
        add(rows, groupOf, new Vector[] {values, values}, selection, count);
    }

    @Override
    void add(GroupRows rows, int[] groupOf, Vector[] arguments, int[] selection, int count) {
        Vector ys = arguments[0];
        Vector xs = arguments[1];
        MemorySegment to = rows.segment();
        for (int i = 0; i < count; i++) {
            int position = selection[i];
            if (ys.nulls[position] || xs.nulls[position]) {
                continue;
            }
            double y = Numbers.real(ys, position, dependent);
            double x = Numbers.real(xs, position, independent);
            long row = (long) groupOf[position] * rows.width() + at();
            vary(to, row, y, x);
            to.set(LONG, row, to.get(LONG, row) + 1);
            DoubleSums.add(to, row + Y, y, 0);
            DoubleSums.add(to, row + X, x, 0);
            DoubleSums.addProduct(to, row + YY, y, y);
            DoubleSums.addProduct(to, row + XX, x, x);
            DoubleSums.addProduct(to, row + XY, x, y);
        }
    }

    private static void vary(MemorySegment to, long row, double y, double x) {
        if (to.get(LONG, row) == 0) {
            to.set(DOUBLE, row + FIRST_Y, y);
            to.set(DOUBLE, row + FIRST_X, x);
        }
        long flags = to.get(LONG, row + FLAGS);
        flags |= to.get(DOUBLE, row + FIRST_Y) == y ? 0 : Y_VARIES;
        flags |= to.get(DOUBLE, row + FIRST_X) == x ? 0 : X_VARIES;
        flags |= Double.isFinite(y) ? 0 : Y_INFINITE;
        flags |= Double.isFinite(x) ? 0 : X_INFINITE;
        to.set(LONG, row + FLAGS, flags);
    }

    @Override
    void merge(GroupRows rows, int[] groupOf, Vector[] from, int first, int count) {
        MemorySegment to = rows.segment();
        for (int i = 0; i < count; i++) {
            if (from[first].longs[i] > 0) {
                long row = (long) groupOf[i] * rows.width() + at();
                double y = Double.longBitsToDouble(from[first + FIRST_Y / 8].longs[i]);
                double x = Double.longBitsToDouble(from[first + FIRST_X / 8].longs[i]);
                vary(to, row, y, x);
                long flags = to.get(LONG, row + FLAGS) | from[first + FLAGS / 8].longs[i];
                to.set(LONG, row + FLAGS, flags);
                to.set(LONG, row, to.get(LONG, row) + from[first].longs[i]);
            }
        }
        for (int sum = Y; sum < FIRST_Y; sum += 16) {
            DoubleSums.merge(rows, groupOf, at() + sum, from, first + sum / 8, count);
        }
    }

    @Override
    void write(Aggregate.Function function, GroupRows rows, int[] groups, int count, Vector to) {
        if (function == Aggregate.Function.REGR_COUNT) {
            Count.write(this, rows, groups, count, to);
            return;
        }
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            Moments moments = moments(rows, groups[i]);
            double value = moments.n == 0 ? Double.NaN : moments.value(function);
            to.nulls[i] = moments.n == 0 || moments.isUndefined(function);
            if (!to.nulls[i]) {
                Numbers.set(value, to, i);
            }
        }
    }

    private Moments moments(GroupRows rows, int group) {
        long flags = rows.get(group, at() + FLAGS);
        boolean yVaries = (flags & Y_VARIES) != 0;
        boolean xVaries = (flags & X_VARIES) != 0;
        boolean yFinite = (flags & Y_INFINITE) == 0;
        boolean xFinite = (flags & X_INFINITE) == 0;
        demandRange(rows, group, yFinite, Y);
        demandRange(rows, group, xFinite, X);
        return new Moments(
                values(rows, group),
                DoubleSums.high(rows, group, at() + Y),
                DoubleSums.high(rows, group, at() + X),
                yFinite ? scatter(rows, group, yVaries, YY, Y, Y) : Double.NaN,
                xFinite ? scatter(rows, group, xVaries, XX, X, X) : Double.NaN,
                yFinite && xFinite
                        ? scatter(rows, group, yVaries && xVaries, XY, X, Y)
                        : Double.NaN);
    }

    private void demandRange(GroupRows rows, int group, boolean finite, int sum) {
        if (finite && !Double.isFinite(DoubleSums.high(rows, group, at() + sum))) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE, "value out of range: overflow");
        }
    }

    /// The sum of the products of what two numbers of each pair differ from their means by.
    private double scatter(
            GroupRows rows, int group, boolean varies, int products, int one, int other) {
        if (!varies) {
            return 0;
        }
        demandRange(rows, group, true, products);
        BigDecimal count = BigDecimal.valueOf(values(rows, group));
        BigDecimal means = exact(rows, group, one).multiply(exact(rows, group, other));
        BigDecimal scatter =
                exact(rows, group, products)
                        .multiply(count)
                        .subtract(means)
                        .divide(count, MathContext.DECIMAL128);
        return one == other ? Math.max(0, scatter.doubleValue()) : scatter.doubleValue();
    }

    private BigDecimal exact(GroupRows rows, int group, int sum) {
        return DoubleSums.exact(rows, group, at() + sum);
    }

    /// Sums of y and x, and of the squares and products of what they differ from their means by.
    private record Moments(long n, double y, double x, double yy, double xx, double xy) {
        /// Whether a function has no value, as that of a line through points above one another.
        private boolean isUndefined(Aggregate.Function function) {
            return switch (function) {
                case COVAR_SAMP -> n == 1;
                case CORR -> xx == 0 || yy == 0;
                case REGR_SLOPE, REGR_INTERCEPT, REGR_R2 -> xx == 0;
                default -> false;
            };
        }

        private double value(Aggregate.Function function) {
            return switch (function) {
                case COVAR_POP -> xy / n;
                case COVAR_SAMP -> xy / (n - 1);
                case CORR -> xy / root();
                case REGR_SLOPE -> xy / xx;
                case REGR_INTERCEPT -> (y - x * xy / xx) / n;
                case REGR_R2 -> yy == 0 ? 1 : determination();
                case REGR_AVGX -> x / n;
                case REGR_AVGY -> y / n;
                case REGR_SXX -> xx;
                case REGR_SYY -> yy;
                case REGR_SXY -> xy;
                default -> throw new IllegalArgumentException("not of pairs: " + function);
            };
        }

        /// The root of `xx · yy`, also where the product is beyond what a double can be.
        private double root() {
            double product = xx * yy;
            return isNormal(product) ? Math.sqrt(product) : Math.sqrt(xx) * Math.sqrt(yy);
        }

        private double determination() {
            double square = xy * xy;
            double product = xx * yy;
            return isNormal(square) && isNormal(product) ? square / product : xy / xx * (xy / yy);
        }

        private static boolean isNormal(double value) {
            return Math.abs(value) >= Double.MIN_NORMAL && !Double.isInfinite(value);
        }
    }
}
