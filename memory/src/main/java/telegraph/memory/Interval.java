package telegraph.memory;

import java.math.BigInteger;
import java.util.Locale;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// A length of time as PostgreSQL has it: months, days and microseconds, none of which can be
/// turned into another, since a month has no fixed number of days, nor a day, where clocks change,
/// of hours.
///
/// Two are compared by their spans, in which a month has 30 days and a day 24 hours: `1 mon` and
/// `30 days` are equal, and are shown as what they are.
///
/// In a batch one is a decimal of two words, its code, in which what decides the order comes first:
///
/// ```
/// span in microseconds   months + 2^24   days + 2^31
///       69 bits             25 bits         32 bits        code >> 57 = span
/// ```
///
/// So the least code is of the least interval, and codes of equal intervals may differ.
///
/// Threads: any; immutable.
public record Interval(int months, int days, long micros) implements Comparable<Interval> {
    public static final Interval ZERO = new Interval(0, 0, 0);
    public static final int MONTHS_OF_YEAR = 12;
    public static final int DAYS_OF_MONTH = 30;

    /// The type of its code.
    public static final Type CODE = Type.decimal(Type.DECIMAL_DIGITS_MAX, 0);

    private static final int MONTH_BITS = 25;
    private static final int DAY_BITS = 32;

    /// How many bits of a code are not of the span.
    public static final int TAIL_BITS = MONTH_BITS + DAY_BITS;

    private static final long MONTHS_END = 1L << (MONTH_BITS - 1);
    private static final long DAYS_END = 1L << (DAY_BITS - 1);
    private static final double DAY_SECONDS = 86_400;

    /// @throws TelegraphException of 22008 if it is longer than one can be
    public Interval {
        if (months <= -MONTHS_END || months >= MONTHS_END) {
            throw outOfRange(null);
        }
    }

    /// The same of numbers that need not fit.
    ///
    /// @throws TelegraphException of 22008 if they do not
    public static Interval of(long months, long days, long micros) {
        if ((int) months != months || (int) days != days) {
            throw outOfRange(null);
        }
        return new Interval((int) months, (int) days, micros);
    }

    /// What lies between two moments: days of 24 hours, and less than one.
    public static Interval between(long startMicros, long endMicros) {
        long micros = Math.subtractExact(endMicros, startMicros);
        return of(0, micros / Micros.DAY, micros % Micros.DAY);
    }

    /// The mean of so many intervals whose parts have these sums.
    ///
    /// @throws TelegraphException of 22008 if it is too long; the sum may be
    public static Interval mean(long months, long days, double micros, long count) {
        return scaled((double) months / count, (double) days / count, micros / count);
    }

    /// Too long, or too short.
    ///
    /// @param cause null if there is none
    public static TelegraphException outOfRange(Throwable cause) {
        return TelegraphException.of(
                SqlState.DATETIME_OUT_OF_RANGE,
                "interval out of range: it has less than "
                        + MONTHS_END
                        + " months, "
                        + DAYS_END
                        + " days and 2^63 microseconds",
                cause);
    }

    /// Its span in microseconds, by which it is compared.
    public BigInteger span() {
        return spanOf(months, days).add(BigInteger.valueOf(micros));
    }

    private static BigInteger spanOf(long months, long days) {
        return BigInteger.valueOf(months * DAYS_OF_MONTH + days)
                .multiply(BigInteger.valueOf(Micros.DAY));
    }

    public BigInteger code() {
        long tail = (months + MONTHS_END) << DAY_BITS | days + DAYS_END;
        return span().shiftLeft(TAIL_BITS).add(BigInteger.valueOf(tail));
    }

    public static Interval ofCode(BigInteger code) {
        return ofCode(Decimals.high(code), code.longValue());
    }

    /// The same of the two words of a code.
    public static Interval ofCode(long high, long low) {
        long months = (low >>> DAY_BITS & (1L << MONTH_BITS) - 1) - MONTHS_END;
        long days = (low & (1L << DAY_BITS) - 1) - DAYS_END;
        // Of the span its last word is enough, as what is left of it has one.
        long span = low >>> TAIL_BITS | high << Long.SIZE - TAIL_BITS;
        return of(months, days, span - (months * DAYS_OF_MONTH + days) * Micros.DAY);
    }

    @Override
    public int compareTo(Interval other) {
        return span().compareTo(other.span());
    }

    public Interval plus(Interval other) {
        try {
            return of(
                    (long) months + other.months,
                    (long) days + other.days,
                    Math.addExact(micros, other.micros));
        } catch (ArithmeticException e) {
            throw outOfRange(e);
        }
    }

    public Interval minus(Interval other) {
        try {
            return of(
                    (long) months - other.months,
                    (long) days - other.days,
                    Math.subtractExact(micros, other.micros));
        } catch (ArithmeticException e) {
            throw outOfRange(e);
        }
    }

    public Interval negated() {
        return ZERO.minus(this);
    }

    /// Parts of months become days, and parts of days hours, as PostgreSQL computes them: in
    /// doubles, and at each step to the microsecond.
    public Interval times(double factor) {
        return scaled(months * factor, days * factor, micros * factor);
    }

    /// @throws TelegraphException of 22012 if the divisor is 0
    public Interval dividedBy(double divisor) {
        if (divisor == 0) {
            throw TelegraphException.of(SqlState.DIVISION_BY_ZERO, "division by zero");
        }
        return scaled(months / divisor, days / divisor, micros / divisor);
    }

    private static Interval scaled(double months, double days, double micros) {
        if (!(Math.abs(months) < MONTHS_END && Math.abs(days) < DAYS_END)) {
            throw outOfRange(null);
        }
        int wholeMonths = (int) months;
        double daysOfMonth = rounded((months - wholeMonths) * DAYS_OF_MONTH);
        int wholeDays = (int) days;
        double seconds =
                rounded((days - wholeDays + daysOfMonth - (int) daysOfMonth) * DAY_SECONDS);
        if (Math.abs(seconds) >= DAY_SECONDS) {
            int more = (int) (seconds / DAY_SECONDS);
            wholeDays += more;
            seconds -= more * DAY_SECONDS;
        }
        double all = Math.rint(micros + seconds * Micros.SECOND);
        if (!(all >= -0x1.0p63 && all < 0x1.0p63)) {
            throw outOfRange(null);
        }
        return of(wholeMonths, wholeDays + (long) (int) daysOfMonth, (long) all);
    }

    /// The same without what of its time is less than a unit.
    ///
    /// @param unit in microseconds
    public Interval truncated(long unit) {
        return new Interval(months, days, micros - micros % unit);
    }

    private static double rounded(double number) {
        return Math.rint(number * Micros.SECOND) / Micros.SECOND;
    }

    /// Its hours as days of 24 hours.
    public Interval justifiedHours() {
        long more = micros / Micros.DAY;
        return signed(months, days + more, micros - more * Micros.DAY);
    }

    /// Its days as months of 30 days.
    public Interval justifiedDays() {
        int more = days / DAYS_OF_MONTH;
        long rest = days - more * DAYS_OF_MONTH;
        long all = months + (long) more;
        if (all > 0 && rest < 0) {
            return of(all - 1, rest + DAYS_OF_MONTH, micros);
        }
        return all < 0 && rest > 0
                ? of(all + 1, rest - DAYS_OF_MONTH, micros)
                : of(all, rest, micros);
    }

    /// Both, all parts of one sign.
    public Interval justified() {
        long more = micros / Micros.DAY;
        long allDays = days + more;
        long rest = micros - more * Micros.DAY;
        long moreMonths = allDays / DAYS_OF_MONTH;
        long allMonths = months + moreMonths;
        allDays -= moreMonths * DAYS_OF_MONTH;
        if (allMonths > 0 && (allDays < 0 || allDays == 0 && rest < 0)) {
            allDays += DAYS_OF_MONTH;
            allMonths--;
        } else if (allMonths < 0 && (allDays > 0 || allDays == 0 && rest > 0)) {
            allDays -= DAYS_OF_MONTH;
            allMonths++;
        }
        return signed(allMonths, allDays, rest);
    }

    private static Interval signed(long months, long days, long micros) {
        if (days > 0 && micros < 0) {
            return of(months, days - 1, micros + Micros.DAY);
        }
        return days < 0 && micros > 0
                ? of(months, days + 1, micros - Micros.DAY)
                : of(months, days, micros);
    }

    /// In PostgreSQL's style: a part that is positive behind one that is negative says so.
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        boolean negative = part(text, months / MONTHS_OF_YEAR, "year", false);
        negative = part(text, months % MONTHS_OF_YEAR, "mon", negative);
        negative = part(text, days, "day", negative);
        if (micros != 0 || text.isEmpty()) {
            clock(text, negative);
        }
        return text.toString();
    }

    /// Whether the last part written is negative now.
    private static boolean part(StringBuilder text, int count, String unit, boolean negative) {
        if (count == 0) {
            return negative;
        }
        text.append(text.isEmpty() ? "" : " ");
        text.append(negative && count > 0 ? "+" : "").append(count).append(' ').append(unit);
        text.append(count == 1 ? "" : "s");
        return count < 0;
    }

    private void clock(StringBuilder text, boolean negative) {
        text.append(text.isEmpty() ? "" : " ");
        text.append(micros < 0 ? "-" : negative ? "+" : "");
        // Of the least number the absolute is read as what has no sign.
        long size = Math.abs(micros);
        text.append(two(Long.divideUnsigned(size, Micros.HOUR))).append(':');
        text.append(two(Long.remainderUnsigned(Long.divideUnsigned(size, Micros.MINUTE), 60)));
        text.append(':');
        text.append(two(Long.remainderUnsigned(Long.divideUnsigned(size, Micros.SECOND), 60)));
        long fraction = Long.remainderUnsigned(size, Micros.SECOND);
        if (fraction > 0) {
            text.append(String.format(Locale.ROOT, ".%06d", fraction).replaceFirst("0+$", ""));
        }
    }

    private static String two(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
