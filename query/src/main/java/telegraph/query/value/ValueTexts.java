package telegraph.query.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Micros;

/// Values read from text and written to it, as PostgreSQL does.
public final class ValueTexts {
    public static final String NAN = "NaN";

    private static final int DIGITS_PLAIN = 15;

    /// Characters of a text that may be a number, or a moment. To read longer ones takes time that
    /// grows with the square of their length.
    private static final int NUMBER_MAX = 100_000;

    private static final int MOMENT_MAX = 1_000;
    private static final Pattern REAL =
            Pattern.compile("[+-]?(\\d++\\.?\\d*+|\\.\\d++)([eE][+-]?\\d++)?");
    private static final Pattern SPECIAL = Pattern.compile("(?i)[+-]?inf(inity)?");
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");
    private static final Pattern DATE =
            Pattern.compile("(\\d{4,6})([-/.])(\\d{1,2})\\2(\\d{1,2})|(\\d{4})(\\d{2})(\\d{2})");

    /// Of three numbers of two digits nobody knows which is the year.
    private static final Pattern SHORT_YEAR =
            Pattern.compile("\\d{1,2}([-/.])\\d{1,2}\\1\\d{1,2}\\b");

    private static final Pattern TIME =
            Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2})(\\.\\d*)?)?\\s*(?i:(am|pm))?");
    private static final Pattern ZONE =
            Pattern.compile("\\s*(?:(?i:z|utc|gmt)|([+-])(\\d{1,2})(?::?(\\d{2}))?)$");

    private static final Pattern ERA = Pattern.compile("\\s+(?i:(bc)|ad)$");

    private static final int SHORT_CHARS_MAX = 18;

    private ValueTexts() {}

    public static int toInteger(String text) {
        long value = whole("INTEGER", text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return (int) value;
    }

    public static long toBigint(String text) {
        return whole("BIGINT", text, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static long whole(String type, String text, long least, long greatest) {
        if (isShort(text)) {
            long value = Long.parseLong(text);
            if (value >= least && value <= greatest) {
                return value;
            }
        }
        String trimmed = number(type, text);
        if (!WHOLE.matcher(trimmed).matches()) {
            throw ValueFailures.invalid(type, text);
        }
        BigInteger value = new BigInteger(trimmed);
        if (value.bitLength() > 63 || value.longValue() < least || value.longValue() > greatest) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "value out of range for " + type + ": " + ValueFailures.quoted(text));
        }
        return value.longValue();
    }

    /// Whether it is nothing but digits, perhaps behind a sign, and surely a `long`.
    private static boolean isShort(String text) {
        int length = text.length();
        int first = length > 0 && text.charAt(0) == '-' ? 1 : 0;
        for (int at = first; at < length; at++) {
            if (text.charAt(at) < '0' || text.charAt(at) > '9') {
                return false;
            }
        }
        return length > first && length <= SHORT_CHARS_MAX;
    }

    /// What stands between the blanks around a number.
    private static String number(String type, String text) {
        String trimmed = text.strip();
        if (trimmed.length() > NUMBER_MAX) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT,
                    "a text that is read as a number is too long: type="
                            + type
                            + " characters="
                            + trimmed.length()
                            + " limit="
                            + NUMBER_MAX);
        }
        return trimmed;
    }

    public static double toDouble(String text) {
        String trimmed = number("DOUBLE PRECISION", text);
        if (REAL.matcher(trimmed).matches()) {
            double value = Double.parseDouble(trimmed);
            if (Double.isInfinite(value)) {
                throw TelegraphException.of(
                        SqlState.NUMBER_OUT_OF_RANGE,
                        "value out of range for DOUBLE PRECISION: " + ValueFailures.quoted(text));
            }
            return value;
        }
        return switch (trimmed.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "inf", "infinity", "+inf", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw ValueFailures.invalid("DOUBLE PRECISION", text);
        };
    }

    /// Whether a text that is read as a number says that it is none.
    public static boolean isNaN(String text) {
        return text.strip().equalsIgnoreCase(NAN);
    }

    /// @throws TelegraphException also if it is NaN, which no BigDecimal is
    public static BigDecimal toDecimal(String text) {
        String trimmed = number("DECIMAL", text);
        if (isNaN(trimmed)) {
            throw ValueFailures.noNaN("this expression");
        }
        if (SPECIAL.matcher(trimmed).matches()) {
            throw ValueFailures.noSuchNumeric(trimmed);
        }
        if (!REAL.matcher(trimmed).matches()) {
            throw ValueFailures.invalid("DECIMAL", text);
        }
        return new BigDecimal(trimmed);
    }

    public static boolean toBoolean(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (!word.isEmpty()) {
            if ("true".startsWith(word)
                    || "yes".startsWith(word)
                    || word.equals("on")
                    || word.equals("1")) {
                return true;
            }
            if ("false".startsWith(word)
                    || "no".startsWith(word)
                    || word.equals("off")
                    || word.equals("of")
                    || word.equals("0")) {
                return false;
            }
        }
        throw ValueFailures.invalid("BOOLEAN", text);
    }

    /// Days since 1970-01-01; a time of day after the date is left out.
    public static int toDate(String text) {
        Written written = written("DATE", text);
        return Math.toIntExact(written.day + written.time / Micros.DAY);
    }

    /// Microseconds since midnight.
    public static long toTime(String text) {
        long micros = time("TIME", text, ZONE.matcher(trimmed("TIME", text)).replaceFirst(""));
        if (micros >= Micros.DAY) {
            throw outOfRange("TIME", text, null);
        }
        return micros;
    }

    private static TelegraphException outOfRange(String type, String text, Exception cause) {
        return TelegraphException.of(
                SqlState.DATETIME_OUT_OF_RANGE,
                "value out of range for " + type + ": " + ValueFailures.quoted(text),
                cause);
    }

    /// Microseconds since 1970-01-01T00:00; a zone is left out.
    public static long toTimestamp(String text) {
        return moment("TIMESTAMP", text, null);
    }

    /// Microseconds since 1970-01-01T00:00Z; without a zone the time counts as UTC.
    public static long toInstant(String text) {
        return toInstant(text, ZoneOffset.UTC);
    }

    /// Microseconds since 1970-01-01T00:00Z; without a zone the time is one of `zone`.
    public static long toInstant(String text, ZoneId zone) {
        return moment("TIMESTAMP WITH TIME ZONE", text, zone);
    }

    /// What stands between the blanks around a moment.
    private static String trimmed(String type, String text) {
        String trimmed = text.strip();
        if (trimmed.length() > MOMENT_MAX) {
            throw ValueFailures.invalid(type, text);
        }
        return trimmed;
    }

    /// @param local of which zone a time without one is; null if zones are left out
    private static long moment(String type, String text, ZoneId local) {
        Written written = written(type, text);
        try {
            long time = Math.addExact(Micros.ofDay(written.day), written.time);
            if (local == null) {
                return time;
            }
            return written.zoned
                    ? Math.subtractExact(time, written.offset)
                    : local == ZoneOffset.UTC ? time : ZoneFunctions.moment(time, local);
        } catch (ArithmeticException e) {
            throw outOfRange(type, text, e);
        }
    }

    /// A date as a text has it, with the time and the zone if there are such.
    ///
    /// @param time microseconds since midnight, at most a day
    /// @param offset microseconds that clocks there are before UTC, if it has a zone
    private record Written(long day, long time, boolean zoned, long offset) {}

    private static Written written(String type, String text) {
        String rest = trimmed(type, text);
        Matcher era = ERA.matcher(rest);
        boolean before = era.find() && era.group(1) != null;
        rest = era.replaceFirst("");
        Matcher date = DATE.matcher(rest);
        if (!date.lookingAt()) {
            throw SHORT_YEAR.matcher(rest).lookingAt()
                    ? outOfRange(type, text, null)
                    : ValueFailures.invalid(type, text);
        }
        long days = day(type, text, date, before);
        rest = rest.substring(date.end());
        if (rest.isEmpty()) {
            return new Written(days, 0, false, 0);
        }
        if (rest.charAt(0) != ' ' && rest.charAt(0) != 'T' && rest.charAt(0) != 't') {
            throw ValueFailures.invalid(type, text);
        }
        rest = rest.substring(1).strip();
        Matcher zone = ZONE.matcher(rest);
        boolean given = zone.find();
        if (given) {
            rest = rest.substring(0, zone.start());
        }
        long time = rest.isEmpty() ? 0 : time(type, text, rest);
        return new Written(days, time, given, given ? offset(zone) : 0);
    }

    private static long day(String type, String text, Matcher date, boolean before) {
        boolean plain = date.group(1) == null;
        int year = Integer.parseInt(date.group(plain ? 5 : 1));
        int month = Integer.parseInt(date.group(plain ? 6 : 3));
        int day = Integer.parseInt(date.group(plain ? 7 : 4));
        if (year == 0) {
            throw outOfRange(type, text, null);
        }
        try {
            return LocalDate.of(before ? 1 - year : year, month, day).toEpochDay();
        } catch (DateTimeException e) {
            throw outOfRange(type, text, e);
        }
    }

    private static long offset(Matcher zone) {
        if (zone.group(1) == null) {
            return 0;
        }
        long minutes = Long.parseLong(zone.group(2)) * 60;
        if (zone.group(3) != null) {
            minutes += Long.parseLong(zone.group(3));
        }
        return (zone.group(1).equals("-") ? -minutes : minutes) * Micros.MINUTE;
    }

    private static long time(String type, String text, String part) {
        Matcher time = TIME.matcher(part);
        if (!time.matches()) {
            throw ValueFailures.invalid(type, text);
        }
        int hour = Integer.parseInt(time.group(1));
        int minute = Integer.parseInt(time.group(2));
        int second = time.group(3) == null ? 0 : Integer.parseInt(time.group(3));
        String half = time.group(5);
        if (half != null) {
            hour = hour % 12 + (half.equalsIgnoreCase("pm") ? 12 : 0);
        }
        if (hour > 24 || minute > 59 || second > 60 || (hour == 24 && minute + second > 0)) {
            throw outOfRange(type, text, null);
        }
        double fraction =
                time.group(4) == null || time.group(4).length() == 1
                        ? 0
                        : Double.parseDouble("0" + time.group(4));
        return ((hour * 60L + minute) * 60 + second) * Micros.SECOND
                + Math.round(fraction * Micros.SECOND);
    }

    /// The shortest digits that read back as the same value.
    public static String of(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < DIGITS_PLAIN) {
            return shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        return (value < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    public static String of(boolean value) {
        return value ? "true" : "false";
    }
}
