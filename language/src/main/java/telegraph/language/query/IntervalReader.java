package telegraph.language.query;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;

/// Reads PostgreSQL's intervals (`'1 day 2 hours'`, `'90 minutes'`, `'01:30:00'`) as those of the
/// standard, which write the unit outside of the quotes: `INTERVAL '90' MINUTE`.
///
/// The standard keeps years and months apart from days and seconds, since a month has no fixed
/// length, so one interval cannot have both.
public final class IntervalReader {
    private static final Pattern PART =
            Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([A-Za-z]+)");
    private static final Pattern CLOCK =
            Pattern.compile("\\s*([+-]?)(\\d+):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d{1,9})?))?\\s*");

    private static final long DAY = 86_400;

    private static final int MICROSECONDS = 6;

    private static final Map<String, Long> MONTHS =
            Map.of("year", 12L, "month", 1L, "quarter", 3L, "decade", 120L);
    private static final Set<String> FIELDS =
            Set.of("year", "quarter", "month", "week", "day", "hour", "minute", "second");
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

    private IntervalReader() {}

    /// Whether a word after `INTERVAL '…'` is its unit, as the standard has it.
    static boolean isUnit(String word) {
        return FIELDS.contains(unit(word)) && !SHORT.containsKey(word.toLowerCase(Locale.ROOT));
    }

    /// The one unit that a word stands for, in whatever number and shortness.
    static String unit(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String one =
                lower.length() > 2 && lower.endsWith("s")
                        ? lower.substring(0, lower.length() - 1)
                        : lower;
        return SHORT.getOrDefault(one, one);
    }

    /// The standard's literal of a text.
    ///
    /// @param at where it stands, with what says that it is an interval
    /// @param position the same, for messages
    public static Term.Interval read(String text, Span at, Position position) {
        BigDecimal months = BigDecimal.ZERO;
        BigDecimal days = BigDecimal.ZERO;
        BigDecimal seconds = BigDecimal.ZERO;
        boolean anyMonths = false;
        boolean anySeconds = false;
        int read = 0;
        Matcher part = PART.matcher(text);
        while (part.find() && part.start() == read) {
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
            read = part.end();
        }
        Matcher clock = CLOCK.matcher(text.substring(read));
        if (clock.matches()) {
            seconds = seconds.add(clockSeconds(clock));
            anySeconds = true;
            read = text.length();
        }
        if (!text.substring(read).isBlank() || !anyMonths && !anySeconds) {
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
            return monthsLiteral(months, text, at, position);
        }
        return days.signum() == 0
                ? secondsLiteral(seconds, at)
                : daysLiteral(days, seconds, text, at, position);
    }

    private static long size(String unit) {
        return SECONDS.get(unit).longValue();
    }

    /// Days, and less than one in hours, minutes and seconds.
    private static Term.Interval daysLiteral(
            BigDecimal days, BigDecimal seconds, String text, Span at, Position position) {
        if (seconds.signum() == 0) {
            return literal(days, "day", at);
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
        String value =
                String.format(
                        Locale.ROOT,
                        "%s %02d:%02d:%s",
                        digits,
                        whole / 60,
                        whole % 60,
                        second.signum() == 0 ? "00" : second.toPlainString());
        return new Term.Interval(
                Term.Literal.text(value, at),
                days.signum() < 0,
                new Term.Fields(
                        new Term.Unit("day", List.of(Math.max(2, digits.length()))),
                        Optional.of(new Term.Unit("second", List.of(MICROSECONDS))),
                        at),
                at);
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

    private static Term.Interval monthsLiteral(
            BigDecimal months, String text, Span at, Position position) {
        if (months.stripTrailingZeros().scale() > 0) {
            throw Tokens.error(position, "an interval has whole months: found '" + text + "'");
        }
        return literal(months, "month", at);
    }

    /// The largest unit below a day that counts whole.
    private static Term.Interval secondsLiteral(BigDecimal seconds, Span at) {
        for (String unit : List.of("hour", "minute")) {
            BigDecimal[] whole = seconds.divideAndRemainder(SECONDS.get(unit));
            if (whole[1].signum() == 0 && whole[0].signum() != 0) {
                return literal(whole[0], unit, at);
            }
        }
        return literal(
                seconds.setScale(Math.min(seconds.scale(), MICROSECONDS), RoundingMode.HALF_EVEN),
                "second",
                at);
    }

    private static Term.Interval literal(BigDecimal count, String unit, Span at) {
        String digits = count.abs().stripTrailingZeros().toPlainString();
        int whole = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
        List<Integer> precisions =
                unit.equals("second")
                        ? List.of(Math.max(whole, 2), MICROSECONDS)
                        : List.of(Math.max(whole, 2));
        return new Term.Interval(
                Term.Literal.text(digits, at),
                count.signum() < 0,
                new Term.Fields(new Term.Unit(unit, precisions), Optional.empty(), at),
                at);
    }
}
