package telegraph.language.lexer;

import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The backslashes of `E'…'` strings: `\b \f \n \r \t`, octal `\101`, hexadecimal `\x41`, `\u0041`
/// and `\U00000041`; before anything else a backslash stands for what follows it.
public final class Escapes {
    private static final String LETTERS = "bfnrt";
    private static final String MEANINGS = "\b\f\n\r\t";

    private Escapes() {}

    /// Reads the characters after the opening quote into `value`; returns the offset after the
    /// closing one, or -1 if there is none.
    static int read(String text, int start, StringBuilder value) {
        int i = start;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i = escape(text, i + 1, value);
            } else if (c == '\'') {
                if (i + 1 >= text.length() || text.charAt(i + 1) != '\'') {
                    return i + 1;
                }
                value.append('\'');
                i += 2;
            } else {
                value.append(c);
                i++;
            }
        }
        return -1;
    }

    /// Fails where escapes stand for what no text has: the character 0, or half of a pair.
    public static void demandWhole(List<Token> statement, Lines lines) {
        for (Token token : statement) {
            boolean wrong =
                    token.kind() == Token.Kind.ESCAPED
                            && token.value().codePoints().anyMatch(Escapes::isNone);
            if (wrong) {
                throw TelegraphException.of(
                        token.value().indexOf('\0') >= 0
                                ? SqlState.CHARACTER_NOT_IN_REPERTOIRE
                                : SqlState.SYNTAX_ERROR,
                        "an escape stands for a character at "
                                + lines.position(token.start())
                                + ": neither for 0 nor for half of a pair");
            }
        }
    }

    private static boolean isNone(int point) {
        return point == 0 || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static int escape(String text, int at, StringBuilder value) {
        char c = text.charAt(at);
        int letter = LETTERS.indexOf(c);
        if (letter >= 0) {
            value.append(MEANINGS.charAt(letter));
            return at + 1;
        }
        return switch (c) {
            case 'x' -> code(text, at, at + 1, 16, 1, 2, value);
            case 'u' -> code(text, at, at + 1, 16, 4, 4, value);
            case 'U' -> code(text, at, at + 1, 16, 8, 8, value);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> code(text, at, at, 8, 1, 3, value);
            default -> {
                value.append(c);
                yield at + 1;
            }
        };
    }

    /// Appends the character whose code follows, or the letter itself if no code does.
    private static int code(
            String text, int at, int first, int radix, int min, int max, StringBuilder value) {
        int end = first;
        long code = 0;
        while (end < text.length()
                && end - first < max
                && Character.digit(text.charAt(end), radix) >= 0) {
            code = code * radix + Character.digit(text.charAt(end), radix);
            end++;
        }
        if (end - first < min || code > Character.MAX_CODE_POINT) {
            value.append(text.charAt(at));
            return at + 1;
        }
        value.appendCodePoint((int) code);
        return end;
    }
}
