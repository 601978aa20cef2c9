package telegraph.language.lexer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The tokens of one statement, read from left to right, and the errors of whoever reads them.
public final class Tokens {
    private final String script;
    private final Lines lines;
    private final List<Token> tokens;
    private int at;

    /// @param tokens those of the statement, an END last
    Tokens(String script, Lines lines, List<Token> tokens) {
        this.script = script;
        this.lines = lines;
        this.tokens = tokens;
    }

    public Token peek() {
        return tokens.get(at);
    }

    /// The token that far ahead, or behind if negative; beyond either end the END.
    public Token peek(int ahead) {
        int index = at + ahead;
        return index < 0 || index >= tokens.size() ? tokens.getLast() : tokens.get(index);
    }

    /// Every name and quoted name in the statement.
    public List<String> names() {
        return tokens.stream().filter(Token::isName).map(Token::value).toList();
    }

    public Token next() {
        Token token = tokens.get(at);
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    /// How many tokens were read.
    public int index() {
        return at;
    }

    public void moveTo(int index) {
        at = index;
    }

    public boolean atEnd() {
        return peek().kind() == Token.Kind.END;
    }

    /// Reads the words if they are next, all of them or none.
    public boolean accept(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!peek(i).is(words[i])) {
                return false;
            }
        }
        at += words.length;
        return true;
    }

    public boolean acceptSign(String sign) {
        if (peek().isSign(sign)) {
            at++;
            return true;
        }
        return false;
    }

    public void expect(String... words) {
        for (String word : words) {
            if (!accept(word)) {
                throw unexpected(word, List.of(word));
            }
        }
    }

    public void expectSign(String sign) {
        if (!acceptSign(sign)) {
            throw unexpected("\"" + sign + "\"", List.of());
        }
    }

    public void expectEnd(String... alternatives) {
        if (!atEnd()) {
            List<String> words = Arrays.asList(alternatives);
            String or = words.isEmpty() ? "" : String.join(", ", words) + " or ";
            throw unexpected(or + "the end of the statement", words);
        }
    }

    public String expectString(String what) {
        if (!peek().isString()) {
            throw unexpected(what + " in single quotes", List.of());
        }
        return next().value();
    }

    /// Reads a name: in lower case, unless quoted.
    public String expectName(String what) {
        Token token = expectNameToken(what);
        return token.kind() == Token.Kind.QUOTED
                ? token.value()
                : token.value().toLowerCase(Locale.ROOT);
    }

    /// Reads a name as it is written.
    public String expectNameAsWritten(String what) {
        return expectNameToken(what).value();
    }

    private Token expectNameToken(String what) {
        if (!peek().isName() || peek().value().isEmpty()) {
            throw unexpected(what, List.of());
        }
        return next();
    }

    /// `(name, name, …)`, the opening parenthesis being next.
    public List<String> expectNames(String what) {
        List<String> names = new ArrayList<>();
        expectSign("(");
        do {
            names.add(expectNameAsWritten(what));
        } while (acceptSign(","));
        expectSign(")");
        return names;
    }

    public Position position(Token token) {
        return lines.position(token.start());
    }

    public Position position() {
        return position(peek());
    }

    public Position position(int offset) {
        return lines.position(offset);
    }

    /// The script's text between two offsets.
    public String text(int start, int end) {
        return script.substring(start, end);
    }

    /// The whole statement as it is written.
    public String text() {
        return tokens.size() < 2
                ? ""
                : script.substring(tokens.getFirst().start(), tokens.get(tokens.size() - 2).end());
    }

    /// The rest of the statement as it is written, with blanks for all that stands before it.
    public String inPlace() {
        int start = peek().start();
        String before = script.substring(0, start).replaceAll("[^\\r\\n]", " ");
        return before + script.substring(start, tokens.get(tokens.size() - 2).end());
    }

    /// The error that something else was expected than what is next; a word nearly right is named.
    public TelegraphException unexpected(String expected, Collection<String> words) {
        Token found = peek();
        return unexpected(
                expected,
                found.kind() == Token.Kind.WORD ? Nearest.hint(found.value(), words) : "");
    }

    /// The same, with what to do instead.
    public TelegraphException unexpected(String expected, String instead) {
        Token found = peek();
        String what =
                switch (found.kind()) {
                    case END -> "the end of the statement";
                    case STRING, ESCAPED, UNICODE -> "'" + shortened(found.value()) + "'";
                    case WORD, QUOTED, NUMBER, SIGN, UNFINISHED -> quoted(found);
                };
        return error(position(found), "expected " + expected + ", found " + what + instead);
    }

    private String quoted(Token found) {
        return "\"" + shortened(text(found.start(), found.end())) + "\"";
    }

    private static String shortened(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= 40 ? line : line.substring(0, 37) + "...";
    }

    public static TelegraphException error(Position position, String rule) {
        return TelegraphException.of(
                SqlState.SYNTAX_ERROR, "syntax error at " + position + ": " + rule);
    }
}
