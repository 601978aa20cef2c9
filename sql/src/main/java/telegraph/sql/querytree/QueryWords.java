package telegraph.sql.querytree;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Lines;
import telegraph.language.lexer.Token;

/// The words of a query, read from left to right, operators put together from their signs as
/// PostgreSQL does: as many as there are, but no sign `+` or `-` at the end of a longer operator,
/// unless one of `~ ! @ # % ^ & | ?` is in it.
///
/// Threads: one.
public final class QueryWords {
    private static final String OPERATOR_SIGNS = "+-*/<>=~!@#%^&|?";
    private static final String SPECIAL_SIGNS = "~!@#%^&|?";

    private final String text;
    private final Lines lines;
    private final List<Token> words;
    private int at;

    QueryWords(String text) {
        this.text = text;
        this.lines = new Lines(text);
        this.words = joined(Lexer.cut(text).tokens());
    }

    private static List<Token> joined(List<Token> tokens) {
        List<Token> joined = new ArrayList<>();
        int i = 0;
        while (i < tokens.size()) {
            Token token = tokens.get(i++);
            if (isOperator(token)) {
                StringBuilder signs = new StringBuilder(token.value());
                int end = token.end();
                while (isOperator(tokens.get(i)) && tokens.get(i).start() == end) {
                    signs.append(tokens.get(i).value());
                    end = tokens.get(i++).end();
                }
                split(signs.toString(), token.start(), joined);
            } else {
                joined.add(token);
            }
        }
        return joined;
    }

    private static boolean isOperator(Token token) {
        return token.kind() == Token.Kind.SIGN
                && token.value().chars().allMatch(c -> OPERATOR_SIGNS.indexOf(c) >= 0);
    }

    private static void split(String signs, int start, List<Token> joined) {
        int end = signs.length();
        boolean special = signs.chars().anyMatch(c -> SPECIAL_SIGNS.indexOf(c) >= 0);
        while (!special && end > 1 && "+-".indexOf(signs.charAt(end - 1)) >= 0) {
            end--;
        }
        joined.add(sign(signs.substring(0, end), start));
        for (int i = end; i < signs.length(); i++) {
            joined.add(sign(signs.substring(i, i + 1), start + i));
        }
    }

    private static Token sign(String signs, int start) {
        return new Token(Token.Kind.SIGN, start, start + signs.length(), signs);
    }

    Token peek() {
        return peek(0);
    }

    Token peek(int ahead) {
        int index = at + ahead;
        return words.get(Math.min(index, words.size() - 1));
    }

    Token next() {
        Token word = peek();
        if (word.kind() != Token.Kind.END) {
            at++;
        }
        return word;
    }

    int index() {
        return at;
    }

    void moveTo(int index) {
        at = index;
    }

    boolean is(String... expected) {
        for (int i = 0; i < expected.length; i++) {
            if (!peek(i).is(expected[i])) {
                return false;
            }
        }
        return true;
    }

    boolean accept(String... expected) {
        boolean found = is(expected);
        if (found) {
            at += expected.length;
        }
        return found;
    }

    boolean acceptSign(String sign) {
        boolean found = peek().isSign(sign);
        if (found) {
            at++;
        }
        return found;
    }

    void expect(String word) {
        if (!accept(word)) {
            throw unexpected(word.toUpperCase(Locale.ROOT));
        }
    }

    void expectSign(String sign) {
        if (!acceptSign(sign)) {
            throw unexpected("\"" + sign + "\"");
        }
    }

    /// A name, in lower case unless quoted.
    String name(String what) {
        if (!peek().isName()) {
            throw unexpected(what);
        }
        return folded(next());
    }

    /// Whether a name is next that is none of these words.
    boolean isNameBut(Set<String> reserved) {
        Token word = peek();
        return word.kind() == Token.Kind.QUOTED
                || word.kind() == Token.Kind.WORD
                        && !reserved.contains(word.value().toLowerCase(Locale.ROOT));
    }

    static String folded(Token name) {
        return name.kind() == Token.Kind.QUOTED
                ? name.value()
                : name.value().toLowerCase(Locale.ROOT);
    }

    void expectEnd() {
        acceptSign(";");
        if (peek().kind() != Token.Kind.END) {
            throw unexpected("the end of the query");
        }
    }

    public String place(int offset) {
        return lines.position(offset).toString();
    }

    TelegraphException unexpected(String expected) {
        Token found = peek();
        String what =
                found.kind() == Token.Kind.END
                        ? "the end of the query"
                        : "\"" + text.substring(found.start(), found.end()) + "\"";
        return TelegraphException.of(
                SqlState.SYNTAX_ERROR,
                "syntax error at "
                        + place(found.start())
                        + ": expected "
                        + expected
                        + ", found "
                        + what);
    }
}
