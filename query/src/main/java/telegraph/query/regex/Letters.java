package telegraph.query.regex;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The text of an expression, read from its beginning, and what escapes in it stand for.
///
/// Threads: one.
final class Letters {
    static final int END = -1;

    /// Code points above it are none for PostgreSQL.
    private static final long POINT_MAX = 0x7FFF_FFFEL;

    private final String regex;
    private final int[] points;
    private int at;

    Letters(String regex) {
        this.regex = regex;
        this.points = regex.codePoints().toArray();
    }

    boolean atEnd() {
        return at == points.length;
    }

    int peek() {
        return peek(0);
    }

    int peek(int ahead) {
        return at + ahead < points.length ? points[at + ahead] : END;
    }

    int next() {
        return points[at++];
    }

    int place() {
        return at;
    }

    void back(int place) {
        at = place;
    }

    /// Whether a text comes next.
    boolean sees(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (peek(i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean eat(String text) {
        boolean sees = sees(text);
        if (sees) {
            at += text.length();
        }
        return sees;
    }

    boolean eat(char letter) {
        boolean sees = peek() == letter;
        if (sees) {
            at++;
        }
        return sees;
    }

    /// What an escape stands for: one of a character, a class, the others of a class, a constraint
    /// or a group.
    sealed interface Escape {
        record Plain(int point) implements Escape {}

        record Named(CharacterClass which, boolean others) implements Escape {}

        record Place(char letter) implements Escape {}

        record Back(int number) implements Escape {}
    }

    /// Reads what comes after a backslash.
    ///
    /// @param groups how many groups were opened before
    Escape escape(int groups) {
        if (atEnd()) {
            throw wrongEscape();
        }
        int c = next();
        return switch (c) {
            case 'a' -> new Escape.Plain(7);
            case 'b' -> new Escape.Plain('\b');
            case 'B' -> new Escape.Plain('\\');
            case 'e' -> new Escape.Plain(27);
            case 'f' -> new Escape.Plain('\f');
            case 'n' -> new Escape.Plain('\n');
            case 'r' -> new Escape.Plain('\r');
            case 't' -> new Escape.Plain('\t');
            case 'v' -> new Escape.Plain(11);
            case 'c' -> {
                if (atEnd()) {
                    throw wrongEscape();
                }
                yield new Escape.Plain(next() & 31);
            }
            case 'd', 'D' -> new Escape.Named(CharacterClass.DIGIT, c == 'D');
            case 's', 'S' -> new Escape.Named(CharacterClass.SPACE, c == 'S');
            case 'w', 'W' -> new Escape.Named(CharacterClass.WORD, c == 'W');
            case 'A', 'Z', 'm', 'M', 'y', 'Y' -> new Escape.Place((char) c);
            case 'u' -> new Escape.Plain(number(16, 4, 4));
            case 'U' -> new Escape.Plain(number(16, 8, 8));
            case 'x' -> new Escape.Plain(number(16, 1, 255));
            default -> {
                if (c >= '0' && c <= '9') {
                    at--;
                    yield numbered(groups);
                }
                if (isLetter(c)) {
                    throw wrongEscape();
                }
                yield new Escape.Plain(c);
            }
        };
    }

    /// A group if it has one digit or there are so many groups, else a character in octal digits.
    private Escape numbered(int groups) {
        int start = at;
        if (peek() != '0') {
            int number = number(10, 1, 255);
            if (at == start + 1 || number > 0 && number <= groups) {
                return new Escape.Back(number);
            }
            at = start;
        }
        int point = number(8, 1, 3);
        if (point > 255) {
            at--;
            point >>= 3;
        }
        return new Escape.Plain(point);
    }

    private int number(int base, int least, int most) {
        int number = 0;
        int digits = 0;
        while (digits < most && peek() < 128 && Character.digit(peek(), base) >= 0) {
            number = number * base + Character.digit(next(), base);
            digits++;
        }
        if (digits < least || Integer.toUnsignedLong(number) > POINT_MAX) {
            throw wrongEscape();
        }
        return number;
    }

    static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    TelegraphException wrongEscape() {
        return wrong("invalid escape \\ sequence");
    }

    TelegraphException wrong(String why) {
        return TelegraphException.of(
                SqlState.INVALID_REGULAR_EXPRESSION,
                "invalid regular expression: " + why + ": \"" + regex + "\"");
    }

    TelegraphException unsupported(String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported: " + what + ", in the regular expression \"" + regex + "\"");
    }
}
