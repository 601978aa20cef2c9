package telegraph.sql.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;
import telegraph.engine.Vector;

/// Division of decimals, rounded half away from zero where PostgreSQL rounds it: to at least 16
/// significant digits, counted in groups of four digits from the point, and to no fewer digits
/// after the point than either operand has.
///
/// ```
///  1 / 3.0    groups 1, 3    weight 0 - 0, and one less as 1 <= 3    16 - 4 * -1 = 20 digits
/// 100 / 3.0   groups 100, 3  weight 0                                16 digits
/// ```
///
/// Of those digits it keeps what its type has room for, and zeros in the places beyond.
///
/// Source: `select_div_scale` in PostgreSQL's `numeric.c`. Threads: any.
final class Quotient {
    private static final int SIGNIFICANT_MIN = 16;
    private static final int GROUP = 4;

    /// The most digits whose result surely fits 128 bits.
    private static final int DIGITS_MAX = 37;

    private Quotient() {}

    static BigDecimal of(BigDecimal x, BigDecimal y, int scaleMax) {
        if (y.signum() == 0) {
            throw Failures.divisionByZero();
        }
        int scale = scale(new Leading(x), new Leading(y));
        return x.divide(y, Math.min(scaleMax, scale), RoundingMode.HALF_UP);
    }

    /// Sets a quotient of two values that fit 64 bits, without an object, if it fits what that can
    /// do.
    static boolean setSmall(Vector a, Vector b, Vector to, int row) {
        long x = Math.abs(a.longs[row]);
        long y = Math.abs(b.longs[row]);
        int scaleMax = to.type.scale();
        int scale =
                Math.min(
                        scaleMax,
                        scale(new Leading(x, a.type.scale()), new Leading(y, b.type.scale())));
        int up = scale + b.type.scale() - a.type.scale();
        boolean possible =
                x >= 0 && y > 0 && y <= Long.MAX_VALUE / 10 && up >= 0 && scaleMax - scale < 18;
        if (!possible || digits(x / y) + up + scaleMax - scale > DIGITS_MAX) {
            return false;
        }
        boolean negative = a.longs[row] < 0 != b.longs[row] < 0;
        long low = x / y;
        long high = 0;
        long rest = x % y;
        for (int left = up; left > 0; ) {
            int step = 1;
            while (step < left && step < 17 && y <= Long.MAX_VALUE / DecimalMath.power(step + 1)) {
                step++;
            }
            long power = DecimalMath.power(step);
            long digits = rest * power / y;
            rest = rest * power % y;
            high = high * power + Math.unsignedMultiplyHigh(low, power);
            low = low * power + digits;
            high += Long.compareUnsigned(low, digits) < 0 ? 1 : 0;
            left -= step;
        }
        if (rest >= y - rest) {
            low++;
            high += low == 0 ? 1 : 0;
        }
        long power = DecimalMath.power(scaleMax - scale);
        high = high * power + Math.unsignedMultiplyHigh(low, power);
        low *= power;
        if (negative) {
            low = -low;
            high = low == 0 ? -high : ~high;
        }
        to.setDecimal(row, high, low);
        return true;
    }

    private static int scale(Leading x, Leading y) {
        int weight = x.weight - y.weight - (x.group <= y.group ? 1 : 0);
        return Math.max(SIGNIFICANT_MIN - weight * GROUP, Math.max(x.scale, y.scale));
    }

    private static int digits(long value) {
        int digits = 1;
        while (digits < 19 && value >= DecimalMath.power(digits)) {
            digits++;
        }
        return digits;
    }

    /// Where a number begins.
    ///
    /// @param weight the power of 10,000 that its first digit belongs to, 0 of nothing
    /// @param group its first four digits, or as many as there are before the next group
    /// @param scale its digits after the point
    private record Leading(int weight, int group, int scale) {
        Leading(BigDecimal value) {
            this(weight(value.signum() == 0 ? 0 : value.precision(), value.scale()), value);
        }

        private Leading(int weight, BigDecimal value) {
            this(weight, value.abs().movePointLeft(weight * GROUP).intValue(), value.scale());
        }

        Leading(long unscaled, int scale) {
            this(weight(unscaled == 0 ? 0 : digits(unscaled), scale), unscaled, scale);
        }

        private Leading(int weight, long unscaled, int scale) {
            this(weight, group(unscaled, weight * GROUP + scale), scale);
        }

        private static int weight(int digits, int scale) {
            return digits == 0 ? 0 : Math.floorDiv(digits - scale - 1, GROUP);
        }

        private static int group(long unscaled, int down) {
            if (unscaled == 0) {
                return 0;
            }
            return (int)
                    (down >= 0
                            ? unscaled / DecimalMath.power(down)
                            : unscaled * DecimalMath.power(-down));
        }
    }
}
