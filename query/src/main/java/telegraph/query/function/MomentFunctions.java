package telegraph.query.function;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.TemporalAdjusters;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.CalendarYear;
import telegraph.memory.Interval;
import telegraph.memory.Micros;
import telegraph.query.number.NumberPattern;
import telegraph.query.value.Allowance;
import telegraph.query.value.Numeric;
import telegraph.query.value.ValueFailures;
import telegraph.query.value.ValueTexts;
import telegraph.query.value.ZoneFunctions;

/// PostgreSQL's functions on dates and times that Calcite lacks or defines otherwise.
///
/// Dates are days and moments microseconds since 1970, without zone; intervals are months, or
/// microseconds. Instances keep the patterns of `to_char` and its kin that they have seen, up to
/// [#PATTERNS_MAX]. Public because generated code makes instances. Threads: one.
public final class MomentFunctions {
    private static final int PATTERNS_MAX = 64;

    /// 2000-01-01, from which PostgreSQL counts.
    private static final long ROUNDED_FROM = 10_957 * Micros.DAY;

    /// So many seconds have no room as microseconds.
    private static final double SECONDS_MAX = 9e12;

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

    private static long part(String field, long micros) {
        LocalDateTime m = Micros.local(micros);
        int year = m.getYear();
        long second = Math.floorMod(micros, Micros.MINUTE);
        return switch (unit(field)) {
            case "year" -> CalendarYear.said(year);
            case "month" -> m.getMonthValue();
            case "day" -> m.getDayOfMonth();
            case "hour" -> m.getHour();
            case "minute" -> m.getMinute();
            case "second" -> second / Micros.SECOND;
            case "milliseconds" -> second / Micros.MILLISECOND;
            case "microseconds" -> second;
            case "dow" -> m.getDayOfWeek().getValue() % 7;
            case "isodow" -> m.getDayOfWeek().getValue();
            case "doy" -> m.getDayOfYear();
            case "week" -> m.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case "isoyear" -> CalendarYear.said(m.get(IsoFields.WEEK_BASED_YEAR));
            case "quarter" -> m.get(IsoFields.QUARTER_OF_YEAR);
            case "decade" -> Math.floorDiv(year, 10);
            case "century" -> CalendarYear.periods(year, 100);
            case "millennium" -> CalendarYear.periods(year, 1000);
            case "julian" -> m.getLong(JulianFields.JULIAN_DAY);
            case "epoch" -> Math.floorDiv(micros, Micros.SECOND);
            default -> throw unknownUnit(field);
        };
    }

    /// The whole number of a field, as EXTRACT gives it.
    public static Long extract(String field, Long micros) {
        return part(field, micros);
    }

    public static Long extractDate(String field, Long days) {
        return part(field, midnight(days));
    }

    /// @param micros since midnight
    public static Long extractTime(String field, Long micros) {
        return switch (unit(field)) {
            case "hour", "minute", "second", "milliseconds", "microseconds", "epoch" ->
                    part(field, micros);
            default ->
                    throw TelegraphException.of(
                            SqlState.INVALID_PARAMETER_VALUE,
                            "a time of day has hours, minutes and seconds: found=\""
                                    + field
                                    + "\"");
        };
    }

    /// Microseconds since 1970 of the midnight with which a day begins.
    public static Long midnight(Long days) {
        try {
            return Micros.ofDay(days);
        } catch (ArithmeticException e) {
            throw TelegraphException.of(
                    SqlState.DATETIME_OUT_OF_RANGE, "date out of range for timestamp", e);
        }
    }

    static String unit(String field) {
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

    public static Long dateTrunc(String field, Long micros) {
        LocalDateTime m = Micros.local(micros);
        LocalDateTime day = m.truncatedTo(ChronoUnit.DAYS);
        int year = m.getYear();
        LocalDateTime start =
                switch (unit(field)) {
                    case "microseconds" -> m;
                    case "milliseconds" -> m.truncatedTo(ChronoUnit.MILLIS);
                    case "second" -> m.truncatedTo(ChronoUnit.SECONDS);
                    case "minute" -> m.truncatedTo(ChronoUnit.MINUTES);
                    case "hour" -> m.truncatedTo(ChronoUnit.HOURS);
                    case "day" -> day;
                    case "week" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                    case "month" -> day.withDayOfMonth(1);
                    case "quarter" ->
                            day.withDayOfMonth(1).withMonth((m.getMonthValue() - 1) / 3 * 3 + 1);
                    case "year" -> day.withDayOfYear(1);
                    case "decade" -> day.withDayOfYear(1).withYear(Math.floorDiv(year, 10) * 10);
                    case "century" ->
                            day.withDayOfYear(1).withYear(Math.floorDiv(year - 1, 100) * 100 + 1);
                    case "millennium" ->
                            day.withDayOfYear(1).withYear(Math.floorDiv(year - 1, 1000) * 1000 + 1);
                    default -> throw unknownUnit(field);
                };
        return Micros.of(start);
    }

    /// The last moment at or before one that lies a whole number of strides from an origin.
    public static Long dateBin(Interval stride, Long moment, Long origin) {
        if (stride.months() != 0) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "timestamps cannot be binned into intervals containing months or years");
        }
        try {
            long length =
                    Math.addExact(Math.multiplyExact(stride.days(), Micros.DAY), stride.micros());
            if (length <= 0) {
                throw TelegraphException.of(
                        SqlState.DATETIME_OUT_OF_RANGE, "stride must be greater than zero");
            }
            long since = Math.subtractExact(moment, origin);
            return Math.addExact(origin, Math.multiplyExact(Math.floorDiv(since, length), length));
        } catch (ArithmeticException e) {
            throw TelegraphException.of(SqlState.DATETIME_OUT_OF_RANGE, "interval out of range", e);
        }
    }

    public static Long truncDate(String field, Long days) {
        return dateTrunc(field, midnight(days));
    }

    /// FLOOR to a unit of a moment.
    public static Long floor(String field, Long micros) {
        return dateTrunc(field, micros);
    }

    /// CEIL to a unit of a moment.
    public static Long ceiling(String field, Long micros) {
        Long floor = dateTrunc(field, micros);
        if (floor.equals(micros)) {
            return floor;
        }
        LocalDateTime from = Micros.local(floor);
        return Micros.of(
                switch (unit(field)) {
                    case "microseconds" -> from.plus(1, ChronoUnit.MICROS);
                    case "milliseconds" -> from.plus(1, ChronoUnit.MILLIS);
                    case "second" -> from.plusSeconds(1);
                    case "minute" -> from.plusMinutes(1);
                    case "hour" -> from.plusHours(1);
                    case "day" -> from.plusDays(1);
                    case "week" -> from.plusWeeks(1);
                    case "month" -> from.plusMonths(1);
                    case "quarter" -> from.plusMonths(3);
                    case "year" -> from.plusYears(1);
                    case "decade" -> from.plusYears(10);
                    case "century" -> from.plusYears(100);
                    case "millennium" -> from.plusYears(1000);
                    default -> throw unknownUnit(field);
                });
    }

    public static Integer floorDate(String field, Long days) {
        return (int) Math.floorDiv(floor(field, midnight(days)), Micros.DAY);
    }

    public static Integer ceilingDate(String field, Long days) {
        return (int) Math.floorDiv(ceiling(field, midnight(days)), Micros.DAY);
    }

    /// A moment with so many digits of seconds after the point, of which PostgreSQL counts a half
    /// away from 2000-01-01.
    public static Long rounded(Long micros, Long digits) {
        long unit = unitOf(digits);
        long from = Math.subtractExact(micros, ROUNDED_FROM);
        long whole = (Math.abs(from) + unit / 2) / unit * unit;
        return ROUNDED_FROM + (from < 0 ? -whole : whole);
    }

    /// @param micros since midnight
    public static Long roundedTime(Long micros, Long digits) {
        long unit = unitOf(digits);
        long rounded = (micros + unit / 2) / unit * unit;
        if (rounded >= Micros.DAY) {
            throw TelegraphException.of(SqlState.DATETIME_OUT_OF_RANGE, "time out of range");
        }
        return rounded;
    }

    private static long unitOf(long digits) {
        long unit = Micros.SECOND;
        for (long i = 0; i < digits; i++) {
            unit /= 10;
        }
        return Math.max(1, unit);
    }

    /// A moment so much later: months first, to the last day of one that is too short, then days,
    /// then what is left.
    public static Long later(Long moment, Interval length) {
        try {
            long month =
                    length.months() == 0
                            ? moment
                            : Micros.of(Micros.local(moment).plusMonths(length.months()));
            return Math.addExact(
                    Math.addExact(month, Math.multiplyExact(length.days(), Micros.DAY)),
                    length.micros());
        } catch (ArithmeticException | DateTimeException e) {
            throw TelegraphException.of(
                    SqlState.DATETIME_OUT_OF_RANGE, "timestamp out of range", e);
        }
    }

    /// The same by the calendar of a zone, of which days are not always 24 hours.
    public static Long laterIn(Long moment, Interval length, String zone) {
        Interval calendar = new Interval(length.months(), length.days(), 0);
        long day =
                calendar.equals(Interval.ZERO)
                        ? moment
                        : ZoneFunctions.moment(
                                later(ZoneFunctions.local(moment, zone), calendar), zone);
        return later(day, new Interval(0, 0, length.micros()));
    }

    public static Long earlierIn(Long moment, Interval length, String zone) {
        return laterIn(moment, length.negated(), zone);
    }

    public static Long earlier(Long moment, Interval length) {
        return later(moment, length.negated());
    }

    public static Integer dateLater(Long days, Interval length) {
        return (int) Math.floorDiv(later(midnight(days), length), Micros.DAY);
    }

    public static Integer dateEarlier(Long days, Interval length) {
        return dateLater(days, length.negated());
    }

    /// A time of day so much later, round the clock; days and months are none of it.
    public static Long timeLater(Long time, Interval length) {
        return Math.floorMod(time + length.micros() % Micros.DAY, Micros.DAY);
    }

    public static Long timeEarlier(Long time, Interval length) {
        return Math.floorMod(time - length.micros() % Micros.DAY, Micros.DAY);
    }

    /// From one moment to another, in days and less.
    public static BigDecimal between(Long end, Long start) {
        try {
            return IntervalFunctions.code(Interval.between(start, end));
        } catch (ArithmeticException e) {
            throw Interval.outOfRange(e);
        }
    }

    /// From one time of day to another, in hours and less.
    public static BigDecimal betweenTimes(Long end, Long start) {
        return IntervalFunctions.code(new Interval(0, 0, end - start));
    }

    public static BigDecimal betweenDates(Long end, Long start) {
        return between(midnight(end), midnight(start));
    }

    /// From the midnight of a date to a moment.
    public static BigDecimal sinceDate(Long end, Long start) {
        return between(end, midnight(start));
    }

    /// From a moment to the midnight of a date.
    public static BigDecimal untilDate(Long end, Long start) {
        return between(midnight(end), start);
    }

    /// What stands for a time or an interval in a plan: its microseconds.
    public static Long micros(Long micros) {
        return micros;
    }

    public static Integer makeDate(Long year, Long month, Long day) {
        return (int) Math.floorDiv(makeTimestamp(year, month, day, 0L, 0L, 0.0), Micros.DAY);
    }

    public static Long makeTime(Long hour, Long minute, Double second) {
        return makeTimestamp(1970L, 1L, 1L, hour, minute, second);
    }

    public static Long makeTimestamp(
            Long year, Long month, Long day, Long hour, Long minute, Double second) {
        try {
            if (year == 0) {
                throw new DateTimeException("there is no year 0");
            }
            long wholeSecond = (long) Math.floor(second);
            long fraction = Math.round((second - wholeSecond) * Micros.SECOND);
            LocalDateTime moment =
                    LocalDateTime.of(
                            Math.toIntExact(year < 0 ? year + 1 : year), // -44 is 44 BC
                            Math.toIntExact(month),
                            Math.toIntExact(day),
                            Math.toIntExact(hour),
                            Math.toIntExact(minute),
                            Math.toIntExact(wholeSecond));
            return Math.addExact(Micros.of(moment), fraction);
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
                            + ValueTexts.of(second),
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
            throw ValueFailures.outOfRange("date");
        }
        return (int) days;
    }

    public static Boolean isFinite(Long moment) {
        return true;
    }

    public String toChar(Allowance allowance, Long micros, String pattern) {
        return made(allowance, pattern(pattern).format(micros));
    }

    public String dateToChar(Allowance allowance, Long days, String pattern) {
        return toChar(allowance, midnight(days), pattern);
    }

    public String toChar(Allowance allowance, BigDecimal number, String pattern) {
        return made(allowance, numberPattern(pattern).format(number));
    }

    public String toChar(Allowance allowance, Double number, String pattern) {
        return toChar(allowance, Numeric.of(number), pattern);
    }

    private static String made(Allowance allowance, String text) {
        return TextFunctions.made(allowance, "to_char", text);
    }

    public BigDecimal toNumber(String text, String pattern) {
        return numberPattern(pattern).read(text);
    }

    public Integer toDate(String text, String pattern) {
        return (int) Math.floorDiv(pattern(pattern).read(text), Micros.DAY);
    }

    public Long toTimestamp(String text, String pattern) {
        return pattern(pattern).read(text);
    }

    public Long toTimestamp(Double seconds) {
        if (Double.isNaN(seconds) || Math.abs(seconds) >= SECONDS_MAX) {
            throw timestampOutOfRange();
        }
        return Math.round(seconds * Micros.SECOND);
    }

    /// Whole years, months and days from one moment to another, and what of a day is left.
    public static BigDecimal age(Long endMicros, Long startMicros) {
        boolean negative = endMicros < startMicros;
        LocalDateTime start = Micros.local(negative ? endMicros : startMicros);
        LocalDateTime end = Micros.local(negative ? startMicros : endMicros);
        long left = Micros.of(end.toLocalTime()) - Micros.of(start.toLocalTime());
        long days = end.getDayOfMonth() - start.getDayOfMonth();
        long months =
                (end.getYear() - start.getYear()) * 12L
                        + end.getMonthValue()
                        - start.getMonthValue();
        if (left < 0) {
            left += Micros.DAY;
            days--;
        }
        if (days < 0) {
            // A month borrowed has the days of the month the time began in.
            days += start.toLocalDate().lengthOfMonth();
            months--;
        }
        Interval age = Interval.of(months, days, left);
        return IntervalFunctions.code(negative ? age.negated() : age);
    }

    public static BigDecimal ageSinceDate(Long end, Long start) {
        return age(end, midnight(start));
    }

    public static BigDecimal ageOfDate(Long end, Long start) {
        return age(midnight(end), start);
    }

    public static BigDecimal ageOfDates(Long end, Long start) {
        return age(midnight(end), midnight(start));
    }

    private static TelegraphException timestampOutOfRange() {
        return TelegraphException.of(SqlState.DATETIME_OUT_OF_RANGE, "timestamp out of range");
    }

    /// Whether two periods have a moment in common, each from its first end on and without its
    /// last, in whatever order they are given; one that is no longer than a moment has that moment.
    /// Where an end is missing it is said if the others decide it, as PostgreSQL does.
    public static Boolean overlaps(Long start, Long end, Long otherStart, Long otherEnd) {
        Long a = least(start, end);
        Long b = otherOf(start, end, a);
        Long c = least(otherStart, otherEnd);
        Long d = otherOf(otherStart, otherEnd, c);
        if (a == null || c == null) {
            return null;
        }
        if (a.equals(c)) {
            return b == null || d == null ? null : true;
        }
        Long first = a < c ? b : d;
        if (first == null) {
            return null;
        }
        if (Math.max(a, c) < first) {
            return true;
        }
        return b == null || d == null ? null : false;
    }

    private static Long least(Long x, Long y) {
        if (x == null || y == null) {
            return x == null ? y : x;
        }
        return x <= y ? x : y;
    }

    private static Long otherOf(Long x, Long y, Long least) {
        return x == null || y == null ? null : least.equals(x) ? y : x;
    }
}
