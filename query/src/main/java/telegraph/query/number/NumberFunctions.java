package telegraph.query.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.ValueTexts;

/// PostgreSQL's functions on numbers that Calcite lacks or defines otherwise.
///
/// Public because generated code calls it.
public final class NumberFunctions {
    private static final int FACTORIAL_MAX = 33;

    private NumberFunctions() {}

    public static BigDecimal abs(BigDecimal number) {
        return number.abs();
    }

    public static BigDecimal floor(BigDecimal number) {
        return number.setScale(0, RoundingMode.FLOOR);
    }

    public static BigDecimal ceil(BigDecimal number) {
        return number.setScale(0, RoundingMode.CEILING);
    }

    public static Double sign(Long number) {
        return (double) Long.signum(number);
    }

    public static BigDecimal sign(BigDecimal number) {
        return BigDecimal.valueOf(number.signum());
    }

    public static Double sign(Double number) {
        return Math.signum(number);
    }

    public static Double round(Double value) {
        return Math.rint(value);
    }

    public static BigDecimal round(BigDecimal value) {
        return value.setScale(0, RoundingMode.HALF_UP);
    }

    public static BigDecimal round(BigDecimal value, Long digits) {
        return scaled(value, digits, RoundingMode.HALF_UP);
    }

    /// Rounds the shortest decimal that reads as the value, half away from zero.
    public static Double round(Double value, Long digits) {
        return Double.isFinite(value)
                ? (Double)
                        scaled(BigDecimal.valueOf(value), digits, RoundingMode.HALF_UP)
                                .doubleValue()
                : value;
    }

    public static Double trunc(Double value) {
        return value < 0 ? Math.ceil(value) : Math.floor(value);
    }

    public static BigDecimal trunc(BigDecimal value) {
        return value.setScale(0, RoundingMode.DOWN);
    }

    public static BigDecimal trunc(BigDecimal value, Long digits) {
        return scaled(value, digits, RoundingMode.DOWN);
    }

    public static Double trunc(Double value, Long digits) {
        return Double.isFinite(value)
                ? (Double)
                        scaled(BigDecimal.valueOf(value), digits, RoundingMode.DOWN).doubleValue()
                : value;
    }

    private static BigDecimal scaled(BigDecimal value, long digits, RoundingMode mode) {
        int scale = (int) Math.clamp(digits, -1000L, 1000L);
        return scale >= value.scale() ? value : value.setScale(scale, mode);
    }

    public static BigDecimal div(BigDecimal x, BigDecimal y) {
        if (y.signum() == 0) {
            throw ValueFailures.divisionByZero();
        }
        return x.divideToIntegralValue(y).setScale(0, RoundingMode.DOWN);
    }

    public static Long gcd(Long x, Long y) {
        return BigInteger.valueOf(x).gcd(BigInteger.valueOf(y)).longValueExact();
    }

    public static Long lcm(Long x, Long y) {
        return x == 0 || y == 0 ? 0 : Math.abs(Math.multiplyExact(x / gcd(x, y), y));
    }

    public static BigDecimal factorial(Long value) {
        if (value < 0) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE, "factorial of a negative number is undefined");
        }
        if (value > FACTORIAL_MAX) {
            throw ValueFailures.outOfRange("numeric");
        }
        BigInteger product = BigInteger.ONE;
        for (long i = 2; i <= value; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return new BigDecimal(product);
    }

    public static Double sqrt(Double value) {
        if (value < 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_POWER,
                    "cannot take square root of a negative number");
        }
        return Math.sqrt(value);
    }

    public static Double power(Double base, Double exponent) {
        if (base == 0 && exponent < 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_POWER,
                    "zero raised to a negative power is undefined");
        }
        if (base == 1) {
            return 1.0; // of NaN too
        }
        if (base < 0 && exponent != Math.rint(exponent) && !Double.isNaN(exponent)) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_POWER,
                    "a negative number raised to a non-integer power yields a complex result");
        }
        return finite(Math.pow(base, exponent), base, exponent);
    }

    public static Double exp(Double value) {
        return finite(Math.exp(value), value, 0);
    }

    private static double finite(double result, double x, double y) {
        if (Double.isInfinite(result) && !Double.isInfinite(x) && !Double.isInfinite(y)) {
            throw ValueFailures.outOfRange("double precision");
        }
        return result;
    }

    public static Double ln(Double value) {
        return Math.log(positive(value));
    }

    public static Double log(Double value) {
        return Math.log10(positive(value));
    }

    public static Double log(Double base, Double value) {
        return Math.log(positive(value)) / Math.log(positive(base));
    }

    private static double positive(double value) {
        if (value <= 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_LOGARITHM,
                    value == 0
                            ? "cannot take logarithm of zero"
                            : "cannot take logarithm of a negative number");
        }
        return value;
    }

    public static Double asin(Double value) {
        return Math.asin(withinOne(value));
    }

    public static Double acos(Double value) {
        return Math.acos(withinOne(value));
    }

    private static double withinOne(double value) {
        if (value < -1 || value > 1) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "input is out of range: value=" + ValueTexts.of(value));
        }
        return value;
    }

    /// The rows that FETCH … WITH TIES asks for.
    public static Long tiesCount(Long count) {
        if (count < 0) {
            throw TelegraphException.of(
                    SqlState.NEGATIVE_LIMIT,
                    "the number of rows of FETCH ... WITH TIES must be neither NULL nor negative");
        }
        return count;
    }

    /// Which of `count` equal buckets from `low` to `high` the value falls in; 0 below them and
    /// `count + 1` above.
    public static Integer widthBucket(Double value, Double low, Double high, Long count) {
        if (count <= 0 || count >= Integer.MAX_VALUE) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_WIDTH_BUCKET,
                    "count must be greater than zero: count=" + count);
        }
        if (low.equals(high)) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_WIDTH_BUCKET,
                    "lower bound cannot equal upper bound");
        }
        if (value.isNaN() || low.isNaN() || high.isNaN()) {
            throw TelegraphException.of(
                    SqlState.INVALID_ARGUMENT_FOR_WIDTH_BUCKET,
                    "operand, lower bound, and upper bound cannot be NaN");
        }
        double share = (value - low) / (high - low);
        if (share < 0) {
            return 0;
        }
        return share >= 1 ? (int) (count + 1) : (int) (share * count) + 1;
    }
}
