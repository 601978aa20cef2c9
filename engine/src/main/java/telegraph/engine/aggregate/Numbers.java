package telegraph.engine.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import telegraph.engine.Vector;
import telegraph.memory.BatchBuilder;
import telegraph.memory.TelegraphException;
import telegraph.memory.Type;

/// Puts exact and inexact numbers into columns of whatever numeric type the result has.
final class Numbers {
    private static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_UP);

    private static final double[] POWERS = powers();

    private Numbers() {}

    static void put(long value, BatchBuilder to, int column) {
        Type type = to.types().get(column);
        switch (type.kind()) {
            case BIGINT -> to.setLong(column, value);
            case DOUBLE -> to.setDouble(column, value);
            case INTEGER, DECIMAL, BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT ->
                    put(BigDecimal.valueOf(value), to, column);
        }
    }

    static void put(BigDecimal value, BatchBuilder to, int column) {
        Type type = to.types().get(column);
        switch (type.kind()) {
            case INTEGER -> to.setInt(column, (int) whole(value, type, 31));
            case BIGINT -> to.setLong(column, whole(value, type, 63));
            case DOUBLE -> to.setDouble(column, value.doubleValue());
            case DECIMAL -> to.setDecimal(column, value);
            case BOOLEAN, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> throw noNumber(type);
        }
    }

    static void put(double value, BatchBuilder to, int column) {
        Type type = to.types().get(column);
        switch (type.kind()) {
            case DOUBLE -> to.setDouble(column, value);
            case INTEGER, BIGINT, DECIMAL -> {
                if (!Double.isFinite(value)) {
                    throw TelegraphException.input(
                            "only finite numbers fit an exact type: value="
                                    + value
                                    + " type="
                                    + type);
                }
                put(new BigDecimal(value), to, column);
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
            whole = values.highs[at] * 0x1p64 + (low >>> 1) * 2.0 + (low & 1);
        }
        return scale == 0 ? whole : whole / POWERS[scale];
    }

    private static double[] powers() {
        double[] powers = new double[39];
        for (int scale = 0; scale < powers.length; scale++) {
            powers[scale] = Double.parseDouble("1e" + scale);
        }
        return powers;
    }

    private static long whole(BigDecimal value, Type type, int bits) {
        BigInteger rounded = value.setScale(0, RoundingMode.HALF_UP).unscaledValue();
        if (rounded.bitLength() > bits) {
            throw TelegraphException.input(
                    "a result is out of the range of its type: value=" + value + " type=" + type);
        }
        return rounded.longValue();
    }

    /// More digits than any result has, so that rounding twice does not show.
    static BigDecimal ratio(BigDecimal sum, long count) {
        return sum.divide(BigDecimal.valueOf(count), DIGITS);
    }

    private static IllegalArgumentException noNumber(Type type) {
        return new IllegalArgumentException("sums and means are numbers: type=" + type);
    }
}
