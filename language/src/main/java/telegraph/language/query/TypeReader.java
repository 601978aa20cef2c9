package telegraph.language.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Reads the names of types in expressions, and what is said of the fields of intervals.
///
/// ```
/// type   = [ schema "." ] name [ "(" number { "," number } ")" ] [ ARRAY | { "[" [ number ] "]" } ]
///        | INTERVAL [ fields ]
/// name   = DOUBLE PRECISION | ( CHARACTER | CHAR | BIT | NATIONAL CHARACTER ) [ VARYING ]
///        | ( TIME | TIMESTAMP ) [ "(" number ")" ] [ ( WITH | WITHOUT ) TIME ZONE ] | word
/// fields = unit [ TO unit ]
/// unit   = word [ "(" number [ "," number ] ")" ]
/// ```
///
/// Threads: one.
final class TypeReader {
    private final Tokens tokens;

    TypeReader(Tokens tokens) {
        this.tokens = tokens;
    }

    private Span from(int start) {
        return new Span(start, tokens.peek(-1).end());
    }

    /// Reads the type that is next.
    Term.TypeName read() {
        int start = tokens.peek().start();
        if (!Keywords.isName(tokens.peek())) {
            throw tokens.unexpected("a type", List.of());
        }
        List<Identifier> name = new ArrayList<>();
        do {
            Token token = tokens.peek();
            name.add(new Identifier(tokens.expectName("a type"), spanOf(token)));
        } while (tokens.acceptSign("."));
        boolean quoted = tokens.peek(-1).kind() == Token.Kind.QUOTED || name.size() > 1;
        String first = name.getLast().name();
        String written = quoted ? quoted(first) : first + more(first);
        Optional<Term.Fields> fields =
                written.equals("interval") && IntervalReader.isUnit(tokens.peek().value())
                        ? Optional.of(fields())
                        : Optional.empty();
        List<Integer> modifiers = modifiers();
        written += zone(written);
        boolean array = tokens.accept("array");
        while (tokens.peek().isSign("[") && isSize(tokens.peek(1))) {
            array = true;
            tokens.next();
            if (!tokens.acceptSign("]")) {
                tokens.next();
                tokens.expectSign("]");
            }
        }
        name.set(name.size() - 1, new Identifier(written, from(start)));
        return new Term.TypeName(name, modifiers, fields, array, from(start));
    }

    private static Span spanOf(Token token) {
        return new Span(token.start(), token.end());
    }

    private static boolean isSize(Token token) {
        return token.isSign("]") || token.kind() == Token.Kind.NUMBER;
    }

    /// PostgreSQL has a type of one byte whose name stands in quotes.
    private static String quoted(String name) {
        return name.equals("char") ? "\"char\"" : name;
    }

    /// The words that go on with a name, with a blank before each.
    private String more(String name) {
        return switch (name) {
            case "double" -> accepted("precision");
            case "character", "char", "bit" -> accepted("varying");
            case "national" -> accepted("character") + accepted("char") + accepted("varying");
            default -> "";
        };
    }

    private String accepted(String word) {
        return tokens.accept(word) ? " " + word : "";
    }

    private String zone(String name) {
        boolean moment = name.equals("time") || name.equals("timestamp");
        if (moment && tokens.accept("with", "time", "zone")) {
            return " with time zone";
        }
        if (moment) {
            tokens.accept("without", "time", "zone");
        }
        return "";
    }

    private List<Integer> modifiers() {
        List<Integer> modifiers = new ArrayList<>();
        if (tokens.acceptSign("(")) {
            do {
                modifiers.add(whole());
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
        }
        return modifiers;
    }

    private int whole() {
        boolean negative = tokens.acceptSign("-");
        Token token = tokens.peek();
        boolean fits =
                token.kind() == Token.Kind.NUMBER
                        && token.value().length() <= 9
                        && token.value().chars().allMatch(c -> c >= '0' && c <= '9');
        if (!fits) {
            throw tokens.unexpected("a whole number", List.of());
        }
        int number = Integer.parseInt(tokens.next().value());
        return negative ? -number : number;
    }

    /// Reads `DAY(3) TO SECOND(6)`.
    Term.Fields fields() {
        int start = tokens.peek().start();
        Term.Unit unit = unit();
        Optional<Term.Unit> to =
                tokens.peek().is("to") && IntervalReader.isUnit(tokens.peek(1).value())
                        ? Optional.of(last())
                        : Optional.empty();
        return new Term.Fields(unit, to, from(start));
    }

    private Term.Unit last() {
        tokens.next();
        return unit();
    }

    private Term.Unit unit() {
        String name = IntervalReader.unit(tokens.next().value());
        return new Term.Unit(name, modifiers());
    }
}
