package telegraph.engine.fold;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import telegraph.engine.vector.Quotient;
import telegraph.engine.vector.Vector;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Decimals;
import telegraph.memory.Type;

/// Puts exact and inexact numbers into vectors of whatever numeric type the result has.
public final class Numbers {
    /// More digits than any double has, so that rounding twice does not show.
    private static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_UP);

    private static final double[] POWERS = powers();
    private static final int LONG_DIGITS = 18;
    private static final long MIN = Long.MIN_VALUE;
    private static final long[] TENS = tens();

    private Numbers() {}

    /// Sets a position to a whole number.
    public static void set(long value, Vector to, int at) {
        switch (to.type.kind()) {
            case BIGINT -> to.longs[at] = value;
            case DOUBLE -> to.doubles[at] = value;
            case INTEGER, DECIMAL, BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT ->
                    set(value, 0, to, at);
        }
    }

    /// Sets a position to `unscaled / 10^scale`.
    static void set(long unscaled, int scale, Vector to, int at) {
        Type type = to.type;
        if (type.kind() == Type.Kind.DECIMAL
                && type.scale() == scale
                && (type.precision() > LONG_DIGITS
                        || Math.abs(unscaled) < TENS[type.precision()] && unscaled != MIN)) {
            to.setDecimal(at, unscaled >> 63, unscaled);
        } else if (type.kind() == Type.Kind.BIGINT && scale == 0) {
            to.longs[at] = unscaled;
        } else {
            set(BigDecimal.valueOf(unscaled, scale), to, at);
        }
    }

    /// Sets a position to `unscaled / 10^scale / count`, rounded as a quotient is, if that can be
    /// done in one word.
    ///
    /// @return whether it was done
    static boolean setMean(long unscaled, int scale, long count, Vector to, int at) {
        Type type = to.type;
        return type.kind() == Type.Kind.DECIMAL
                && type.precision() == Type.DECIMAL_DIGITS_MAX
                && Quotient.setSmall(unscaled, scale, count, 0, to, at);
    }

    /// Sets a position to a mean: a decimal rounded as a quotient is, or any other number.
    static void setMean(BigDecimal sum, long count, Vector to, int at) {
        Type type = to.type;
        set(
                type.kind() == Type.Kind.DECIMAL
                        ? Quotient.of(sum, BigDecimal.valueOf(count), type.scale())
                        : sum.divide(BigDecimal.valueOf(count), DIGITS),
                to,
                at);
    }

    public static void set(BigDecimal value, Vector to, int at) {
        Type type = to.type;
        switch (type.kind()) {
            case INTEGER -> to.longs[at] = whole(value, type, 31);
            case BIGINT -> to.longs[at] = whole(value, type, 63);
            case DOUBLE -> to.doubles[at] = value.doubleValue();
            case DECIMAL -> setDecimal(value, to, at);
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> throw noNumber(type);
        }
    }

    private static void setDecimal(BigDecimal value, Vector to, int at) {
        BigDecimal scaled = value.setScale(to.type.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > to.type.precision()) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "a number has more digits than its type: value=" + value + " type=" + to.type);
        }
        BigInteger unscaled = scaled.unscaledValue();
        to.setDecimal(at, Decimals.high(unscaled), unscaled.longValue());
    }

    public static void set(double value, Vector to, int at) {
        Type type = to.type;
        switch (type.kind()) {
            case DOUBLE -> to.doubles[at] = value;
            case INTEGER, BIGINT, DECIMAL -> {
                if (Double.isNaN(value) && type.kind() == Type.Kind.DECIMAL) {
                    to.setNaN(at);
                    return;
                }
                if (!Double.isFinite(value)) {
                    throw TelegraphException.input(
                            "only finite numbers fit an exact type: value="
                                    + value
                                    + " type="
                                    + type);
                }
                set(new BigDecimal(value), to, at);
            }
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> throw noNumber(type);
        }
    }

    /// A number of any type as a `double`, to within its last digits.
    ///
    /// @param scale of the type
    static double real(Vector values, int at, int scale) {
        if (values.doubles != null) {
            return values.doubles[at];
        }
        long low = values.longs[at];
        double whole = low;
        if (values.highs != null && values.highs[at] != low >> 63) {
            if (values.isNaN(at)) {
                return Double.NaN;
            }
            whole = values.highs[at] * 0x1p64 + (low >>> 1) * 2.0 + (low & 1);
        }
        return scale == 0 ? whole : whole / POWERS[scale];
    }

    /// The double nearest to a number.
    static double real(Vector values, int at, Type type) {
        return switch (type.kind()) {
            case DOUBLE -> values.doubles[at];
            case DECIMAL ->
                    values.isNaN(at)
                            ? Double.NaN
                            : new BigDecimal(
                                            Decimals.unscaled(values.highAt(at), values.longs[at]),
                                            type.scale())
                                    .doubleValue();
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> values.longs[at];
        };
    }

    private static double[] powers() {
        double[] powers = new double[39];
        for (int scale = 0; scale < powers.length; scale++) {
            powers[scale] = Double.parseDouble("1e" + scale);
        }
        return powers;
    }

    private static long[] tens() {
        long[] tens = new long[LONG_DIGITS + 1];
        tens[0] = 1;
        for (int d = 1; d < tens.length; d++) {
            tens[d] = 10 * tens[d - 1];
        }
        return tens;
    }

    private static long whole(BigDecimal value, Type type, int bits) {
        BigInteger rounded = value.setScale(0, RoundingMode.HALF_UP).unscaledValue();
        if (rounded.bitLength() > bits) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "a result is out of the range of its type: value=" + value + " type=" + type);
        }
        return rounded.longValue();
    }

    private static IllegalArgumentException noNumber(Type type) {
        return new IllegalArgumentException("sums and means are numbers: type=" + type);
    }
}
