package telegraph.language.query;

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
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;
import telegraph.memory.Interval;
import telegraph.memory.IntervalText;
import telegraph.memory.IntervalText.Unit;
import telegraph.memory.Micros;

/// Reads the interval that a literal stands for: a text, and the fields that may stand behind it.
///
/// ```
/// INTERVAL '1 day 2 hours'                1 day 02:00:00
/// INTERVAL '90' MINUTE                    01:30:00
/// INTERVAL '1:30' MINUTE TO SECOND        00:01:30
/// INTERVAL '1 year 2 mons 3 days' YEAR    1 year: what is smaller than its fields is left out
/// ```
public final class IntervalReader {
    private static final int SECOND_DIGITS = 6;
    private static final Pattern WORD = Pattern.compile("[A-Za-z]+");
    private static final Set<String> FIELDS =
            Set.of("year", "quarter", "month", "week", "day", "hour", "minute", "second");
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
                    Map.entry("sec", "second"));

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

    /// How long one of a unit is.
    public static Interval one(Term.Unit unit) {
        return switch (unit.name()) {
            case "year" -> new Interval(Interval.MONTHS_OF_YEAR, 0, 0);
            case "quarter" -> new Interval(3, 0, 0);
            case "month" -> new Interval(1, 0, 0);
            case "week" -> new Interval(0, 7, 0);
            case "day" -> new Interval(0, 1, 0);
            case "hour" -> new Interval(0, 0, Micros.HOUR);
            case "minute" -> new Interval(0, 0, Micros.MINUTE);
            default -> new Interval(0, 0, Micros.SECOND);
        };
    }

    /// What a literal of a text stands for.
    ///
    /// @param position for messages
    /// @throws TelegraphException of 22007 if it is none, of 22008 if it is too long
    public static Interval read(Term.Interval literal, Position position) {
        String text = (String) ((Term.Literal) literal.value()).value();
        Interval read =
                literal.fields()
                        .map(fields -> within(text, fields, position))
                        .orElseGet(() -> read(text, position));
        return literal.negative() ? read.negated() : read;
    }

    /// What a text stands for.
    public static Interval read(String text, Position position) {
        return IntervalText.read(text).orElseThrow(() -> invalid(text, position));
    }

    private static Interval within(String text, Term.Fields fields, Position position) {
        Term.Unit last = fields.to().orElse(fields.from());
        if (last.name().equals("quarter")) {
            return within(
                            text,
                            new Term.Fields(
                                    new Term.Unit("month", List.of()),
                                    Optional.empty(),
                                    fields.at()),
                            position)
                    .times(3);
        }
        boolean minutes = fields.from().name().equals("minute") && fields.to().isPresent();
        Unit unit = Unit.valueOf(last.name().toUpperCase(Locale.ROOT));
        Interval whole =
                IntervalText.read(text, unit, minutes).orElseThrow(() -> invalid(text, position));
        return switch (unit) {
            case YEAR ->
                    new Interval(whole.months() - whole.months() % Interval.MONTHS_OF_YEAR, 0, 0);
            case MONTH -> new Interval(whole.months(), 0, 0);
            case HOUR -> whole.truncated(Micros.HOUR);
            case MINUTE -> whole.truncated(Micros.MINUTE);
            case SECOND -> rounded(whole, digits(fields));
            default -> new Interval(whole.months(), whole.days(), 0);
        };
    }

    /// Whether an interval of these fields is left as it is.
    public static boolean keepAll(Term.Fields fields) {
        return fields.to().orElse(fields.from()).name().equals("second")
                && digits(fields) == SECOND_DIGITS;
    }

    /// Digits of seconds after the point: PostgreSQL's `SECOND(n)` has n of them, the standard's
    /// `SECOND(m, n)` too.
    private static int digits(Term.Fields fields) {
        List<Integer> numbers = fields.to().orElse(fields.from()).precisions();
        return numbers.isEmpty() ? SECOND_DIGITS : Math.clamp(numbers.getLast(), 0, SECOND_DIGITS);
    }

    private static Interval rounded(Interval whole, int digits) {
        long unit = (long) Math.pow(10, SECOND_DIGITS - digits);
        long half = whole.micros() < 0 ? -unit / 2 : unit / 2;
        return whole.plus(new Interval(0, 0, half)).truncated(unit);
    }

    private static TelegraphException invalid(String text, Position position) {
        Matcher words = WORD.matcher(text);
        String hint = "";
        while (hint.isEmpty() && words.find()) {
            String word = words.group();
            boolean known =
                    IntervalText.unit(word).isPresent()
                            || word.equalsIgnoreCase("ago")
                            || word.matches("[PTYMWDHS]+");
            hint =
                    known
                            ? ""
                            : ": unknown unit \""
                                    + word
                                    + "\""
                                    + Nearest.hint(unit(word), List.copyOf(FIELDS));
        }
        return TelegraphException.of(
                SqlState.INVALID_DATETIME_FORMAT,
                "invalid interval at "
                        + position
                        + ": found '"
                        + text
                        + "'"
                        + (hint.isEmpty()
                                ? ", and it is numbers and units such as '1 day 2 hours', each unit"
                                        + " once"
                                : hint));
    }
}
