package telegraph.server.postgres.type;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Days and times as PostgreSQL counts and writes them: days and microseconds since the beginning
/// of the year 2000, and ISO's form with a blank between day and time, `2026-01-02 03:04:05.6+01`.
final class PgMoments {
    private static final LocalDate EPOCH = LocalDate.of(2_000, 1, 1);
    private static final LocalDateTime EPOCH_TIME = EPOCH.atStartOfDay();
    private static final Instant EPOCH_INSTANT = EPOCH_TIME.toInstant(ZoneOffset.UTC);
    private static final int NANOS_A_MICRO = 1_000;

    private static final Pattern WRITTEN =
            Pattern.compile(
                    "(?:(\\d{4,6})-(\\d{1,2})-(\\d{1,2}))?(?:(?<=\\d)[ T](?=\\d))?"
                            + "(?:(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.(\\d{1,9}))?)?)?"
                            + " ?(Z|[+-]\\d{1,2}(?::?\\d{2}(?::?\\d{2})?)?)?( BC)?",
                    Pattern.CASE_INSENSITIVE);

    private PgMoments() {}

    static long days(LocalDate day) {
        return day.toEpochDay() - EPOCH.toEpochDay();
    }

    static LocalDate day(int days) {
        return LocalDate.ofEpochDay(EPOCH.toEpochDay() + days);
    }

    static long micros(LocalDateTime at) {
        return ChronoUnit.MICROS.between(EPOCH_TIME, at);
    }

    static LocalDateTime at(long micros) {
        return EPOCH_TIME.plus(micros, ChronoUnit.MICROS);
    }

    static long micros(Instant at) {
        return ChronoUnit.MICROS.between(EPOCH_INSTANT, at);
    }

    static Instant instant(long micros) {
        return EPOCH_INSTANT.plus(micros, ChronoUnit.MICROS);
    }

    static void write(LocalDate day, StringBuilder out) {
        date(day, out);
        era(day, out);
    }

    static void write(LocalDateTime at, StringBuilder out) {
        date(at.toLocalDate(), out);
        write(at.toLocalTime(), out.append(' '));
        era(at.toLocalDate(), out);
    }

    static void write(Instant at, ZoneId zone, StringBuilder out) {
        ZoneOffset offset = zone.getRules().getOffset(at);
        LocalDateTime local = LocalDateTime.ofInstant(at, offset);
        date(local.toLocalDate(), out);
        write(local.toLocalTime(), out.append(' '));
        offset(offset.getTotalSeconds(), out);
        era(local.toLocalDate(), out);
    }

    static void write(LocalTime time, StringBuilder out) {
        two(time.getHour(), out).append(':');
        two(time.getMinute(), out).append(':');
        two(time.getSecond(), out);
        fraction(time.getNano() / NANOS_A_MICRO, out);
    }

    private static void date(LocalDate day, StringBuilder out) {
        int year = day.getYear() > 0 ? day.getYear() : 1 - day.getYear();
        for (int bound = 1_000; bound > 1 && year < bound; bound /= 10) {
            out.append('0');
        }
        out.append(year).append('-');
        two(day.getMonthValue(), out).append('-');
        two(day.getDayOfMonth(), out);
    }

    private static void era(LocalDate day, StringBuilder out) {
        if (day.getYear() <= 0) {
            out.append(" BC");
        }
    }

    private static void offset(int seconds, StringBuilder out) {
        int positive = Math.abs(seconds);
        out.append(seconds < 0 ? '-' : '+');
        two(positive / 3_600, out);
        if (positive % 3_600 != 0) {
            two(positive / 60 % 60, out.append(':'));
        }
        if (positive % 60 != 0) {
            two(positive % 60, out.append(':'));
        }
    }

    /// The digits behind the second, without zeros at the end; nothing if there are none.
    static void fraction(int micros, StringBuilder out) {
        if (micros == 0) {
            return;
        }
        out.append('.');
        for (int rest = micros, unit = 100_000; rest > 0; rest %= unit, unit /= 10) {
            out.append((char) ('0' + rest / unit));
        }
    }

    private static StringBuilder two(int number, StringBuilder out) {
        return out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    /// A text as a value of a type of days or times; the text itself if it is not in ISO's form.
    static Object read(Scalar type, String text, ZoneId zone) {
        Matcher parts = WRITTEN.matcher(text.strip());
        if (!parts.matches()) {
            return text;
        }
        boolean dated = parts.group(1) != null;
        boolean timed = parts.group(4) != null;
        if (type == Scalar.TIME ? !timed : !dated) {
            return text;
        }
        try {
            LocalTime time = timed ? time(parts) : LocalTime.MIDNIGHT;
            return type == Scalar.TIME ? time : moment(type, date(parts).atTime(time), parts, zone);
        } catch (DateTimeException e) {
            return text; // a day or time that there is not, which the statement says better
        }
    }

    private static Object moment(Scalar type, LocalDateTime at, Matcher parts, ZoneId zone) {
        return switch (type) {
            case DATE -> at.toLocalDate();
            case TIMESTAMP -> at;
            default ->
                    parts.group(8) == null
                            ? at.atZone(zone).toInstant()
                            : at.toInstant(offset(parts.group(8)));
        };
    }

    private static LocalDate date(Matcher parts) {
        int year = Integer.parseInt(parts.group(1));
        return LocalDate.of(
                parts.group(9) == null ? year : 1 - year,
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)));
    }

    private static LocalTime time(Matcher parts) {
        String fraction = parts.group(7) == null ? "" : parts.group(7);
        return LocalTime.of(
                Integer.parseInt(parts.group(4)),
                Integer.parseInt(parts.group(5)),
                parts.group(6) == null ? 0 : Integer.parseInt(parts.group(6)),
                Integer.parseInt((fraction + "000000000").substring(0, 9)));
    }

    private static ZoneOffset offset(String text) {
        if (text.equalsIgnoreCase("Z")) {
            return ZoneOffset.UTC;
        }
        String digits = text.substring(1).replace(":", "");
        boolean isOdd = digits.length() % 2 == 1;
        String even = isOdd ? "0" + digits : digits;
        int seconds = 0;
        for (int i = 0, unit = 3_600; i < even.length(); i += 2, unit /= 60) {
            seconds += Integer.parseInt(even.substring(i, i + 2)) * unit;
        }
        return ZoneOffset.ofTotalSeconds(text.charAt(0) == '-' ? -seconds : seconds);
    }
}
