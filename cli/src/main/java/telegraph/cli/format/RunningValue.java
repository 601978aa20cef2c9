package telegraph.cli.format;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import telegraph.engine.Basis;
import telegraph.sql.CellText;

/// A running value as a person reads it: as many digits as are known, and how far it may be off.
///
/// | text              | where it is narrow | when                                                 |
/// |-------------------|--------------------|------------------------------------------------------|
/// | `32730 ± 310`     | `32730`            | sampled: the half-width to two digits                |
/// | `32730 ±? 310`    | `32730`            | if the order of arrival is unrelated to the value    |
/// | `~ 8.59`          | `~ 8.59`           | an estimate from a sample too small for a half-width |
/// | `≥ 12`, `≤ 3`     | `≥ 12`, `≤ 3`      | a bound that holds in any case                       |
/// | `12 … 99`         | `≥ 12`             | both bounds, of a value that can only grow           |
/// | `1 … 3`           | `≤ 3`              | both bounds, of a value that can only shrink         |
/// | `5 in 3 … 12`     | `5`                | what came so far, and both bounds                    |
/// | `8.5931`          | `8.5931`           | exact, or what came so far                           |
///
/// Rounding never claims more than is known: half-widths grow, bounds move outwards.
///
/// @param value with what stands before it, such as `≥ 12`
/// @param sign `±`, `±?`, `…` or `in`, or "" if the value stands alone
/// @param reach the half-width or bound, or ""
/// @param narrow what stands alone where there is no room for the reach
/// @param sure whether something is claimed of the final value
record RunningValue(String value, String sign, String reach, String narrow, boolean sure) {
    private static final String SETTLING = "~ ";
    private static final String LEAST = "≥ ";
    private static final String MOST = "≤ ";
    private static final String TO = "…";
    private static final int ERROR_DIGITS = 2;

    /// How many digits of a value are shown of which nothing is known.
    private static final int IDLE_DIGITS = 4;

    private static final int BOUND_DIGITS = 6;

    private static final int PLAIN_DIGITS = 15;

    /// A value that is as it is.
    static RunningValue plain(String text, boolean sure) {
        return new RunningValue(text, "", "", text, sure);
    }

    /// A value of an aggregate, not null.
    ///
    /// @param error the half-width; 0 if exact, NaN if there is none
    /// @param low, high bounds of the final value; infinite if there are none, NaN if the value
    ///   itself is the bound and no number
    static RunningValue of(Object value, Basis basis, double error, double low, double high) {
        if (basis == Basis.EXACT || error == 0) {
            return plain(CellText.of(value), true);
        }
        if (!(value instanceof Number number)) {
            return notNumber(CellText.of(value), low, high);
        }
        if (Double.isNaN(number.doubleValue())) {
            return plain(CellText.of(value), false);
        }
        if (error > 0 && Double.isFinite(error) && basis != Basis.SO_FAR) {
            return interval(number, basis == Basis.ASSUMED ? "±?" : "±", error);
        }
        boolean least = Double.isFinite(low);
        boolean most = Double.isFinite(high);
        if (least && most) {
            return between(number, low, high);
        }
        if (least) {
            return plain(LEAST + bound(number, low, RoundingMode.FLOOR), true);
        }
        if (most) {
            return plain(MOST + bound(number, high, RoundingMode.CEILING), true);
        }
        return basis == Basis.SO_FAR
                ? plain(idle(number), false)
                : plain(SETTLING + rough(number), false);
    }

    /// A date or a text, which can be the least or the greatest so far.
    private static RunningValue notNumber(String text, double low, double high) {
        if (Double.isNaN(low)) {
            return plain(LEAST + text, true);
        }
        return Double.isNaN(high) ? plain(MOST + text, true) : plain(text, false);
    }

    private static RunningValue between(Number value, double low, double high) {
        String from = bound(value, low, RoundingMode.FLOOR);
        String to = bound(value, high, RoundingMode.CEILING);
        if (value.doubleValue() == low) {
            return new RunningValue(from, TO, to, LEAST + from, true);
        }
        if (value.doubleValue() == high) {
            return new RunningValue(from, TO, to, MOST + to, true);
        }
        return new RunningValue(idle(value), "in", from + " " + TO + " " + to, idle(value), true);
    }

    private static RunningValue interval(Number value, String sign, double halfWidth) {
        if (Double.isInfinite(value.doubleValue())) {
            return plain(CellText.of(value), false);
        }
        MathContext digits = new MathContext(ERROR_DIGITS, RoundingMode.UP);
        BigDecimal error = BigDecimal.valueOf(halfWidth).round(digits);
        if (error.precision() < ERROR_DIGITS) {
            error = error.setScale(error.scale() + ERROR_DIGITS - error.precision());
        }
        BigDecimal exact = decimal(value);
        int scale = isWhole(value) ? Math.min(0, error.scale()) : error.scale();
        BigDecimal rounded = exact.setScale(scale, RoundingMode.HALF_EVEN);
        boolean plain = isPlain(rounded) && isPlain(error);
        String text = plain ? rounded.toPlainString() : CellText.ofDouble(rounded.doubleValue());
        String reach = plain ? error.toPlainString() : CellText.ofDouble(error.doubleValue());
        return new RunningValue(text, sign, reach, text, true);
    }

    private static boolean isPlain(BigDecimal number) {
        int exponent = number.precision() - number.scale() - 1;
        return number.signum() == 0 || exponent >= -4 && exponent < PLAIN_DIGITS;
    }

    private static boolean isWhole(Number value) {
        return switch (value) {
            case Integer _, Long _, Short _, Byte _, BigInteger _ -> true;
            default -> false;
        };
    }

    private static BigDecimal decimal(Number value) {
        return switch (value) {
            case BigDecimal decimal -> decimal;
            case BigInteger whole -> new BigDecimal(whole);
            case Double _, Float _ ->
                    new BigDecimal(Double.toString(value.doubleValue())).stripTrailingZeros();
            default -> BigDecimal.valueOf(value.longValue());
        };
    }

    private static String bound(Number value, double bound, RoundingMode outwards) {
        if (bound == value.doubleValue()) {
            return CellText.of(value);
        }
        if (isWhole(value)) {
            return new BigDecimal(bound).setScale(0, outwards).toPlainString();
        }
        return shortened(decimal(bound), BOUND_DIGITS, outwards);
    }

    private static String idle(Number value) {
        return isWhole(value) || Double.isInfinite(value.doubleValue())
                ? CellText.of(value)
                : shortened(decimal(value), IDLE_DIGITS, RoundingMode.HALF_EVEN);
    }

    private static String rough(Number value) {
        MathContext digits = new MathContext(IDLE_DIGITS, RoundingMode.HALF_EVEN);
        return isWhole(value) ? decimal(value).round(digits).toPlainString() : idle(value);
    }

    /// The digits before the point, and after it as many as make `digits` in all.
    private static String shortened(BigDecimal value, int digits, RoundingMode rounding) {
        int whole = Math.max(0, value.precision() - value.scale());
        int scale = Math.max(0, digits - whole);
        if (value.abs().doubleValue() < 1) {
            // Zeros after the point are no digits of it.
            scale = value.round(new MathContext(digits, rounding)).scale();
        }
        BigDecimal rounded = value.scale() <= scale ? value : value.setScale(scale, rounding);
        return isPlain(rounded)
                ? rounded.toPlainString()
                : CellText.ofDouble(rounded.doubleValue());
    }

    boolean isInterval() {
        return sign.startsWith("±");
    }

    boolean hasReach() {
        return !reach.isEmpty();
    }

    /// Whether the value is an estimate without a half-width.
    boolean isSettling() {
        return value.startsWith(SETTLING);
    }
}
