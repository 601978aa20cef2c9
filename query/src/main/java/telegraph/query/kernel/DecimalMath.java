package telegraph.query.kernel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import telegraph.engine.vector.Quotient;
import telegraph.engine.vector.Vector;
import telegraph.memory.Decimals;
import telegraph.memory.Type;
import telegraph.query.value.Numeric;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.Values;

/// Arithmetic on numbers that lie as an unscaled integer of 128 bits.
///
/// Nearly all real values fit 64 bits, so each operation first tries with those and makes objects
/// only when they do not suffice. Integers take part as decimals of scale 0.
public final class DecimalMath {
    private static final int LONG_POWERS = 19;
    private static final long[] POWERS = powers();

    private DecimalMath() {}

    private static long[] powers() {
        long[] powers = new long[LONG_POWERS];
        powers[0] = 1;
        for (int i = 1; i < LONG_POWERS; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /// Whether the value at a position fits the low word.
    static boolean isSmall(Vector vector, int row) {
        return vector.highs == null || vector.highs[row] == vector.longs[row] >> 63;
    }

    /// The value of a vector of integers or decimals, which is not NaN.
    public static BigDecimal big(Vector vector, int row) {
        return vector.highs == null
                ? BigDecimal.valueOf(vector.longs[row], vector.type.scale())
                : new BigDecimal(
                        Decimals.unscaled(vector.highs[row], vector.longs[row]),
                        vector.type.scale());
    }

    /// 10 to the power of `exponent`, or 0 if that does not fit.
    public static long power(int exponent) {
        return exponent < LONG_POWERS ? POWERS[exponent] : 0;
    }

    /// Whether `value * 10^exponent` fits 64 bits.
    static boolean scalesUp(long value, int exponent) {
        long power = power(exponent);
        if (power == 0) {
            return value == 0;
        }
        return Math.multiplyHigh(value, power) == value * power >> 63;
    }

    /// NaN equals itself and is above all numbers.
    static int compare(Vector a, Vector b, int row) {
        int up = b.type.scale() - a.type.scale();
        if (isSmall(a, row) && isSmall(b, row)) {
            long x = a.longs[row];
            long y = b.longs[row];
            if (up >= 0 ? scalesUp(x, up) : scalesUp(y, -up)) {
                return up >= 0 ? Long.compare(x * power(up), y) : Long.compare(x, y * power(-up));
            }
        }
        if (a.isNaN(row) || b.isNaN(row)) {
            return Boolean.compare(a.isNaN(row), b.isNaN(row));
        }
        return big(a, row).compareTo(big(b, row));
    }

    /// Sets a decimal from an unscaled long of some scale, rounding half away from zero.
    static void set(Vector to, int row, long unscaled, int scale) {
        int up = to.type.scale() - scale;
        if (up >= 0 && scalesUp(unscaled, up)) {
            setUnscaled(to, row, unscaled * power(up));
        } else if (up < 0 && power(-up) != 0) {
            setUnscaled(to, row, divideRounding(unscaled, power(-up)));
        } else {
            Values.setDecimal(to, row, BigDecimal.valueOf(unscaled, scale));
        }
    }

    /// Sets an unscaled value at the vector's own scale, checking its digits.
    static void setUnscaled(Vector to, int row, long unscaled) {
        Type type = to.type;
        if (type.precision() < LONG_POWERS
                && (unscaled >= power(type.precision()) || unscaled <= -power(type.precision()))) {
            throw ValueFailures.decimalOverflow(BigDecimal.valueOf(unscaled, type.scale()), type);
        }
        to.setDecimal(row, unscaled >> 63, unscaled);
    }

    /// The quotient rounded half away from zero; the divisor is positive.
    static long divideRounding(long value, long divisor) {
        long quotient = value / divisor;
        long rest = Math.abs(value % divisor);
        if (rest >= divisor - rest) {
            quotient += value < 0 ? -1 : 1;
        }
        return quotient;
    }

    static void add(Vector a, Vector b, Vector to, int row, int sign) {
        if (isSmall(a, row) && isSmall(b, row)) {
            int scale = Math.max(a.type.scale(), b.type.scale());
            int upA = scale - a.type.scale();
            int upB = scale - b.type.scale();
            if (scalesUp(a.longs[row], upA) && scalesUp(b.longs[row], upB)) {
                long x = a.longs[row] * power(upA);
                long y = b.longs[row] * power(upB) * sign;
                long sum = x + y;
                if (((x ^ sum) & (y ^ sum)) >= 0 && y != Long.MIN_VALUE) {
                    set(to, row, sum, scale);
                    return;
                }
            }
        }
        BigDecimal x = big(a, row);
        BigDecimal y = big(b, row);
        Values.setDecimal(to, row, sign > 0 ? x.add(y) : x.subtract(y));
    }

    static void multiply(Vector a, Vector b, Vector to, int row) {
        if (isSmall(a, row) && isSmall(b, row)) {
            long product = a.longs[row] * b.longs[row];
            if (Math.multiplyHigh(a.longs[row], b.longs[row]) == product >> 63) {
                set(to, row, product, a.type.scale() + b.type.scale());
                return;
            }
        }
        Values.setDecimal(to, row, big(a, row).multiply(big(b, row)));
    }

    static void divide(Vector a, Vector b, Vector to, int row) {
        if (b.longs[row] == 0 && (b.highs == null || b.highs[row] == 0)) {
            throw ValueFailures.divisionByZero();
        }
        boolean small = isSmall(a, row) && isSmall(b, row);
        if (!small || !Quotient.setSmall(a, b, to, row)) {
            Values.setDecimal(to, row, Numeric.quotient(big(a, row), big(b, row), to.type.scale()));
        }
    }

    static void remainder(Vector a, Vector b, Vector to, int row) {
        if (b.longs[row] == 0 && (b.highs == null || b.highs[row] == 0)) {
            throw ValueFailures.divisionByZero();
        }
        Values.setDecimal(to, row, big(a, row).remainder(big(b, row)));
    }

    static double toDouble(Vector vector, int row) {
        int scale = vector.type.scale();
        if (isSmall(vector, row)) {
            long unscaled = vector.longs[row];
            // Both operands are exact doubles then, so one rounding is the right one.
            if (Math.abs(unscaled) < 1L << 53 && scale <= 22) {
                return scale == 0 ? unscaled : unscaled / Math.pow(10, scale);
            }
        }
        return vector.isNaN(row) ? Double.NaN : big(vector, row).doubleValue();
    }

    /// The value rounded half away from zero to a whole number.
    ///
    /// @param type what it is to be, for the message about NaN
    /// @throws ArithmeticException if it does not fit 64 bits
    static long toLong(Vector vector, int row, String type) {
        int scale = vector.type.scale();
        if (isSmall(vector, row) && power(scale) != 0) {
            return divideRounding(vector.longs[row], power(scale));
        }
        if (vector.isNaN(row)) {
            throw ValueFailures.noWhole(type);
        }
        BigInteger whole = big(vector, row).setScale(0, RoundingMode.HALF_UP).unscaledValue();
        return whole.longValueExact();
    }
}
