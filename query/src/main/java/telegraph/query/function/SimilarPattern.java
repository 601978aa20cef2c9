package telegraph.query.function;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// What a pattern of SIMILAR TO means.
///
/// Threads: any.
public final class SimilarPattern {
    private final StringBuilder regex = new StringBuilder("^(?:");

    /// How many brackets are open, and whether one that closes is still a character of the set: it
    /// is behind `[` and `[^`.
    private int brackets;

    private boolean first;
    private boolean negatable;
    private int separators;

    private SimilarPattern() {}

    /// The regular expression for the whole text: `%` and `_` are as in LIKE, `.`, `^` and `$`
    /// stand for themselves, and parentheses capture nothing.
    ///
    /// @param escape the character that takes the meaning of the next, or nothing; before a letter
    ///   it is a regular expression's, as in `\d`; twice before `"` it sets a middle apart, which
    ///   takes what the part before leaves
    /// @throws TelegraphException if that is more than a character
    public static String regex(String pattern, String escape) {
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw TelegraphException.of(
                    SqlState.INVALID_ESCAPE_SEQUENCE,
                    "invalid escape string: an escape is one character, or none: found=\""
                            + escape
                            + '"');
        }
        SimilarPattern read = new SimilarPattern();
        int sign = escape.isEmpty() ? -1 : escape.codePointAt(0);
        boolean escaped = false;
        for (int point : pattern.codePoints().toArray()) {
            if (escaped) {
                read.escaped(point, pattern);
                escaped = false;
            } else if (point == sign) {
                escaped = true;
            } else if (read.brackets > 0) {
                read.inBrackets(point);
            } else {
                read.plain(point);
            }
        }
        return read.regex.append(")$").toString();
    }

    private void escaped(int point, String pattern) {
        if (point == '"' && brackets == 0) {
            separators++;
            if (separators > 2) {
                throw TelegraphException.of(
                        SqlState.INVALID_USE_OF_ESCAPE,
                        "a pattern of SIMILAR TO has at most two escaped double quotes: \""
                                + pattern
                                + '"');
            }
            regex.append(separators == 1 ? "){1,1}?(" : "){1,1}(?:");
            return;
        }
        regex.append('\\').appendCodePoint(point);
        first = false;
        negatable = false;
    }

    private void inBrackets(int point) {
        regex.append(point == '\\' ? "\\" : "").appendCodePoint(point);
        if (point == ']' && !first) {
            brackets--;
            return;
        }
        if (point == '[') {
            brackets++;
        }
        first = point == '^' && negatable;
        negatable = false;
    }

    private void plain(int point) {
        switch (point) {
            case '%' -> regex.append(".*");
            case '_' -> regex.append('.');
            case '(' -> regex.append("(?:");
            case '.', '^', '$', '\\' -> regex.append('\\').appendCodePoint(point);
            default -> regex.appendCodePoint(point);
        }
        if (point == '[') {
            brackets = 1;
            first = true;
            negatable = true;
        }
    }
}
