package telegraph.tables.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Locale;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.memory.Micros;
import telegraph.memory.Type;
import telegraph.query.function.CastFunctions;
import telegraph.query.function.IntervalFunctions;
import telegraph.query.function.MomentFunctions;
import telegraph.query.json.JsonFunctions;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.ZoneFunctions;

/// Makes of a value that SQL assigns to a column one that the column can hold, or refuses it.
///
/// Numbers are rounded and must be in range, texts must not be too long, and a text for a column of
/// another type is read as PostgreSQL reads its literals. What comes out is of the class of
/// `Batch.valueAt` for the type, or null.
///
/// Threads: any.
public final class AssignmentCast {
    private AssignmentCast() {}

    /// @param column its name, for messages
    /// @param zone of which a time without a zone is, for a column of moments
    /// @throws TelegraphException of kind INPUT if the column cannot hold the value
    public static Object fit(Object value, SqlType type, String column, ZoneId zone) {
        if (value == null || isAsKept(value, type.name())) {
            return value;
        }
        return switch (type.name()) {
            case BOOLEAN ->
                    switch (value) {
                        case Boolean b -> b;
                        case String text -> CastFunctions.toBoolean(text);
                        default -> throw mismatch(value, type, column);
                    };
            case SMALLINT -> (int) whole(value, type, column, Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> (int) whole(value, type, column, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> whole(value, type, column, Long.MIN_VALUE, Long.MAX_VALUE);
            case REAL -> real(number(value, type, column), column);
            case DOUBLE -> number(value, type, column);
            case NUMERIC -> numeric(value, type, column);
            case TEXT -> text(value, zone);
            case VARCHAR -> atMost(type, text(value, zone), column);
            case CHAR -> atMost(type, text(value, zone).stripTrailing(), column);
            case DATE -> date(local(value, zone), type, column);
            case TIME -> time(local(value, zone), type, column);
            case TIMESTAMP -> timestamp(local(value, zone), type, column);
            case TIMESTAMPTZ -> instant(value, type, column, zone);
            case BYTEA -> Binary.bytea(value, column);
            case UUID -> Binary.uuid(value, column);
            case JSON -> Binary.placed(() -> JsonFunctions.valid(text(value, zone)), column);
            case JSONB -> Binary.placed(() -> JsonFunctions.normal(text(value, zone)), column);
            case ARRAY -> ArrayValues.fit(value, type, column, zone);
            case ENUM -> label(value, type, column);
            case INTERVAL ->
                    Binary.placed(
                            () -> IntervalFunctions.parsed(text(value, zone)).toString(), column);
        };
    }

    private static String label(Object value, SqlType type, String column) {
        if (value instanceof String text) {
            type.enumeration().code(text);
            return text;
        }
        throw mismatch(value, type, column);
    }

    /// Whether it is a number that would only be made an object again.
    private static boolean isAsKept(Object value, SqlType.Name type) {
        return value instanceof Integer
                ? type == SqlType.Name.INTEGER
                : value instanceof Long && type == SqlType.Name.BIGINT;
    }

    private static long whole(Object value, SqlType type, String column, long least, long most) {
        long whole =
                switch (value) {
                    case Integer i -> i;
                    case Long l -> l;
                    case Short s -> s;
                    case Byte b -> b;
                    case BigDecimal d -> CastFunctions.toBigint(d);
                    case BigInteger i -> CastFunctions.toBigint(new BigDecimal(i));
                    case Double d -> CastFunctions.toBigint(d);
                    case Float f -> CastFunctions.toBigint(f.doubleValue());
                    case String text -> parsedWhole(text, type, column);
                    default -> throw mismatch(value, type, column);
                };
        if (whole < least || whole > most) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    type + " out of range: column=" + column + " value=" + value);
        }
        return whole;
    }

    private static long parsedWhole(String text, SqlType type, String column) {
        try {
            return CastFunctions.toBigint(text);
        } catch (TelegraphException e) {
            throw TelegraphException.of(
                    e.state(),
                    "invalid value for " + type + ": column=" + column + " value=\"" + text + "\"",
                    e);
        }
    }

    private static double number(Object value, SqlType type, String column) {
        return switch (value) {
            case Float f -> Double.parseDouble(f.toString());
            case Number n -> n.doubleValue();
            case String text -> CastFunctions.toDouble(text);
            default -> throw mismatch(value, type, column);
        };
    }

    private static double real(double value, String column) {
        float narrow = (float) value;
        if (Float.isInfinite(narrow) && !Double.isInfinite(value)) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "real out of range: column=" + column + " value=" + value);
        }
        return Double.parseDouble(Float.toString(narrow));
    }

    private static Object numeric(Object value, SqlType type, String column) {
        Type decimal = type.physical();
        if (isNaN(value)) {
            if (decimal.isShortDecimal()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "NaN needs NUMERIC without digits, or with more than 18: column="
                                + column
                                + " type="
                                + type);
            }
            return Double.NaN;
        }
        BigDecimal exact =
                switch (value) {
                    case BigDecimal d -> d;
                    case Double d when d.isInfinite() ->
                            throw ValueFailures.noSuchNumeric(CastFunctions.toText(d));
                    case Number n -> new BigDecimal(n.toString());
                    case String text ->
                            CastFunctions.toDecimal(
                                    text, (long) Type.DECIMAL_DIGITS_MAX, (long) decimal.scale());
                    default -> throw mismatch(value, type, column);
                };
        BigDecimal scaled = exact.setScale(decimal.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > decimal.precision()) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    type + " out of range: column=" + column + " value=" + exact.toPlainString());
        }
        return scaled;
    }

    private static boolean isNaN(Object value) {
        return switch (value) {
            case Double d -> d.isNaN();
            case Float f -> f.isNaN();
            case String text -> text.strip().equalsIgnoreCase("nan");
            default -> false;
        };
    }

    /// A value as text, where SQL takes one for the other.
    private static String text(Object value, ZoneId zone) {
        return switch (value) {
            case String text -> text;
            case Double d -> CastFunctions.toText(d);
            case BigDecimal d -> d.toPlainString();
            case LocalDateTime t -> CastFunctions.toText(Micros.of(t));
            case Instant t -> ZoneFunctions.shown(Micros.of(t), zone.getId());
            default -> value.toString();
        };
    }

    private static String atMost(SqlType type, String text, String column) {
        int length = text.codePointCount(0, text.length());
        if (type.length() == 0 || length <= type.length()) {
            return text;
        }
        String cut = text.substring(0, text.offsetByCodePoints(0, type.length()));
        if (text.substring(cut.length()).isBlank()) {
            return cut;
        }
        throw TelegraphException.of(
                SqlState.TEXT_TOO_LONG,
                "value too long for type " + type + ": column=" + column + " length=" + length);
    }

    /// What clocks of a zone show at a moment.
    private static Object local(Object value, ZoneId zone) {
        return switch (value) {
            case Instant t -> LocalDateTime.ofInstant(t, zone);
            case OffsetDateTime t -> LocalDateTime.ofInstant(t.toInstant(), zone);
            default -> value;
        };
    }

    private static LocalDate date(Object value, SqlType type, String column) {
        return switch (value) {
            case LocalDate d -> d;
            case LocalDateTime t -> t.toLocalDate();
            case String text -> LocalDate.ofEpochDay(CastFunctions.toDate(text));
            default -> throw mismatch(value, type, column);
        };
    }

    private static LocalTime time(Object value, SqlType type, String column) {
        long micros =
                switch (value) {
                    case LocalTime t -> Micros.of(t);
                    case LocalDateTime t -> Micros.of(t.toLocalTime());
                    case String text -> CastFunctions.toTime(text);
                    default -> throw mismatch(value, type, column);
                };
        return Micros.time(MomentFunctions.roundedTime(micros, (long) type.length()));
    }

    private static LocalDateTime timestamp(Object value, SqlType type, String column) {
        long micros =
                switch (value) {
                    case LocalDateTime t -> micros(t);
                    case LocalDate d -> micros(d.atStartOfDay());
                    case String text -> CastFunctions.toTimestamp(text);
                    default -> throw mismatch(value, type, column);
                };
        return Micros.local(MomentFunctions.rounded(micros, (long) type.length()));
    }

    private static Instant instant(Object value, SqlType type, String column, ZoneId zone) {
        long micros =
                switch (value) {
                    case Instant t -> micros(t);
                    case OffsetDateTime t -> micros(t.toInstant());
                    case LocalDateTime t -> moment(t, zone);
                    case LocalDate d -> moment(d.atStartOfDay(), zone);
                    case String text -> CastFunctions.toInstant(text, zone);
                    default -> throw mismatch(value, type, column);
                };
        return Micros.instant(MomentFunctions.rounded(micros, (long) type.length()));
    }

    private static long moment(LocalDateTime time, ZoneId zone) {
        return ZoneFunctions.moment(micros(time), zone.getId());
    }

    private static long micros(LocalDateTime time) {
        try {
            return Micros.of(time);
        } catch (ArithmeticException e) {
            throw outOfRange(time, e);
        }
    }

    private static long micros(Instant time) {
        try {
            return Micros.of(time);
        } catch (ArithmeticException e) {
            throw outOfRange(time, e);
        }
    }

    private static TelegraphException outOfRange(Object time, ArithmeticException e) {
        return TelegraphException.of(
                SqlState.DATETIME_OUT_OF_RANGE, "timestamp out of range: value=" + time, e);
    }

    private static TelegraphException mismatch(Object value, SqlType type, String column) {
        return TelegraphException.of(
                SqlState.DATATYPE_MISMATCH,
                "a value fits the type of its column: column="
                        + column
                        + " type="
                        + type
                        + " value="
                        + value
                        + " ("
                        + value.getClass().getSimpleName().toLowerCase(Locale.ROOT)
                        + "). Write a CAST.");
    }
}
