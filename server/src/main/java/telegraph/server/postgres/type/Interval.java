package telegraph.server.postgres.type;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Period;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A length of time as PostgreSQL keeps it: months, days and microseconds, none of which can be
/// turned into another.
record Interval(int months, int days, long micros) {
    private static final int MONTHS_OF_YEAR = 12;
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /// What PostgreSQL and [IntervalText] write.
    private static final Pattern WRITTEN =
            Pattern.compile(
                    "(?:([+-]?\\d+) years?)? ?(?:([+-]?\\d+) mons?)? ?(?:([+-]?\\d+) days?)? ?"
                            + "(?:([+-])?(\\d+):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,6}))?)?");

    /// The interval that a value of a result is; empty for a text in another form.
    static Optional<Interval> of(Object value) {
        return switch (value) {
            case Duration length -> Optional.of(of(length));
            case Period length ->
                    Optional.of(
                            new Interval(
                                    Math.toIntExact(length.toTotalMonths()), length.getDays(), 0));
            default -> parsed(value.toString());
        };
    }

    private static Interval of(Duration length) {
        long micros = length.getSeconds() * SECOND + length.getNano() / 1_000;
        return new Interval(0, Math.toIntExact(micros / DAY), micros % DAY);
    }

    private static Optional<Interval> parsed(String text) {
        Matcher parts = WRITTEN.matcher(text);
        if (text.isBlank() || !parts.matches()) {
            return Optional.empty();
        }
        try {
            long months =
                    Math.addExact(
                            Math.multiplyExact(number(parts.group(1)), (long) MONTHS_OF_YEAR),
                            number(parts.group(2)));
            return Optional.of(
                    new Interval(
                            Math.toIntExact(months),
                            Math.toIntExact(number(parts.group(3))),
                            clock(parts)));
        } catch (ArithmeticException | NumberFormatException e) {
            return Optional.empty(); // longer than PostgreSQL's intervals can be
        }
    }

    private static long number(String text) {
        return text == null ? 0 : Long.parseLong(text);
    }

    private static long clock(Matcher parts) {
        if (parts.group(5) == null) {
            return 0;
        }
        long micros =
                Math.addExact(
                        Math.multiplyExact(Long.parseLong(parts.group(5)), HOUR),
                        Long.parseLong(parts.group(6)) * MINUTE
                                + Long.parseLong(parts.group(7)) * SECOND
                                + fraction(parts.group(8)));
        return "-".equals(parts.group(4)) ? -micros : micros;
    }

    private static long fraction(String digits) {
        return digits == null
                ? 0
                : new BigDecimal("0." + digits).movePointRight(6).longValueExact();
    }

    /// A value of the JDK if that is the same, else the text: hours that make a day are no day
    /// here.
    Object value() {
        if (months == 0 && days == 0 && Math.abs(micros) < DAY) {
            return Duration.ofSeconds(micros / SECOND, micros % SECOND * 1_000);
        }
        return days == 0 && micros == 0 ? Period.ofMonths(months) : toString();
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
        long positive = Math.abs(micros);
        text.append(text.isEmpty() ? "" : " ");
        text.append(micros < 0 ? "-" : negative ? "+" : "");
        two(text, positive / HOUR).append(':');
        two(text, positive / MINUTE % 60).append(':');
        two(text, positive / SECOND % 60);
        PgMoments.fraction((int) (positive % SECOND), text);
    }

    private static StringBuilder two(StringBuilder text, long number) {
        return text.append(number < 10 ? "0" : "").append(number);
    }
}
