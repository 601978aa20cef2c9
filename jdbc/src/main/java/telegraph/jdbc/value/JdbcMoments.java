package telegraph.jdbc.value;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;

/// Dates and times of results as the classes of Java that a caller asks for, and back. The old
/// classes count milliseconds, so a date without a zone is of the calendar's, or of the process's.
///
/// Threads: any.
public final class JdbcMoments {
    private JdbcMoments() {}

    public static ZoneId zone(Calendar calendar) {
        return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
    }

    public static LocalDate date(Object value, ZoneId zone) throws SQLException {
        return switch (value) {
            case LocalDate date -> date;
            case LocalDateTime at -> at.toLocalDate();
            case Instant at -> at.atZone(zone).toLocalDate();
            case String text -> parse(text, zone).toLocalDate();
            default -> throw JdbcConversions.wrong(value, "a date");
        };
    }

    public static LocalTime time(Object value, ZoneId zone) throws SQLException {
        return switch (value) {
            case LocalTime time -> time;
            case LocalDateTime at -> at.toLocalTime();
            case Instant at -> at.atZone(zone).toLocalTime();
            case String text when text.indexOf('-') < 0 -> {
                try {
                    yield LocalTime.parse(text.strip());
                } catch (DateTimeException e) {
                    throw JdbcConversions.wrong(value, "a time");
                }
            }
            case String text -> parse(text, zone).toLocalTime();
            default -> throw JdbcConversions.wrong(value, "a time");
        };
    }

    public static LocalDateTime local(Object value, ZoneId zone) throws SQLException {
        return switch (value) {
            case LocalDateTime at -> at;
            case LocalDate date -> date.atStartOfDay();
            case Instant at -> at.atZone(zone).toLocalDateTime();
            case String text -> parse(text, zone);
            default -> throw JdbcConversions.wrong(value, "a timestamp");
        };
    }

    public static Instant instant(Object value, ZoneId zone) throws SQLException {
        return value instanceof Instant at ? at : local(value, zone).atZone(zone).toInstant();
    }

    /// A date, or a date and a time, with or without an offset.
    private static LocalDateTime parse(String text, ZoneId zone) throws SQLException {
        String iso = text.strip().replaceFirst("^(\\S+) +(?=\\d)", "$1T");
        try {
            if (iso.length() <= 10) {
                return LocalDate.parse(iso).atStartOfDay();
            }
            if (iso.matches(".*[Zz]|.*T.*[+-]\\d\\d(:?\\d\\d)?")) {
                String offset = iso.replaceFirst("([+-]\\d\\d)$", "$1:00");
                return OffsetDateTime.parse(offset).atZoneSameInstant(zone).toLocalDateTime();
            }
            return LocalDateTime.parse(iso);
        } catch (DateTimeException e) {
            throw JdbcConversions.wrong(text, "a date or timestamp");
        }
    }

    public static Date sqlDate(LocalDate date, Calendar calendar) {
        return calendar == null
                ? Date.valueOf(date)
                : new Date(date.atStartOfDay(zone(calendar)).toInstant().toEpochMilli());
    }

    public static Time sqlTime(LocalTime time, Calendar calendar) {
        return new Time(
                time.atDate(LocalDate.EPOCH).atZone(zone(calendar)).toInstant().toEpochMilli());
    }

    public static Timestamp sqlTimestamp(Object value, Calendar calendar) throws SQLException {
        return calendar == null && !(value instanceof Instant)
                ? Timestamp.valueOf(local(value, zone(null)))
                : Timestamp.from(instant(value, zone(calendar)));
    }

    /// What the old classes say, in the zone they are meant in.
    public static LocalDate of(Date date, Calendar calendar) {
        return calendar == null
                ? date.toLocalDate()
                : Instant.ofEpochMilli(date.getTime()).atZone(zone(calendar)).toLocalDate();
    }

    public static LocalTime of(Time time, Calendar calendar) {
        return Instant.ofEpochMilli(time.getTime()).atZone(zone(calendar)).toLocalTime();
    }

    public static LocalDateTime of(Timestamp at, Calendar calendar) {
        return calendar == null
                ? at.toLocalDateTime()
                : at.toInstant().atZone(zone(calendar)).toLocalDateTime();
    }

    static OffsetDateTime offset(Object value, ZoneId zone) throws SQLException {
        Instant at = instant(value, zone);
        return value instanceof Instant
                ? at.atOffset(ZoneOffset.UTC)
                : at.atZone(zone).toOffsetDateTime();
    }
}
