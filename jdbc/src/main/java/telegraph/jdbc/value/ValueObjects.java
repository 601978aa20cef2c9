package telegraph.jdbc.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import telegraph.jdbc.JdbcFailures;
import telegraph.jdbc.JdbcRefusal;
import telegraph.memory.Decimals;
import telegraph.memory.Interval;
import telegraph.memory.IntervalText;

/// The objects that stand for values: those JDBC says for a type, and those of a class asked for.
///
/// Threads: any.
public final class ValueObjects {
    private ValueObjects() {}

    /// The object JDBC has for a value of a type. NaN of type numeric is a Double.
    public static Object of(Object value, ColumnType type) throws SQLException {
        Class<?> wanted = type.valueClass();
        boolean isNaN = Decimals.isNaN(value);
        return wanted == Object.class
                        || isNaN && wanted == BigDecimal.class
                        || wanted.isInstance(value)
                ? value
                : as(value, wanted, type);
    }

    /// A value as an object of a class.
    public static Object as(Object value, Class<?> wanted, ColumnType type) throws SQLException {
        if (wanted == Object.class) {
            return of(value, type);
        }
        if (wanted.isInstance(value)) {
            return value;
        }
        Object number = number(value, wanted);
        if (number != null) {
            return number;
        }
        Object moment = moment(value, wanted);
        if (moment != null) {
            return moment;
        }
        if (wanted == String.class) {
            return JdbcConversions.text(value);
        } else if (wanted == Boolean.class) {
            return JdbcConversions.flag(value);
        } else if (wanted == byte[].class) {
            return JdbcConversions.bytes(value);
        } else if (wanted == UUID.class && value instanceof String text) {
            return uuid(text);
        } else if (wanted == Character.class
                && value instanceof String text
                && text.length() == 1) {
            return text.charAt(0);
        } else if (Array.class.isAssignableFrom(wanted)) {
            throw JdbcRefusal.of("arrays are read as lists: use getObject(column)");
        }
        throw JdbcFailures.cast(
                "a value cannot be read as this class: class="
                        + wanted.getName()
                        + " type="
                        + type.name()
                        + (value instanceof List ? ". Arrays are read as lists" : ""));
    }

    private static UUID uuid(String text) throws SQLException {
        try {
            return UUID.fromString(text.strip());
        } catch (IllegalArgumentException e) {
            throw JdbcConversions.wrong(text, "a UUID");
        }
    }

    private static Object number(Object value, Class<?> wanted) throws SQLException {
        if (wanted == Integer.class) {
            return (int) JdbcConversions.whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (wanted == Long.class) {
            return JdbcConversions.whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
        } else if (wanted == BigDecimal.class) {
            return JdbcConversions.decimal(value);
        } else if (wanted == Double.class) {
            return JdbcConversions.real(value);
        } else if (wanted == Float.class) {
            return (float) JdbcConversions.real(value);
        } else if (wanted == Short.class) {
            return (short) JdbcConversions.whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (wanted == Byte.class) {
            return (byte) JdbcConversions.whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (wanted == BigInteger.class) {
            return JdbcConversions.integer(value);
        }
        return null;
    }

    private static Object moment(Object value, Class<?> wanted) throws SQLException {
        ZoneId zone = ZoneId.systemDefault();
        if (wanted == LocalDate.class) {
            return JdbcMoments.date(value, zone);
        } else if (wanted == LocalDateTime.class) {
            return JdbcMoments.local(value, zone);
        } else if (wanted == LocalTime.class) {
            return JdbcMoments.time(value, zone);
        } else if (wanted == Instant.class) {
            return JdbcMoments.instant(value, zone);
        } else if (wanted == OffsetDateTime.class) {
            return JdbcMoments.offset(value, zone);
        } else if (wanted == ZonedDateTime.class) {
            return JdbcMoments.offset(value, zone).toZonedDateTime();
        } else if (wanted == Timestamp.class || wanted == java.util.Date.class) {
            return JdbcMoments.sqlTimestamp(value, null);
        } else if (wanted == Date.class) {
            return JdbcMoments.sqlDate(JdbcMoments.date(value, zone), null);
        } else if (wanted == Time.class) {
            return JdbcMoments.sqlTime(JdbcMoments.time(value, zone), null);
        } else if (wanted == Duration.class && value instanceof String text) {
            return duration(text);
        } else if (wanted == Period.class && value instanceof String text) {
            return period(text);
        }
        return null;
    }

    /// Days are of 24 hours.
    private static Duration duration(String text) throws SQLException {
        Interval length = interval(text);
        if (length.months() != 0) {
            throw JdbcConversions.wrong(text, "a Duration, which has no months");
        }
        return Duration.ofDays(length.days()).plus(length.micros(), ChronoUnit.MICROS);
    }

    private static Period period(String text) throws SQLException {
        Interval length = interval(text);
        if (length.micros() != 0) {
            throw JdbcConversions.wrong(text, "a Period, which has no hours");
        }
        return Period.of(
                length.months() / Interval.MONTHS_OF_YEAR,
                length.months() % Interval.MONTHS_OF_YEAR,
                length.days());
    }

    private static Interval interval(String text) throws SQLException {
        return IntervalText.read(text)
                .orElseThrow(() -> JdbcConversions.wrong(text, "an interval"));
    }
}
