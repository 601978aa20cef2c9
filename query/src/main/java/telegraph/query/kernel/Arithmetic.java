package telegraph.query.kernel;

import telegraph.engine.vector.Vector;
import telegraph.memory.Decimals;
import telegraph.memory.Type;
import telegraph.memory.Type.Kind;
import telegraph.query.value.Texts;
import telegraph.query.value.ValueFailures;

/// The loops of `+ - * / %` and minus, as PostgreSQL defines them.
///
/// The result's type chooses the arithmetic: whole numbers fail when they leave their range and
/// divide towards zero; decimals are exact up to the scale of the result, then round half away from
/// zero; doubles fail where a finite input gives no finite result.
///
/// Each loop has two forms. The quick one computes in 64 bits, if the largest operands show that no
/// result leaves them, and in doubles if all results are finite. The other one goes value by value
/// and fails, or rounds, where that is due.
enum Arithmetic {
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    DIVIDE("/"),
    REMAINDER("%");

    final String symbol;

    Arithmetic(String symbol) {
        this.symbol = symbol;
    }

    Kernel.Body body(Type result) {
        return switch (result.kind()) {
            case INTEGER -> this::integers;
            case BIGINT -> this::bigints;
            case DOUBLE -> this::doubles;
            case DECIMAL -> this::decimals;
            default -> throw new IllegalArgumentException("no numbers: type=" + result);
        };
    }

    /// The body where one operand is a constant: it is scaled once, and no vector of it is read.
    Kernel.Body body(Type result, Constant constant, boolean onLeft) {
        Kernel.Body any = body(result);
        boolean narrow =
                !constant.isNull()
                        && constant.vector().longs != null
                        && constant.vector().highs == null
                        && (this == PLUS || this == MINUS || this == TIMES);
        if (!narrow || result.kind() == Kind.DOUBLE) {
            return any;
        }
        long value = constant.vector().longs[0];
        int scale = constant.type().scale();
        return (in, to, selection, count, texts) -> {
            Vector other = in[onLeft ? 1 : 0];
            int up = this == TIMES ? 0 : other.type.scale() - scale;
            boolean done =
                    up >= 0
                            && DecimalMath.scalesUp(value, up)
                            && quickly(
                                    other,
                                    value * DecimalMath.power(up),
                                    onLeft,
                                    to,
                                    this == TIMES ? scale + other.type.scale() : other.type.scale(),
                                    selection,
                                    count);
            if (!done) {
                any.compute(in, to, selection, count, texts);
            }
        };
    }

    /// The same with a constant at the scale of the result.
    private boolean quickly(
            Vector a,
            long constant,
            boolean onLeft,
            Vector to,
            int scale,
            int[] selection,
            int count) {
        if (count == 0
                || to.type.scale() != scale
                || constant == Long.MIN_VALUE
                || !WholeLoops.isNarrow(a, selection, count)) {
            return false;
        }
        int bitsA = WholeLoops.bits(a.longs, selection, count);
        int bitsC = Long.SIZE - Long.numberOfLeadingZeros(Math.abs(constant));
        int bits = (this == TIMES ? bitsA + bitsC : Math.max(bitsA, bitsC)) + 1;
        if (bits >= Long.SIZE) {
            return false;
        }
        switch (this) {
            case TIMES -> WholeLoops.multiply(a.longs, constant, to.longs, selection, count);
            case PLUS -> WholeLoops.add(a.longs, constant, to.longs, selection, count);
            default -> {
                if (onLeft) {
                    WholeLoops.subtractFrom(constant, a.longs, to.longs, selection, count);
                } else {
                    WholeLoops.add(a.longs, -constant, to.longs, selection, count);
                }
            }
        }
        return fits(to, bits, selection, count) && finished(a, a, to, selection, count);
    }

    private static boolean fits(Vector to, int bits, int[] selection, int count) {
        return bits <= WholeLoops.bitsMax(to.type)
                || WholeLoops.bits(to.longs, selection, count) <= WholeLoops.bitsMax(to.type);
    }

    private static boolean finished(Vector a, Vector b, Vector to, int[] selection, int count) {
        to.narrow();
        WholeLoops.eitherNull(a, b, to, selection, count);
        return true;
    }

    /// Computes all values in 64 bits, or says that it cannot.
    private boolean quickly(Vector a, Vector b, Vector to, int[] selection, int count) {
        boolean exact =
                this == PLUS || this == MINUS
                        ? to.type.scale() == Math.max(a.type.scale(), b.type.scale())
                        : this == TIMES && to.type.scale() == a.type.scale() + b.type.scale();
        if (!exact
                || count == 0
                || !WholeLoops.isNarrow(a, selection, count)
                || !WholeLoops.isNarrow(b, selection, count)) {
            return false;
        }
        int bitsA = WholeLoops.bits(a.longs, selection, count);
        int bitsB = WholeLoops.bits(b.longs, selection, count);
        int bits =
                this == TIMES
                        ? product(a.longs, bitsA, b.longs, bitsB, to.longs, selection, count)
                        : sum(a, bitsA, b, bitsB, to.longs, selection, count);
        return bits < Long.SIZE
                && fits(to, bits, selection, count)
                && finished(a, b, to, selection, count);
    }

    /// Returns the most bits a result takes; nothing is computed if they are too many.
    private static int product(
            long[] a, int bitsA, long[] b, int bitsB, long[] to, int[] selection, int count) {
        // -2^n times -2^m takes one bit more than n + m.
        int bits = bitsA + bitsB + 1;
        if (bits < Long.SIZE) {
            WholeLoops.multiply(a, b, to, selection, count);
        }
        return bits;
    }

    private int sum(
            Vector a, int bitsA, Vector b, int bitsB, long[] to, int[] selection, int count) {
        int upA = Math.max(0, b.type.scale() - a.type.scale());
        int upB = Math.max(0, a.type.scale() - b.type.scale());
        int bits =
                Math.max(bitsA + WholeLoops.bitsOfPower(upA), bitsB + WholeLoops.bitsOfPower(upB))
                        + 1;
        if (bits >= Long.SIZE) {
            return bits;
        }
        long[] left = a.longs;
        long[] right = b.longs;
        if (upA > 0) {
            WholeLoops.multiply(left, DecimalMath.power(upA), to, selection, count);
            left = to;
        } else if (upB > 0) {
            WholeLoops.multiply(right, DecimalMath.power(upB), to, selection, count);
            right = to;
        }
        if (this == PLUS) {
            WholeLoops.add(left, right, to, selection, count);
        } else {
            WholeLoops.subtract(left, right, to, selection, count);
        }
        return bits;
    }

    private void integers(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        Vector a = in[0];
        Vector b = in[1];
        if (quickly(a, b, to, selection, count)) {
            return;
        }
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            boolean isNull = a.nulls[row] | b.nulls[row];
            to.nulls[row] = isNull;
            if (!isNull) {
                long result = exact(a.longs[row], b.longs[row]);
                if (result != (int) result) {
                    throw ValueFailures.outOfRange("integer");
                }
                to.longs[row] = result;
            }
        }
    }

    private void bigints(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        Vector a = in[0];
        Vector b = in[1];
        if (quickly(a, b, to, selection, count)) {
            return;
        }
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            boolean isNull = a.nulls[row] | b.nulls[row];
            to.nulls[row] = isNull;
            if (!isNull) {
                to.longs[row] = exact(a.longs[row], b.longs[row]);
            }
        }
    }

    private long exact(long x, long y) {
        switch (this) {
            case PLUS -> {
                long sum = x + y;
                if (((x ^ sum) & (y ^ sum)) < 0) {
                    throw ValueFailures.outOfRange("bigint");
                }
                return sum;
            }
            case MINUS -> {
                long difference = x - y;
                if (((x ^ y) & (x ^ difference)) < 0) {
                    throw ValueFailures.outOfRange("bigint");
                }
                return difference;
            }
            case TIMES -> {
                long product = x * y;
                if (Math.multiplyHigh(x, y) != product >> 63) {
                    throw ValueFailures.outOfRange("bigint");
                }
                return product;
            }
            case DIVIDE -> {
                if (y == 0) {
                    throw ValueFailures.divisionByZero();
                }
                if (x == Long.MIN_VALUE && y == -1) {
                    throw ValueFailures.outOfRange("bigint");
                }
                return x / y;
            }
            case REMAINDER -> {
                if (y == 0) {
                    throw ValueFailures.divisionByZero();
                }
                return x % y;
            }
        }
        throw new AssertionError(this);
    }

    /// Computes all values if every one is finite, or says that it cannot.
    private boolean finitely(Vector a, Vector b, Vector to, int[] selection, int count) {
        if (a.doubles == null || b.doubles == null || this == REMAINDER) {
            return false;
        }
        double greatest =
                switch (this) {
                    case PLUS -> sum(a.doubles, b.doubles, 1, to.doubles, selection, count);
                    case MINUS -> sum(a.doubles, b.doubles, -1, to.doubles, selection, count);
                    case TIMES -> product(a.doubles, b.doubles, to.doubles, selection, count);
                    default -> quotient(a.doubles, b.doubles, to.doubles, selection, count);
                };
        // Not so if it is NaN.
        if (!(greatest < Double.POSITIVE_INFINITY)) {
            return false;
        }
        WholeLoops.eitherNull(a, b, to, selection, count);
        return true;
    }

    private static double sum(
            double[] a, double[] b, double sign, double[] to, int[] selection, int count) {
        double greatest = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            double value = a[at] + sign * b[at];
            to[at] = value;
            greatest = Math.max(greatest, Math.abs(value));
        }
        return greatest;
    }

    private static double product(double[] a, double[] b, double[] to, int[] selection, int count) {
        double greatest = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            double value = a[at] * b[at];
            to[at] = value;
            greatest = Math.max(greatest, Math.abs(value));
        }
        return greatest;
    }

    private static double quotient(
            double[] a, double[] b, double[] to, int[] selection, int count) {
        double greatest = 0;
        for (int i = 0; i < count; i++) {
            int at = selection[i];
            double value = a[at] / b[at];
            to[at] = value;
            greatest = Math.max(greatest, Math.abs(value));
        }
        return greatest;
    }

    private void doubles(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        Vector a = in[0];
        Vector b = in[1];
        if (finitely(a, b, to, selection, count)) {
            return;
        }
        to.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            boolean isNull = a.nulls[row] | b.nulls[row];
            to.nulls[row] = isNull;
            if (!isNull) {
                to.doubles[row] = real(Comparison.real(a, row), Comparison.real(b, row));
            }
        }
    }

    private double real(double x, double y) {
        double result =
                switch (this) {
                    case PLUS -> x + y;
                    case MINUS -> x - y;
                    case TIMES -> x * y;
                    case DIVIDE -> x / y;
                    case REMAINDER -> x % y;
                };
        boolean quotient = this == DIVIDE || this == REMAINDER;
        if (quotient && y == 0 && !Double.isNaN(x)) {
            throw ValueFailures.divisionByZero();
        }
        if (Double.isInfinite(result) && !Double.isInfinite(x) && !Double.isInfinite(y)) {
            throw ValueFailures.outOfRange("double precision");
        }
        return result;
    }

    private void decimals(Vector[] in, Vector to, int[] selection, int count, Texts texts) {
        Vector a = in[0];
        Vector b = in[1];
        if (quickly(a, b, to, selection, count)) {
            return;
        }
        boolean wide = a.highs != null || b.highs != null;
        to.mayHaveNulls();
        to.mayBeWide();
        for (int i = 0; i < count; i++) {
            int row = selection[i];
            boolean isNull = a.nulls[row] | b.nulls[row];
            to.nulls[row] = isNull;
            if (isNull) {
                continue;
            }
            if (wide && (a.isNaN(row) || b.isNaN(row))) {
                to.setNaN(row);
            } else {
                switch (this) {
                    case PLUS -> DecimalMath.add(a, b, to, row, 1);
                    case MINUS -> DecimalMath.add(a, b, to, row, -1);
                    case TIMES -> DecimalMath.multiply(a, b, to, row);
                    case DIVIDE -> DecimalMath.divide(a, b, to, row);
                    case REMAINDER -> DecimalMath.remainder(a, b, to, row);
                }
            }
        }
    }

    /// Minus.
    static Kernel.Body negation() {
        return (in, to, selection, count, texts) -> {
            Vector from = in[0];
            for (int i = 0; i < count; i++) {
                int row = selection[i];
                to.nulls[row] = from.nulls[row];
                if (!from.nulls[row]) {
                    negate(from, to, row);
                }
            }
        };
    }

    private static void negate(Vector from, Vector to, int row) {
        if (to.type.kind() == Kind.DOUBLE) {
            to.doubles[row] = -from.doubles[row];
            return;
        }
        long value = from.longs[row];
        if (to.type.kind() == Kind.DECIMAL) {
            long high = from.highAt(row);
            if (Decimals.isNaN(high, value)) {
                to.setNaN(row);
            } else {
                to.setDecimal(row, ~high + (value == 0 ? 1 : 0), -value);
            }
            return;
        }
        long result = -value;
        boolean least =
                to.type.kind() == Kind.INTEGER
                        ? result != (int) result
                        : value == result && value < 0;
        if (least) {
            throw ValueFailures.outOfRange(to.type.kind() == Kind.INTEGER ? "integer" : "bigint");
        }
        to.longs[row] = result;
    }
}
