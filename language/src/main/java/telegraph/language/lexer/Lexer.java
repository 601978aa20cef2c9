package telegraph.language.lexer;

import java.util.ArrayList;
import java.util.List;

/// Cuts a script into tokens, as PostgreSQL does.
///
/// | form                  | token                                            |
/// |-----------------------|--------------------------------------------------|
/// | `'it''s'`             | string                                           |
/// | `E'a\n\u00e9'`        | escaped string                                   |
/// | `$$…$$`, `$tag$…$tag$`| string, nothing inside is special                |
/// | `"Name"`              | quoted name, `""` for one quote                  |
/// | `12`, `1.5e-3`, `.5`  | number, without its sign                         |
/// | `U&'d\0061t'`         | string whose escapes are left to whoever reads it |
/// | `<=`, `->>`, `~*` …    | operator: as many of its signs as there are, but no `+` or `-` at its end unless one of `~ ! @ # % ^ & |` stands before |
/// | `::`, `:=`            | sign of two characters; any other one of one     |
/// | `-- …`, `/* /* */ */` | comment, kept apart; block comments nest         |
///
/// It never fails: what has no end becomes an unfinished token, so that a shell can ask for more.
///
/// Threads: one; a lexer is used once.
public final class Lexer {
    private static final String OPERATOR_SIGNS = "+-*/<>=~!@#%^&|`";

    /// Operators with one of these may end in a plus or minus.
    private static final String SPECIAL_SIGNS = "~!@#%^&|`";

    /// A comment's place.
    public record Comment(int start, int end) {}

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private final List<Comment> comments = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    /// The tokens, with an END after the last, and the comments between them.
    public record Result(List<Token> tokens, List<Comment> comments) {}

    /// Cuts a text.
    public static Result cut(String text) {
        Lexer lexer = new Lexer(text);
        while (lexer.at < text.length()) {
            lexer.next();
        }
        lexer.tokens.add(new Token(Token.Kind.END, text.length(), text.length(), ""));
        return new Result(List.copyOf(lexer.tokens), List.copyOf(lexer.comments));
    }

    /// The first tokens of a text, so many at most, and no END.
    public static List<Token> first(String text, int most) {
        Lexer lexer = new Lexer(text);
        while (lexer.at < text.length() && lexer.tokens.size() < most) {
            lexer.next();
        }
        return lexer.tokens;
    }

    private void next() {
        char c = text.charAt(at);
        if (Character.isWhitespace(c) || c == '\uFEFF') {
            at++;
        } else if (text.startsWith("--", at)) {
            lineComment();
        } else if (text.startsWith("/*", at)) {
            blockComment();
        } else if (c == '\'') {
            string(at);
        } else if ((c == 'E' || c == 'e') && peek(1) == '\'') {
            escaped();
        } else if ((c == 'U' || c == 'u') && text.startsWith("&'", at + 1)) {
            unicode();
        } else if (c == '"') {
            quoted();
        } else if (c == '$' && dollar()) {
            return;
        } else if (isDigit(c) || c == '.' && isDigit(peek(1))) {
            number();
        } else if (isWordStart(c)) {
            int end = at + 1;
            while (end < text.length() && isWordPart(text.charAt(end))) {
                end++;
            }
            add(Token.Kind.WORD, end, text.substring(at, end));
        } else {
            sign();
        }
    }

    private void lineComment() {
        int end = at;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        comments.add(new Comment(at, end));
        at = end;
    }

    private void blockComment() {
        int depth = 0;
        int i = at;
        do {
            if (text.startsWith("/*", i)) {
                depth++;
                i += 2;
            } else if (text.startsWith("*/", i)) {
                depth--;
                i += 2;
            } else {
                i++;
            }
        } while (depth > 0 && i < text.length());
        if (depth > 0) {
            unfinished("comment");
            return;
        }
        comments.add(new Comment(at, i));
        at = i;
    }

    private void string(int quote) {
        string(quote, Token.Kind.STRING);
    }

    private void unicode() {
        string(at + 2, Token.Kind.UNICODE);
    }

    private void string(int quote, Token.Kind kind) {
        StringBuilder value = new StringBuilder();
        int end = delimited(quote, '\'', value);
        if (end < 0) {
            unfinished("string");
        } else {
            add(kind, end, value.toString());
        }
    }

    private void quoted() {
        StringBuilder value = new StringBuilder();
        int end = delimited(at, '"', value);
        if (end < 0) {
            unfinished("quoted name");
        } else {
            add(Token.Kind.QUOTED, end, value.toString());
        }
    }

    /// Reads up to the closing quote, doubled quotes standing for one; returns the end or -1.
    private int delimited(int open, char quote, StringBuilder value) {
        int i = open + 1;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c != quote) {
                value.append(c);
                i++;
            } else if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                value.append(quote);
                i += 2;
            } else {
                return i + 1;
            }
        }
        return -1;
    }

    private void escaped() {
        StringBuilder value = new StringBuilder();
        int end = Escapes.read(text, at + 2, value);
        if (end < 0) {
            unfinished("string");
        } else {
            add(Token.Kind.ESCAPED, end, value.toString());
        }
    }

    /// Reads a string between dollars, if that is what the dollar begins.
    private boolean dollar() {
        int tagEnd = at + 1;
        while (tagEnd < text.length() && isTagPart(text.charAt(tagEnd), tagEnd == at + 1)) {
            tagEnd++;
        }
        if (tagEnd >= text.length() || text.charAt(tagEnd) != '$') {
            return false;
        }
        String tag = text.substring(at, tagEnd + 1);
        int close = text.indexOf(tag, tagEnd + 1);
        if (close < 0) {
            unfinished("string");
        } else {
            add(Token.Kind.STRING, close + tag.length(), text.substring(tagEnd + 1, close));
        }
        return true;
    }

    private static boolean isTagPart(char c, boolean first) {
        return isWordStart(c) || !first && isDigit(c);
    }

    private void number() {
        int i = digits(at);
        if (i < text.length() && text.charAt(i) == '.') {
            i = digits(i + 1);
        }
        if (i < text.length() && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            int exponent = i + 1;
            if (exponent < text.length() && "+-".indexOf(text.charAt(exponent)) >= 0) {
                exponent++;
            }
            int end = digits(exponent);
            if (end > exponent) {
                i = end;
            }
        }
        add(Token.Kind.NUMBER, i, text.substring(at, i));
    }

    private int digits(int from) {
        int i = from;
        while (i < text.length() && (isDigit(text.charAt(i)) || i > from && underscored(i))) {
            i++;
        }
        return i;
    }

    private boolean underscored(int i) {
        return text.charAt(i) == '_' && i + 1 < text.length() && isDigit(text.charAt(i + 1));
    }

    private void sign() {
        int end = operatorEnd();
        if (end == at) {
            boolean two = text.startsWith("::", at) || text.startsWith(":=", at);
            end = at + (two ? 2 : Character.charCount(text.codePointAt(at)));
        }
        add(Token.Kind.SIGN, end, text.substring(at, end));
    }

    /// The end of the operator that begins here; here, if none does.
    private int operatorEnd() {
        int end = at;
        boolean special = false;
        while (end < text.length() && isOperatorSign(end)) {
            end++;
        }
        for (int i = at; i < end - 1; i++) {
            special |= SPECIAL_SIGNS.indexOf(text.charAt(i)) >= 0;
        }
        while (!special && end - at > 1 && "+-".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    private boolean isOperatorSign(int i) {
        return OPERATOR_SIGNS.indexOf(text.charAt(i)) >= 0
                && !text.startsWith("--", i)
                && !text.startsWith("/*", i);
    }

    private void unfinished(String what) {
        add(Token.Kind.UNFINISHED, text.length(), what);
    }

    private void add(Token.Kind kind, int end, String value) {
        tokens.add(new Token(kind, at, end, value));
        at = end;
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return Character.isLetter(c) || c == '_' || Character.isSurrogate(c);
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || Character.isDigit(c) || c == '$';
    }
}
