package telegraph.query.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import telegraph.memory.Micros;
import telegraph.memory.MomentText;
import telegraph.memory.Type;
import telegraph.query.value.Numeric;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.ValueTexts;

/// CAST, division and absolute values as PostgreSQL defines them, for generated code; kernels have
/// loops of their own over the same rules ([ValueTexts]).
///
/// Public because generated code calls it.
public final class CastFunctions {
    private CastFunctions() {}

    /// The same, where [telegraph.query.compile.ComparedTruths] says why.
    public static Boolean truth(Boolean value) {
        return value;
    }

    public static Integer toInteger(String text) {
        return ValueTexts.toInteger(text);
    }

    public static Integer toInteger(BigDecimal value) {
        return narrow(whole(value, "integer"));
    }

    public static Integer toInteger(Double value) {
        return narrow(whole(value, "integer"));
    }

    private static int narrow(long value) {
        if (value != (int) value) {
            throw ValueFailures.outOfRange("integer");
        }
        return (int) value;
    }

    public static Long toBigint(String text) {
        return ValueTexts.toBigint(text);
    }

    public static Long toBigint(BigDecimal value) {
        return whole(value, "bigint");
    }

    public static Long toBigint(Double value) {
        return whole(value, "bigint");
    }

    private static long whole(BigDecimal value, String type) {
        BigDecimal rounded = value.setScale(0, RoundingMode.HALF_UP);
        if (rounded.unscaledValue().bitLength() > 63) {
            throw ValueFailures.outOfRange(type);
        }
        return rounded.longValue();
    }

    private static long whole(double value, String type) {
        double rounded = Math.rint(value);
        if (!(rounded >= -0x1p63 && rounded < 0x1p63)) {
            throw ValueFailures.outOfRange(type);
        }
        return (long) rounded;
    }

    public static Double toDouble(String text) {
        return ValueTexts.toDouble(text);
    }

    public static BigDecimal toDecimal(String text, Long precision, Long scale) {
        return toDecimal(ValueTexts.toDecimal(text), precision, scale);
    }

    public static BigDecimal toDecimal(Double value, Long precision, Long scale) {
        return toDecimal(Numeric.of(value), precision, scale);
    }

    public static BigDecimal toDecimal(BigDecimal value, Long precision, Long scale) {
        return Numeric.cast(value, Type.decimal(precision.intValue(), scale.intValue()));
    }

    public static Boolean toBoolean(String text) {
        return ValueTexts.toBoolean(text);
    }

    public static Integer toDate(String text) {
        return ValueTexts.toDate(text);
    }

    public static Long toTime(String text) {
        return ValueTexts.toTime(text);
    }

    /// The day of a moment.
    public static Integer toDate(Long micros) {
        return (int) Math.floorDiv(micros, Micros.DAY);
    }

    /// The time of day of a moment.
    public static Long toTime(Long micros) {
        return Math.floorMod(micros, Micros.DAY);
    }

    public static Long toTimestamp(String text) {
        return ValueTexts.toTimestamp(text);
    }

    public static Long toInstant(String text) {
        return ValueTexts.toInstant(text);
    }

    public static Long toInstant(String text, ZoneId zone) {
        return ValueTexts.toInstant(text, zone);
    }

    public static String toText(Double value) {
        return ValueTexts.of(value);
    }

    public static String toText(Boolean value) {
        return ValueTexts.of(value);
    }

    public static String toText(Long micros) {
        return MomentText.timestamp(micros);
    }

    public static String instantToText(Long micros) {
        return MomentText.instant(micros);
    }

    public static String timeToText(Long micros) {
        return MomentText.time(micros);
    }

    public static Integer absoluteInteger(Long value) {
        if (value == Integer.MIN_VALUE) {
            throw ValueFailures.outOfRange("integer");
        }
        return (int) Math.abs(value);
    }

    public static Long absoluteBigint(Long value) {
        if (value == Long.MIN_VALUE) {
            throw ValueFailures.outOfRange("bigint");
        }
        return Math.abs(value);
    }

    public static BigDecimal divide(BigDecimal x, BigDecimal y, Long scale) {
        return Numeric.quotient(x, y, scale.intValue());
    }

    public static Double divide(Double x, Double y) {
        if (y == 0 && !Double.isNaN(x)) {
            throw ValueFailures.divisionByZero();
        }
        return x / y;
    }
}
