package telegraph.language.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Span;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Term;
import telegraph.memory.Interval;
import telegraph.memory.Micros;

/// The expressions that stand for values: null, or of a class that rows of a result have, or one
/// that is written as one of them.
///
/// | value                 | expression                                    |
/// |-----------------------|-----------------------------------------------|
/// | `-5`, `1.50`          | `(- 5)`, `1.50`                               |
/// | `1.5` as a double     | `CAST(1.5E0 AS double precision)`             |
/// | a text                | `'a'`, or `CAST('a ' AS varchar)`, so that blanks at its end count |
/// | a date, a time        | `date '2024-01-31'`                           |
/// | a moment, bytes       | `CAST('…' AS timestamptz)`                    |
/// | a length of time      | `INTERVAL '1.5' SECOND(10, 3)`                |
/// | JSON, by its type     | `CAST('[1]' AS jsonb)`                        |
/// | a list                | `ARRAY['a', 'b']`, or by its type `CAST(ARRAY['a'] AS text[])` |
///
/// Threads: any.
public final class ValueTerms {
    /// What a value that is no number becomes where one is due.
    private static final int NUMERIC_DIGITS = 38;

    private static final int NUMERIC_SCALE = 10;

    /// The names of the types that are always there.
    private static final Set<String> KNOWN =
            Arrays.stream(SqlType.Name.values())
                    .map(SqlType.Name::title)
                    .collect(Collectors.toUnmodifiableSet());

    private final Span at;

    private ValueTerms(Span at) {
        this.at = at;
    }

    /// What stands for a value.
    ///
    /// @param at where
    /// @throws TelegraphException of kind INPUT if nothing does
    public static Term of(Object value, Span at) {
        return new ValueTerms(at).term(value);
    }

    /// What stands for a value that is to have a type of PostgreSQL, cast to that if it is of
    /// another; `""` for any type.
    ///
    /// @throws TelegraphException of kind INPUT if nothing does
    public static Term of(Object value, String type, Span at) {
        ValueTerms terms = new ValueTerms(at);
        return type.isEmpty() ? terms.term(value) : terms.term(value, type);
    }

    private Term term(Object value) {
        return switch (value) {
            case null -> new Term.Literal(null, "", at);
            case Boolean flag -> new Term.Literal(flag, "", at);
            case Byte number -> whole(number);
            case Short number -> whole(number);
            case Integer number -> whole(number);
            case Long number -> whole(number);
            case Float number -> approximate(number.toString(), number.doubleValue());
            case Double number -> approximate(number.toString(), number);
            case BigInteger number -> signed(number.toString());
            case BigDecimal number -> signed(number.toPlainString());
            case LocalDate date -> cast(text(date.toString()), "date", Term.Style.PREFIX);
            case LocalTime time -> cast(text(clock(time)), "time", Term.Style.PREFIX);
            case LocalDateTime moment ->
                    cast(
                            text(moment.toLocalDate() + " " + clock(moment.toLocalTime())),
                            "timestamp",
                            Term.Style.PREFIX);
            case Instant moment -> cast(text(moment.toString().replace('T', ' ')), "timestamptz");
            case Interval length -> interval(length);
            case Duration length -> interval(new Interval(0, 0, micros(length)));
            case Period length ->
                    interval(Interval.of(length.toTotalMonths(), length.getDays(), 0));
            case byte[] bytes -> cast(text("\\x" + HexFormat.of().formatHex(bytes)), "bytea");
            case CharSequence characters -> blanks(characters.toString());
            case Character letter -> blanks(letter.toString());
            case java.util.UUID uuid -> text(uuid.toString());
            case List<?> list when list.isEmpty() -> text("{}");
            case List<?> list ->
                    new Term.ArrayOf(list.stream().map(element -> term(element)).toList(), at);
            default ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "a value of this class has no SQL type: class="
                                    + value.getClass().getName());
        };
    }

    private Term term(Object value, String type) {
        if (value instanceof List<?> && type.endsWith("[]")) {
            return cast(term(value), type(type.substring(0, type.length() - 2), List.of(), true));
        }
        if (value instanceof List<?> list) {
            return list.isEmpty()
                    ? cast(new Term.Literal(null, "", at), castName(type))
                    : term(value);
        }
        boolean isWritten =
                switch (type) {
                    case "bigint", "oid" -> value instanceof Long n && n != n.intValue();
                    case "smallint", "integer" -> value instanceof Integer;
                    case "real", "double precision" -> value instanceof Double;
                    case "numeric" -> value instanceof BigDecimal;
                    case "boolean" -> value instanceof Boolean;
                    case "bytea" -> value instanceof byte[];
                    case "date" -> value instanceof LocalDate;
                    case "time without time zone" -> value instanceof LocalTime;
                    case "timestamp without time zone" -> value instanceof LocalDateTime;
                    case "timestamp with time zone" -> value instanceof Instant;
                    case "interval" ->
                            value instanceof Interval
                                    || value instanceof Duration
                                    || value instanceof Period;
                    default -> value != null;
                };
        boolean isCast = type.equals("interval") || type.equals("json") || type.equals("jsonb");
        if (isCast && value instanceof String written) {
            return cast(text(written), type);
        }
        Term term = term(value);
        boolean known = type.startsWith("character") || KNOWN.contains(type);
        if (value == null && !known) {
            return term; // of a type of the catalog, which is that of what stands beside it
        }
        return isWritten ? term : cast(term, castName(type));
    }

    /// A type of PostgreSQL as a cast has to write it, text for one that casts do not know.
    private static String castName(String type) {
        return switch (type) {
            case "smallint",
                    "integer",
                    "bigint",
                    "real",
                    "double precision",
                    "boolean",
                    "date",
                    "numeric" ->
                    type;
            case "oid" -> "bigint";
            case "time without time zone" -> "time";
            case "timestamp without time zone" -> "timestamp";
            case "timestamp with time zone" -> "timestamptz";
            default -> "varchar";
        };
    }

    private Term.Literal text(String value) {
        return Term.Literal.text(value, at);
    }

    /// A literal is of a type whose blanks at the end do not count; those of a value do.
    private Term blanks(String value) {
        return value.endsWith(" ") ? cast(text(value), "varchar") : text(value);
    }

    private Term whole(long number) {
        if (number != Long.MIN_VALUE) {
            return signed(Long.toString(number));
        }
        return new Term.Binary("-", signed(Long.toString(number + 1)), signed("1"), at, at);
    }

    private Term signed(String number) {
        return number.startsWith("-")
                ? new Term.Unary("-", digits(number.substring(1)), at)
                : digits(number);
    }

    private Term digits(String digits) {
        boolean whole =
                digits.length() < Long.toString(Long.MAX_VALUE).length()
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        Object value = whole ? (Object) Long.valueOf(digits) : new BigDecimal(digits);
        return new Term.Literal(value, digits, at);
    }

    private Term approximate(String text, double number) {
        boolean signedZero = number == 0 && 1 / number < 0;
        if (!Double.isFinite(number) || signedZero) {
            return cast(text(text), "double precision");
        }
        return cast(signed(text.contains("E") ? text : text + "E0"), "double precision");
    }

    private static String clock(LocalTime time) {
        return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
    }

    private static long micros(Duration length) {
        try {
            return Math.addExact(
                    Math.multiplyExact(length.getSeconds(), Micros.SECOND),
                    length.getNano() / 1_000);
        } catch (ArithmeticException e) {
            throw Interval.outOfRange(e);
        }
    }

    private Term interval(Interval length) {
        return new Term.Interval(text(length.toString()), false, Optional.empty(), at);
    }

    private Term cast(Term term, String type) {
        return cast(term, type, Term.Style.CALL);
    }

    private Term cast(Term term, String type, Term.Style style) {
        List<Integer> modifiers =
                type.equals("numeric") ? List.of(NUMERIC_DIGITS, NUMERIC_SCALE) : List.of();
        return new Term.Cast(term, type(type, modifiers, false), style, at);
    }

    private Term cast(Term term, Term.TypeName type) {
        return new Term.Cast(term, type, Term.Style.CALL, at);
    }

    private Term.TypeName type(String name, List<Integer> modifiers, boolean array) {
        return new Term.TypeName(
                List.of(new Identifier(name, at)), modifiers, Optional.empty(), array, at);
    }
}
