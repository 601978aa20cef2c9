package telegraph.engine.vector;

import java.math.BigDecimal;
import java.math.RoundingMode;

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
public final class Quotient {
    private static final int SIGNIFICANT_MIN = 16;
    private static final int GROUP = 4;
    private static final long[] POWERS = powers();

    /// The most digits whose result surely fits 128 bits.
    private static final int DIGITS_MAX = 37;

    private Quotient() {}

    /// @param y not 0
    /// @param scaleMax digits after the point that there is room for
    public static BigDecimal of(BigDecimal x, BigDecimal y, int scaleMax) {
        int scale = scale(new Leading(x), new Leading(y));
        return x.divide(y, Math.min(scaleMax, scale), RoundingMode.HALF_UP);
    }

    /// Sets a quotient of two values that fit 64 bits, without an object, if it fits what that can
    /// do.
    public static boolean setSmall(Vector a, Vector b, Vector to, int row) {
        return setSmall(a.longs[row], a.type.scale(), b.longs[row], b.type.scale(), to, row);
    }

    /// The same of two unscaled values with so many digits after the point.
    public static boolean setSmall(
            long unscaledX, int scaleX, long unscaledY, int scaleY, Vector to, int row) {
        long x = Math.abs(unscaledX);
        long y = Math.abs(unscaledY);
        int scaleMax = to.type.scale();
        int scale = Math.min(scaleMax, scale(new Leading(x, scaleX), new Leading(y, scaleY)));
        int up = scale + scaleY - scaleX;
        boolean possible =
                x >= 0 && y > 0 && y <= Long.MAX_VALUE / 10 && up >= 0 && scaleMax - scale < 18;
        if (!possible || digits(x / y) + up + scaleMax - scale > DIGITS_MAX) {
            return false;
        }
        boolean negative = unscaledX < 0 != unscaledY < 0;
        long low = x / y;
        long high = 0;
        long rest = x % y;
        for (int left = up; left > 0; ) {
            int step = 1;
            while (step < left && step < 17 && y <= Long.MAX_VALUE / power(step + 1)) {
                step++;
            }
            long power = power(step);
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
        long power = power(scaleMax - scale);
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

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /// 10 to the power of `exponent`, or 0 if that does not fit.
    private static long power(int exponent) {
        return exponent < POWERS.length ? POWERS[exponent] : 0;
    }

    private static int digits(long value) {
        int digits = 1;
        while (digits < 19 && value >= power(digits)) {
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
            return (int) (down >= 0 ? unscaled / power(down) : unscaled * power(-down));
        }
    }
}
