package telegraph.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Span;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Lines;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.query.QueryWriter;
import telegraph.language.query.ValueTerms;

/// The places for values in a statement's text, `?` or `$1`, and the text with values put there.
///
/// ```
/// text     INSERT INTO t VALUES ($1, $2, $1)  -- not here: $3
/// pieces   INSERT INTO t VALUES (    ,   ,   )  -- not here: $3
/// places                         1   2   1
/// ```
///
/// A value is put there as a literal of its type, so that a statement with values in it is one like
/// any other. Strings and comments have no places, and a `?` before a constant, `$1`, `ARRAY`, NULL
/// or a parenthesis is an operator.
///
/// Threads: any; immutable.
public final class Parameters {
    private static final int PLACES_MAX = 65_535;

    private final String statement;
    private final List<String> pieces;
    private final List<Integer> places;
    private final int count;

    /// How many characters each place has.
    private final List<Integer> widths;

    private Parameters(
            String statement, List<String> pieces, List<Integer> places, List<Integer> widths) {
        this.statement = statement;
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
            return new Parameters(statement, List.of(statement), List.of(), List.of());
        }
        List<String> pieces = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        boolean numbered = false;
        int copied = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean named = isNumbered(tokens, i);
            if (!named && !(token.isSign("?") && !isOperator(tokens, i))) {
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
        return new Parameters(statement, pieces, places, widths);
    }

    /// Whether a question mark, or what it begins, is an operator, since what comes after it can
    /// only be the operand of one.
    private static boolean isOperator(List<Token> tokens, int index) {
        Token after = tokens.get(index + 1);
        if (after.start() == tokens.get(index).end() && (after.isSign("|") || after.isSign("&"))) {
            after = tokens.get(index + 2);
        }
        return switch (after.kind()) {
            case STRING, ESCAPED, UNICODE -> true;
            case SIGN -> after.isSign("$") || after.isSign("(");
            default -> after.is("array") || after.is("null");
        };
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

    /// The statement as it is written.
    public String statement() {
        return statement;
    }

    /// Which parameter each place stands for.
    public Map<Position, Integer> places() {
        Lines lines = new Lines(statement);
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
        return literal(value, "");
    }

    /// A literal of a value that is to have a type of PostgreSQL, cast to that if it is of another.
    ///
    /// @throws TelegraphException of kind INPUT if there is no such literal
    public static String literal(Object value, String type) {
        String literal = QueryWriter.written(ValueTerms.of(value, type, Span.NONE));
        // A sign in front could become one with what stands before it.
        return literal.startsWith("-") ? '(' + literal + ')' : literal;
    }
}
