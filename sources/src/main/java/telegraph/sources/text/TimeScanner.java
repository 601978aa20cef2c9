package telegraph.sources.text;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import telegraph.memory.Micros;

/// Reads dates and times from bytes; the last value read is in [#value].
///
/// Without patterns the forms are those of ISO 8601 and PostgreSQL: `2013-01-31` or `2013/1/31`,
/// `17:05`, `17:05:30.25`, a date and a time with `T` or a space between, and after it, for a point
/// in time, `Z` or an offset. Digits beyond microseconds round, half of one upwards.
///
/// Threads: one.
public final class TimeScanner {
    /// Digits after the point that are kept.
    private static final int FRACTION_DIGITS = 6;

    private final DateTimeFormatter datePattern;
    private final DateTimeFormatter timestampPattern;
    private int at;

    /// Days for a date, microseconds for the others.
    public long value;

    /// Patterns may be null for the usual forms.
    public TimeScanner(DateTimeFormatter datePattern, DateTimeFormatter timestampPattern) {
        this.datePattern = datePattern;
        this.timestampPattern = timestampPattern;
    }

    public boolean scanDate(byte[] bytes, int start, int end) {
        if (datePattern != null) {
            TemporalAccessor parsed = parse(datePattern, bytes, start, end);
            LocalDate date = parsed == null ? null : parsed.query(TemporalQueries.localDate());
            value = date == null ? 0 : date.toEpochDay();
            return date != null;
        }
        at = start;
        return date(bytes, end) && at == end;
    }

    boolean scanTime(byte[] bytes, int start, int end) {
        at = start;
        return time(bytes, end) && at == end && value < Micros.DAY;
    }

    /// A date and time without zone; a date alone is its midnight.
    boolean scanTimestamp(byte[] bytes, int start, int end) {
        if (timestampPattern != null) {
            return patterned(bytes, start, end, false);
        }
        if (datePattern != null) {
            if (scanDate(bytes, start, end)) {
                value = Micros.ofDay(value);
                return true;
            }
            return false;
        }
        at = start;
        if (!date(bytes, end)) {
            return false;
        }
        long days = value;
        if (at == end) {
            value = Micros.ofDay(days);
            return true;
        }
        if (!separator(bytes, end) || !time(bytes, end)) {
            return false;
        }
        value += Micros.ofDay(days);
        return at == end;
    }

    /// A date and time with zone.
    boolean scanInstant(byte[] bytes, int start, int end) {
        if (timestampPattern != null) {
            return patterned(bytes, start, end, true);
        }
        at = start;
        if (!date(bytes, end)) {
            return false;
        }
        long days = value;
        if (!separator(bytes, end) || !time(bytes, end)) {
            return false;
        }
        long micros = Micros.ofDay(days) + value;
        if (!offset(bytes, end) || at != end) {
            return false;
        }
        value = micros - value;
        return true;
    }

    private boolean separator(byte[] bytes, int end) {
        return at < end && (bytes[at] == 'T' || bytes[at] == ' ' || bytes[at] == 't') && ++at < end;
    }

    /// A date as most write it, ten bytes with hyphens.
    private boolean plainDate(byte[] bytes, int end) {
        if (end - at < 10 || bytes[at + 4] != '-' || bytes[at + 7] != '-') {
            return false;
        }
        int century = twoDigits(bytes, at);
        int year = twoDigits(bytes, at + 2);
        int month = twoDigits(bytes, at + 5);
        int day = twoDigits(bytes, at + 8);
        if ((century | year | month - 1 | day - 1 | 12 - month) < 0
                || day > 28 && day > lengthOfMonth(century * 100 + year, month)) {
            return false;
        }
        value = epochDay(century * 100 + year, month, day);
        at += 10;
        return true;
    }

    /// A number below 100, or a negative one if there are no digits.
    private static int twoDigits(byte[] bytes, int from) {
        int tens = bytes[from] - '0';
        int ones = bytes[from + 1] - '0';
        return (tens | ones | 9 - tens | 9 - ones) < 0 ? -1 : tens * 10 + ones;
    }

    private boolean date(byte[] bytes, int end) {
        if (plainDate(bytes, end)) {
            return true;
        }
        int year = digits(bytes, end, 4, 4);
        if (year < 0 || at >= end || (bytes[at] != '-' && bytes[at] != '/')) {
            return false;
        }
        byte separator = bytes[at++];
        int month = digits(bytes, end, 1, 2);
        if (month < 1 || month > 12 || at >= end || bytes[at++] != separator) {
            return false;
        }
        int day = digits(bytes, end, 1, 2);
        if (day < 1 || day > lengthOfMonth(year, month)) {
            return false;
        }
        value = epochDay(year, month, day);
        return true;
    }

    /// Days since 1970-01-01 in the Gregorian calendar, with years that begin in March so that the
    /// leap day comes last (Richards, *Mapping Time*, 1998).
    private static long epochDay(int year, int month, int day) {
        int from = month > 2 ? year : year - 1;
        int era = Math.floorDiv(from, 400);
        int yearOfEra = from - era * 400;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097L + dayOfEra - 719_468;
    }

    private static int lengthOfMonth(int year, int month) {
        if (month == 2) {
            boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            return leap ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    private boolean time(byte[] bytes, int end) {
        int hour = digits(bytes, end, 1, 2);
        if (hour < 0 || hour > 23 || at >= end || bytes[at++] != ':') {
            return false;
        }
        int minute = digits(bytes, end, 2, 2);
        if (minute < 0 || minute > 59) {
            return false;
        }
        int second = 0;
        long micros = 0;
        if (at < end && bytes[at] == ':') {
            at++;
            second = digits(bytes, end, 2, 2);
            if (second < 0 || second > 59) {
                return false;
            }
            if (at < end && bytes[at] == '.') {
                at++;
                int from = at;
                long unit = Micros.SECOND / 10;
                for (; at < end && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
                    micros += (bytes[at] - '0') * unit;
                    if (at - from == FRACTION_DIGITS && bytes[at] >= '5') {
                        micros++;
                    }
                    unit /= 10;
                }
                if (at == from) {
                    return false;
                }
            }
        }
        value = ((hour * 60L + minute) * 60 + second) * Micros.SECOND + micros;
        return true;
    }

    /// Reads `Z`, `UTC`, `+hh`, `+hhmm` or `+hh:mm` into [#value], in microseconds.
    private boolean offset(byte[] bytes, int end) {
        if (at < end && bytes[at] == ' ') {
            at++;
        }
        if (at >= end) {
            return false;
        }
        if (AsciiWord.equalsIgnoreCase(bytes, at, end, "z")
                || AsciiWord.equalsIgnoreCase(bytes, at, end, "utc")) {
            at = end;
            value = 0;
            return true;
        }
        byte sign = bytes[at++];
        if (sign != '+' && sign != '-') {
            return false;
        }
        int hours = digits(bytes, end, 2, 2);
        if (at < end && bytes[at] == ':') {
            at++;
        }
        int minutes = at < end ? digits(bytes, end, 2, 2) : 0;
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
            return false;
        }
        value = (hours * 60L + minutes) * (sign == '-' ? -Micros.MINUTE : Micros.MINUTE);
        return true;
    }

    /// A number of `least` to `most` digits, or -1.
    private int digits(byte[] bytes, int end, int least, int most) {
        int number = 0;
        int count = 0;
        while (at < end && count < most && bytes[at] >= '0' && bytes[at] <= '9') {
            number = number * 10 + bytes[at++] - '0';
            count++;
        }
        return count < least ? -1 : number;
    }

    private boolean patterned(byte[] bytes, int start, int end, boolean zoned) {
        TemporalAccessor parsed = parse(timestampPattern, bytes, start, end);
        if (parsed == null || parsed.isSupported(ChronoField.OFFSET_SECONDS) != zoned) {
            return false;
        }
        try {
            value = zoned ? Micros.of(Instant.from(parsed)) : Micros.of(LocalDateTime.from(parsed));
            return true;
        } catch (DateTimeException e) {
            return false; // the pattern has no time of day, so no text can match
        }
    }

    private static TemporalAccessor parse(
            DateTimeFormatter pattern, byte[] bytes, int start, int end) {
        try {
            return pattern.parse(new String(bytes, start, end - start, StandardCharsets.UTF_8));
        } catch (DateTimeException e) {
            return null; // the answer to the question asked: not a date of this form
        }
    }
}
