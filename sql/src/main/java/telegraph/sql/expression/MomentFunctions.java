package telegraph.sql.expression;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.TemporalAdjusters;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// PostgreSQL's functions on dates and times that Calcite lacks or defines otherwise.
///
/// Dates are days and moments milliseconds since 1970, without zone. Instances keep the patterns of
/// `to_char` and its kin that they have seen, up to [#PATTERNS_MAX]. Public because generated code
/// makes instances. Threads: one.
public final class MomentFunctions {
    private static final int PATTERNS_MAX = 64;

    /// Characters of a pattern that is kept.
    private static final int KEPT_MAX = 10_000;

    private final Map<String, MomentPattern> patterns = new HashMap<>();
    private final Map<String, NumberPattern> numberPatterns = new HashMap<>();

    private MomentPattern pattern(String text) {
        if (text.length() > KEPT_MAX) {
            return MomentPattern.parse(text);
        }
        if (patterns.size() >= PATTERNS_MAX) {
            patterns.clear();
        }
        return patterns.computeIfAbsent(text, MomentPattern::parse);
    }

    private NumberPattern numberPattern(String text) {
        if (text.length() > KEPT_MAX) {
            return NumberPattern.parse(text);
        }
        if (numberPatterns.size() >= PATTERNS_MAX) {
            numberPatterns.clear();
        }
        return numberPatterns.computeIfAbsent(text, NumberPattern::parse);
    }

    private static LocalDateTime moment(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }

    private static long millis(LocalDateTime moment) {
        return moment.toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    private static double datePart(String field, Long millis) {
        LocalDateTime m = moment(millis);
        int year = m.getYear();
        return switch (unit(field)) {
            case "year" -> year;
            case "month" -> m.getMonthValue();
            case "day" -> m.getDayOfMonth();
            case "hour" -> m.getHour();
            case "minute" -> m.getMinute();
            case "second" -> m.getSecond() + m.getNano() / 1e9;
            case "milliseconds" -> m.getSecond() * 1e3 + m.getNano() / 1e6;
            case "microseconds" -> m.getSecond() * 1e6 + m.getNano() / 1e3;
            case "dow" -> (m.getDayOfWeek().getValue() % 7);
            case "isodow" -> m.getDayOfWeek().getValue();
            case "doy" -> m.getDayOfYear();
            case "week" -> m.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case "isoyear" -> m.get(IsoFields.WEEK_BASED_YEAR);
            case "quarter" -> m.get(IsoFields.QUARTER_OF_YEAR);
            case "decade" -> Math.floorDiv(year, 10);
            case "century" -> Math.floorDiv(year + 99, 100);
            case "millennium" -> Math.floorDiv(year + 999, 1000);
            case "julian" -> m.getLong(JulianFields.JULIAN_DAY);
            case "epoch" -> millis / 1e3;
            default -> throw unknownUnit(field);
        };
    }

    /// The whole number of a field, as EXTRACT gives it.
    public static Long extract(String field, Long millis) {
        return (long) Math.floor(datePart(field, millis));
    }

    public static Long extractDate(String field, Long days) {
        return extract(field, days * Texting.DAY_MILLIS);
    }

    private static String unit(String field) {
        String lower = field.strip().toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "years", "y", "yr", "yrs" -> "year";
            case "months", "mon", "mons" -> "month";
            case "days", "d" -> "day";
            case "hours", "h", "hr", "hrs" -> "hour";
            case "minutes", "min", "mins", "m" -> "minute";
            case "seconds", "sec", "secs", "s" -> "second";
            case "millisecond", "ms", "msec" -> "milliseconds";
            case "microsecond", "us", "usec" -> "microseconds";
            case "weeks", "w" -> "week";
            case "quarters", "qtr" -> "quarter";
            case "decades" -> "decade";
            case "centuries", "c" -> "century";
            case "millenniums", "millennia" -> "millennium";
            default -> lower;
        };
    }

    private static TelegraphException unknownUnit(String field) {
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE,
                "a part of a date is one of year, month, day, hour, minute, second, milliseconds,"
                        + " week, quarter, decade, century, millennium, dow, isodow, doy, isoyear,"
                        + " epoch: found=\""
                        + field
                        + "\"");
    }

    public static Long dateTrunc(String field, Long millis) {
        LocalDateTime m = moment(millis);
        LocalDateTime day = m.truncatedTo(ChronoUnit.DAYS);
        int year = m.getYear();
        return switch (unit(field)) {
            case "microseconds", "milliseconds" -> millis;
            case "second" -> millis(m.truncatedTo(ChronoUnit.SECONDS));
            case "minute" -> millis(m.truncatedTo(ChronoUnit.MINUTES));
            case "hour" -> millis(m.truncatedTo(ChronoUnit.HOURS));
            case "day" -> millis(day);
            case "week" -> millis(day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
            case "month" -> millis(day.withDayOfMonth(1));
            case "quarter" ->
                    millis(day.withDayOfMonth(1).withMonth((m.getMonthValue() - 1) / 3 * 3 + 1));
            case "year" -> millis(day.withDayOfYear(1));
            case "decade" -> millis(day.withDayOfYear(1).withYear(Math.floorDiv(year, 10) * 10));
            case "century" ->
                    millis(day.withDayOfYear(1).withYear(Math.floorDiv(year - 1, 100) * 100 + 1));
            case "millennium" ->
                    millis(day.withDayOfYear(1).withYear(Math.floorDiv(year - 1, 1000) * 1000 + 1));
            default -> throw unknownUnit(field);
        };
    }

    public static Long truncDate(String field, Long days) {
        return dateTrunc(field, days * Texting.DAY_MILLIS);
    }

    public static Integer makeDate(Long year, Long month, Long day) {
        return (int) (makeTimestamp(year, month, day, 0L, 0L, 0.0) / Texting.DAY_MILLIS);
    }

    public static Integer makeTime(Long hour, Long minute, Double second) {
        return makeTimestamp(1970L, 1L, 1L, hour, minute, second).intValue();
    }

    public static Long makeTimestamp(
            Long year, Long month, Long day, Long hour, Long minute, Double second) {
        try {
            if (year == 0) {
                throw new DateTimeException("there is no year 0");
            }
            long wholeSecond = (long) Math.floor(second);
            long fraction = Math.round((second - wholeSecond) * 1000);
            LocalDateTime moment =
                    LocalDateTime.of(
                            Math.toIntExact(year < 0 ? year + 1 : year), // -44 is 44 BC
                            Math.toIntExact(month),
                            Math.toIntExact(day),
                            Math.toIntExact(hour),
                            Math.toIntExact(minute),
                            Math.toIntExact(wholeSecond));
            return millis(moment) + fraction;
        } catch (DateTimeException | ArithmeticException e) {
            throw TelegraphException.of(
                    SqlState.DATETIME_OUT_OF_RANGE,
                    "date field value out of range: "
                            + year
                            + "-"
                            + month
                            + "-"
                            + day
                            + " "
                            + hour
                            + ":"
                            + minute
                            + ":"
                            + Texting.of(second),
                    e);
        }
    }

    public static Integer plusDays(Long days, Long count) {
        return toDays(Math.addExact(days, count));
    }

    public static Integer plusDaysMirrored(Long count, Long days) {
        return plusDays(days, count);
    }

    public static Integer minusDays(Long days, Long count) {
        return toDays(Math.subtractExact(days, count));
    }

    public static Integer daysBetween(Long end, Long start) {
        return Math.toIntExact(end - start);
    }

    private static int toDays(long days) {
        if (days != (int) days) {
            throw Failures.outOfRange("date");
        }
        return (int) days;
    }

    public static Boolean isFinite(Long moment) {
        return true;
    }

    public String toChar(Allowance allowance, Long millis, String pattern) {
        return made(allowance, pattern(pattern).format(millis));
    }

    public String dateToChar(Allowance allowance, Long days, String pattern) {
        return toChar(allowance, days * Texting.DAY_MILLIS, pattern);
    }

    public String toChar(Allowance allowance, BigDecimal number, String pattern) {
        return made(allowance, numberPattern(pattern).format(number));
    }

    public String toChar(Allowance allowance, Double number, String pattern) {
        return toChar(allowance, Casts.decimal(number), pattern);
    }

    private static String made(Allowance allowance, String text) {
        return TextFunctions.made(allowance, "to_char", text);
    }

    public BigDecimal toNumber(String text, String pattern) {
        return numberPattern(pattern).read(text);
    }

    public Integer toDate(String text, String pattern) {
        return (int) Math.floorDiv(pattern(pattern).read(text), Texting.DAY_MILLIS);
    }

    public Long toTimestamp(String text, String pattern) {
        return pattern(pattern).read(text);
    }

    public Long toTimestamp(Double seconds) {
        return Math.round(seconds * 1000);
    }

    /// Whole years, months and days from one moment to another, as text such as `1 year 2 mons`.
    public static String age(Long endMillis, Long startMillis) {
        boolean negative = endMillis < startMillis;
        LocalDateTime start = moment(negative ? endMillis : startMillis);
        LocalDateTime end = moment(negative ? startMillis : endMillis);
        long left = Duration.between(start.toLocalTime(), end.toLocalTime()).toMillis();
        long days = end.getDayOfMonth() - start.getDayOfMonth();
        long months =
                (end.getYear() - start.getYear()) * 12L
                        + end.getMonthValue()
                        - start.getMonthValue();
        if (left < 0) {
            left += Texting.DAY_MILLIS;
            days--;
        }
        if (days < 0) {
            // A month borrowed has the days of the month the time began in.
            days += start.toLocalDate().lengthOfMonth();
            months--;
        }
        StringBuilder text = new StringBuilder();
        String sign = negative ? "-" : "";
        append(text, sign, months / 12, "year");
        append(text, sign, months % 12, "mon");
        append(text, sign, days, "day");
        if (left != 0 || text.isEmpty()) {
            text.append(text.isEmpty() ? "" : " ").append(sign).append(Texting.ofTime(left));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String sign, long count, String unit) {
        if (count != 0) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(sign)
                    .append(count)
                    .append(' ')
                    .append(unit)
                    .append(count == 1 ? "" : "s");
        }
    }

    public static String ageOfDates(Long end, Long start) {
        return age(end * Texting.DAY_MILLIS, start * Texting.DAY_MILLIS);
    }
}
