package telegraph.language.query;

import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// Reads `U&'d\0061t\+000061'`, and UESCAPE after it.
final class UnicodeTexts {
    private static final int HEXADECIMAL = 16;

    private UnicodeTexts() {}

    static String read(Tokens tokens) {
        String written = tokens.next().value();
        if (!tokens.accept("uescape")) {
            return unescaped(written, '\\');
        }
        Token escape = tokens.peek();
        if (!escape.isString() || escape.value().length() != 1) {
            throw tokens.unexpected("one character in single quotes", List.of());
        }
        return unescaped(written, tokens.next().value().charAt(0));
    }

    private static String unescaped(String text, char escape) {
        StringBuilder to = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != escape) {
                to.append(c);
                at++;
            } else if (at + 1 < text.length() && text.charAt(at + 1) == escape) {
                to.append(c);
                at += 2;
            } else {
                boolean isLong = text.startsWith("+", at + 1);
                int begin = at + (isLong ? 2 : 1);
                at = begin + (isLong ? 6 : 4);
                to.appendCodePoint(point(text, begin, at));
            }
        }
        if (to.chars().anyMatch(c -> c == 0) || !isWhole(to)) {
            throw wrong("invalid Unicode escape value", text);
        }
        return to.toString();
    }

    private static int point(String text, int begin, int end) {
        int point = 0;
        for (int i = begin; i < end; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), HEXADECIMAL) : -1;
            if (digit < 0) {
                throw wrong("invalid Unicode escape", text);
            }
            point = point * HEXADECIMAL + digit;
        }
        if (point > Character.MAX_CODE_POINT) {
            throw wrong("invalid Unicode escape value", text);
        }
        return point;
    }

    /// Whether no half of a pair stands alone.
    private static boolean isWhole(CharSequence text) {
        return text.codePoints()
                .noneMatch(point ->
                        point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    private static TelegraphException wrong(String why, String text) {
        return TelegraphException.of(SqlState.SYNTAX_ERROR, why + ": \"" + text + "\"");
    }
}
