package telegraph.language;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Lines;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;

/// The places for values in a statement's text, `?` or `$1`, and the text with values put there.
///
/// ```
/// text     INSERT INTO t VALUES ($1, $2, $1)  -- not here: $3
/// pieces   INSERT INTO t VALUES (    ,   ,   )  -- not here: $3
/// places                         1   2   1
/// ```
///
/// A value is put there as a literal of its type, so that a statement with values in it is one like
/// any other. Strings and comments have no places.
///
/// Threads: any; immutable.
public final class Parameters {
    private static final int PLACES_MAX = 65_535;

    private final List<String> pieces;
    private final List<Integer> places;
    private final int count;

    /// How many characters each place has.
    private final List<Integer> widths;

    private Parameters(List<String> pieces, List<Integer> places, List<Integer> widths) {
        this.pieces = List.copyOf(pieces);
        this.widths = List.copyOf(widths);
        this.places = List.copyOf(places);
        this.count = places.stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /// Finds the places in a statement. Those of what PREPARE names are none of it: EXECUTE has
    /// their values.
    ///
    /// @throws TelegraphException of kind INPUT if it has both forms, or too many
    public static Parameters of(String statement) {
        List<Token> tokens = Lexer.cut(statement).tokens();
        if (tokens.getFirst().is("PREPARE")) {
            return new Parameters(List.of(statement), List.of(), List.of());
        }
        List<String> pieces = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        boolean numbered = false;
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean named = isNumbered(tokens, i);
            if (!named && !token.isSign("?")) {
                continue;
            }
            if (!places.isEmpty() && named != numbered) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_PARAMETER,
                        "parameters are all ? or all numbered as $1, not both");
            }
            numbered = named;
            pieces.add(statement.substring(copied, token.start()));
            places.add(named ? number(tokens.get(i + 1)) : places.size() + 1);
            copied = named ? tokens.get(i + 1).end() : token.end();
            widths.add(copied - token.start());
        }
        if (places.size() > PLACES_MAX) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER,
                    "a statement has at most " + PLACES_MAX + " parameters: " + places.size());
        }
        pieces.add(statement.substring(copied));
        return new Parameters(pieces, places, widths);
    }

    private static boolean isNumbered(List<Token> tokens, int index) {
        Token sign = tokens.get(index);
        return sign.isSign("$")
                && tokens.get(index + 1).kind() == Token.Kind.NUMBER
                && tokens.get(index + 1).start() == sign.end();
    }

    private static int number(Token token) {
        if (!token.value().matches("[1-9][0-9]{0,4}")
                || Integer.parseInt(token.value()) > PLACES_MAX) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER,
                    "parameters are numbered from $1 to $" + PLACES_MAX + ": $" + token.value());
        }
        return Integer.parseInt(token.value());
    }

    /// How many values it needs.
    public int count() {
        return count;
    }

    /// The statement with a `?` in each place and all else where it was.
    public String marked() {
        StringBuilder text = new StringBuilder(pieces.getFirst());
        for (int i = 0; i < places.size(); i++) {
            text.append('?').append(" ".repeat(widths.get(i) - 1)).append(pieces.get(i + 1));
        }
        return text.toString();
    }

    /// Which parameter each place stands for.
    public Map<Position, Integer> places() {
        Lines lines = new Lines(marked());
        Map<Position, Integer> all = new HashMap<>();
        int at = pieces.getFirst().length();
        for (int i = 0; i < places.size(); i++) {
            all.put(lines.position(at), places.get(i));
            at += widths.get(i) + pieces.get(i + 1).length();
        }
        return all;
    }

    /// The statement with literals put in.
    ///
    /// @param literals one for each parameter
    /// @throws TelegraphException of kind INPUT if there are more or fewer
    public String fill(List<String> literals) {
        if (literals.size() != count) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER,
                    "each parameter needs one value: parameters="
                            + count
                            + " values="
                            + literals.size());
        }
        StringBuilder text = new StringBuilder(pieces.getFirst());
        for (int i = 0; i < places.size(); i++) {
            text.append(literals.get(places.get(i) - 1)).append(pieces.get(i + 1));
        }
        return text.toString();
    }

    /// A literal of a value, which stands for it wherever an expression may: null, or of a class
    /// that rows of a result have, or one that is written as one of them.
    ///
    /// @throws TelegraphException of kind INPUT if there is no such literal
    public static String literal(Object value) {
        return switch (value) {
            case null -> "NULL";
            case Boolean flag -> flag ? "TRUE" : "FALSE";
            case Byte number -> whole(number);
            case Short number -> whole(number);
            case Integer number -> whole(number);
            case Long number -> whole(number);
            case Float number -> approximate(number.toString(), number.doubleValue());
            case Double number -> approximate(number.toString(), number);
            case BigInteger number -> signed(number.toString());
            case BigDecimal number -> signed(number.toPlainString());
            case LocalDate date -> "DATE '" + date + "'";
            case LocalTime time -> "TIME '" + time(time) + "'";
            case LocalDateTime at ->
                    "TIMESTAMP '" + at.toLocalDate() + " " + time(at.toLocalTime()) + "'";
            case Instant at -> "CAST('" + at.toString().replace('T', ' ') + "' AS timestamptz)";
            case Duration length -> "INTERVAL '" + seconds(length) + "' SECOND(10, 3)";
            case Period length -> "INTERVAL '" + length.toTotalMonths() + "' MONTH(9)";
            case byte[] bytes -> "CAST('\\x" + HexFormat.of().formatHex(bytes) + "' AS bytea)";
            case CharSequence text -> quoted(text.toString());
            case Character letter -> quoted(letter.toString());
            case java.util.UUID uuid -> quoted(uuid.toString());
            case List<?> list when list.isEmpty() -> "'{}'";
            case List<?> list ->
                    list.stream().map(Parameters::literal).collect(joining(", ", "ARRAY[", "]"));
            default ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "a value of this class has no SQL type: class="
                                    + value.getClass().getName());
        };
    }

    /// A literal of a value that is to have a type of PostgreSQL, cast to that if it is of another.
    ///
    /// @throws TelegraphException of kind INPUT if there is no such literal
    public static String literal(Object value, String type) {
        String literal = literal(value);
        if (value instanceof List<?> list) {
            return list.isEmpty() ? "CAST(NULL AS " + castName(type) + ")" : literal;
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
                    default -> value != null;
                };
        if (type.equals("interval") && value instanceof String) {
            return "INTERVAL " + literal;
        }
        return isWritten ? literal : "CAST(" + literal + " AS " + castName(type) + ")";
    }

    /// A type of PostgreSQL as a cast has to write it, text for one that casts do not know.
    private static String castName(String type) {
        return switch (type) {
            case "smallint", "integer", "bigint", "real", "double precision", "boolean", "date" ->
                    type;
            case "oid" -> "bigint";
            case "numeric" -> "numeric(38, 10)";
            case "time without time zone" -> "time";
            case "timestamp without time zone" -> "timestamp";
            case "timestamp with time zone" -> "timestamptz";
            default -> "varchar";
        };
    }

    /// A literal is of a type whose blanks at the end do not count; those of a value do.
    private static String quoted(String text) {
        String literal = '\'' + text.replace("'", "''") + '\'';
        return text.endsWith(" ") ? "CAST(" + literal + " AS VARCHAR)" : literal;
    }

    private static String whole(long number) {
        return number == Long.MIN_VALUE
                ? "(-9223372036854775807 - 1)"
                : signed(Long.toString(number));
    }

    /// A sign in front could become one with what stands before it.
    private static String signed(String number) {
        return number.startsWith("-") ? '(' + number + ')' : number;
    }

    private static String approximate(String text, double number) {
        boolean signedZero = number == 0 && 1 / number < 0;
        if (!Double.isFinite(number) || signedZero) {
            return "CAST('" + text + "' AS DOUBLE PRECISION)";
        }
        return "CAST(" + (text.contains("E") ? text : text + "E0") + " AS DOUBLE PRECISION)";
    }

    private static String time(LocalTime time) {
        return java.time.format.DateTimeFormatter.ISO_LOCAL_TIME.format(time);
    }

    private static String seconds(Duration length) {
        return BigDecimal.valueOf(length.getSeconds())
                .add(BigDecimal.valueOf(length.getNano() / 1_000, 6))
                .toPlainString();
    }
}
