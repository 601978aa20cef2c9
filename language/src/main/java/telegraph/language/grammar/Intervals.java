package telegraph.language.grammar;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;

/// Turns PostgreSQL's intervals (`'1 day 2 hours'`, `'90 minutes'`, `'01:30:00'`) into those of the
/// standard, which write the unit outside of the quotes.
///
/// The standard keeps years and months apart from days and seconds, since a month has no fixed
/// length, so one interval cannot have both.
final class Intervals {
    private static final Pattern PART =
            Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([A-Za-z]+)");
    private static final Pattern CLOCK =
            Pattern.compile("\\s*([+-]?)(\\d+):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d{1,9})?))?\\s*");

    private static final long DAY = 86_400;

    private static final int MICROSECONDS = 6;

    private static final Map<String, Long> MONTHS =
            Map.of("year", 12L, "month", 1L, "quarter", 3L, "decade", 120L);
    private static final Map<String, BigDecimal> SECONDS =
            Map.of(
                    "week", BigDecimal.valueOf(604_800),
                    "day", BigDecimal.valueOf(86_400),
                    "hour", BigDecimal.valueOf(3_600),
                    "minute", BigDecimal.valueOf(60),
                    "second", BigDecimal.ONE,
                    "millisecond", BigDecimal.valueOf(1, 3),
                    "microsecond", BigDecimal.valueOf(1, 6));
    private static final Map<String, String> SHORT =
            Map.ofEntries(
                    Map.entry("y", "year"),
                    Map.entry("yr", "year"),
                    Map.entry("mon", "month"),
                    Map.entry("w", "week"),
                    Map.entry("d", "day"),
                    Map.entry("h", "hour"),
                    Map.entry("hr", "hour"),
                    Map.entry("m", "minute"),
                    Map.entry("min", "minute"),
                    Map.entry("s", "second"),
                    Map.entry("ms", "millisecond"),
                    Map.entry("msec", "millisecond"),
                    Map.entry("us", "microsecond"),
                    Map.entry("usec", "microsecond"),
                    Map.entry("sec", "second"),
                    Map.entry("centurie", "century"));

    private Intervals() {}

    /// Whether a word after `INTERVAL '…'` is its unit, as the standard has it.
    static boolean isUnit(String word) {
        String unit = unit(word);
        return !SHORT.containsKey(word.toLowerCase(Locale.ROOT))
                && !unit.endsWith("isecond")
                && !unit.endsWith("osecond")
                && (MONTHS.containsKey(unit) || SECONDS.containsKey(unit));
    }

    private static String unit(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String one =
                lower.length() > 2 && lower.endsWith("s")
                        ? lower.substring(0, lower.length() - 1)
                        : lower;
        return SHORT.getOrDefault(one, one);
    }

    /// The standard's literal after the word INTERVAL.
    static String standard(String text, Position position) {
        BigDecimal months = BigDecimal.ZERO;
        BigDecimal days = BigDecimal.ZERO;
        BigDecimal seconds = BigDecimal.ZERO;
        boolean anyMonths = false;
        boolean anySeconds = false;
        int at = 0;
        Matcher part = PART.matcher(text);
        while (part.find() && part.start() == at) {
            String unit = unit(part.group(2));
            BigDecimal count = new BigDecimal(part.group(1));
            if (MONTHS.containsKey(unit)) {
                months = months.add(count.multiply(BigDecimal.valueOf(MONTHS.get(unit))));
                anyMonths = true;
            } else if (SECONDS.containsKey(unit)) {
                BigDecimal size = count.multiply(SECONDS.get(unit));
                if (size(unit) >= DAY) {
                    BigDecimal[] parts = size.divideAndRemainder(BigDecimal.valueOf(DAY));
                    days = days.add(parts[0]);
                    seconds = seconds.add(parts[1]);
                } else {
                    seconds = seconds.add(size);
                }
                anySeconds = true;
            } else {
                List<String> units =
                        List.of("year", "month", "week", "day", "hour", "minute", "second");
                throw invalid(
                        position,
                        "unknown unit \""
                                + part.group(2)
                                + "\" in an interval"
                                + Nearest.hint(unit, units));
            }
            at = part.end();
        }
        Matcher clock = CLOCK.matcher(text.substring(at));
        if (clock.matches()) {
            seconds = seconds.add(clockSeconds(clock));
            anySeconds = true;
            at = text.length();
        }
        if (!text.substring(at).isBlank() || !anyMonths && !anySeconds) {
            throw invalid(
                    position,
                    "an interval is numbers and units such as '1 day 2 hours': found '"
                            + text
                            + "'");
        }
        if (anyMonths && anySeconds) {
            throw Tokens.error(
                    position,
                    "an interval has years and months, or days and less, and not both: found '"
                            + text
                            + "'. Add two intervals");
        }
        if (anyMonths) {
            return monthsLiteral(months, text, position);
        }
        return days.signum() == 0
                ? secondsLiteral(seconds)
                : daysLiteral(days, seconds, text, position);
    }

    private static long size(String unit) {
        return SECONDS.get(unit).longValue();
    }

    /// Days, and less than one in hours, minutes and seconds.
    private static String daysLiteral(
            BigDecimal days, BigDecimal seconds, String text, Position position) {
        if (seconds.signum() == 0) {
            return literal(days, "DAY");
        }
        boolean apart =
                seconds.signum() != days.signum()
                        || seconds.abs().compareTo(BigDecimal.valueOf(DAY)) >= 0;
        if (apart) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "an interval of days has less than 24 hours of the same sign beside them: found '"
                            + text
                            + "' at "
                            + position
                            + ". Add two intervals, one after the other");
        }
        BigDecimal[] minutes =
                seconds.abs()
                        .setScale(MICROSECONDS, RoundingMode.HALF_EVEN)
                        .divideAndRemainder(BigDecimal.valueOf(60));
        int whole = minutes[0].intValueExact();
        BigDecimal second = minutes[1].stripTrailingZeros();
        String digits = days.abs().toBigInteger().toString();
        return String.format(
                Locale.ROOT,
                "%s'%s %02d:%02d:%s' DAY(%d) TO SECOND(6)",
                days.signum() < 0 ? "-" : "",
                digits,
                whole / 60,
                whole % 60,
                second.signum() == 0 ? "00" : second.toPlainString(),
                Math.max(2, digits.length()));
    }

    private static TelegraphException invalid(Position position, String rule) {
        return TelegraphException.of(
                SqlState.INVALID_DATETIME_FORMAT, "invalid interval at " + position + ": " + rule);
    }

    private static BigDecimal clockSeconds(Matcher clock) {
        BigDecimal seconds =
                new BigDecimal(clock.group(2))
                        .multiply(BigDecimal.valueOf(3600))
                        .add(new BigDecimal(clock.group(3)).multiply(BigDecimal.valueOf(60)));
        if (clock.group(4) != null) {
            seconds = seconds.add(new BigDecimal(clock.group(4)));
        }
        return clock.group(1).equals("-") ? seconds.negate() : seconds;
    }

    private static String monthsLiteral(BigDecimal months, String text, Position position) {
        if (months.stripTrailingZeros().scale() > 0) {
            throw Tokens.error(position, "an interval has whole months: found '" + text + "'");
        }
        return literal(months, "MONTH");
    }

    /// The largest unit below a day that counts whole.
    private static String secondsLiteral(BigDecimal seconds) {
        for (String unit : List.of("hour", "minute")) {
            BigDecimal[] whole = seconds.divideAndRemainder(SECONDS.get(unit));
            if (whole[1].signum() == 0 && whole[0].signum() != 0) {
                return literal(whole[0], unit.toUpperCase(Locale.ROOT));
            }
        }
        return literal(
                seconds.setScale(Math.min(seconds.scale(), MICROSECONDS), RoundingMode.HALF_EVEN),
                "SECOND");
    }

    private static String literal(BigDecimal count, String unit) {
        String digits = count.abs().stripTrailingZeros().toPlainString();
        int whole = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
        String precision = Math.max(whole, 2) + (unit.equals("SECOND") ? ", 6" : "");
        return (count.signum() < 0 ? "-" : "") + "'" + digits + "' " + unit + "(" + precision + ")";
    }
}
