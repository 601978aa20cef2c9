package telegraph.query.function;

import java.util.Arrays;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Interrupts;

/// A pattern of LIKE: `%` stands for any characters, `_` for one, and the escape makes the next one
/// plain.
///
/// Each `%` takes as little as it can, and only the last one met is ever tried with more: what
/// those before it took cannot help what comes after. So a match takes at most as many steps as
/// text and pattern multiplied, for any pattern.
///
/// Threads: any.
public final class LikePattern {
    private static final int ONE = -1;
    private static final int MANY = -2;
    private static final int PACE = 1 << 16;

    private final int[] parts;
    private final boolean anyCase;

    private LikePattern(int[] parts, boolean anyCase) {
        this.parts = parts;
        this.anyCase = anyCase;
    }

    /// @param escape one character, or none
    public static LikePattern of(String pattern, String escape, boolean anyCase) {
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw TelegraphException.of(
                    SqlState.INVALID_ESCAPE_SEQUENCE,
                    "invalid escape string: an escape is one character, or none: found=\""
                            + escape
                            + "\"");
        }
        int sign = escape.isEmpty() ? ONE : escape.codePointAt(0);
        int[] points = pattern.codePoints().toArray();
        int[] parts = new int[points.length];
        int count = 0;
        for (int i = 0; i < points.length; i++) {
            int point = points[i];
            if (point == sign) {
                if (++i == points.length) {
                    throw TelegraphException.of(
                            SqlState.INVALID_ESCAPE_SEQUENCE,
                            "LIKE pattern must not end with escape character: \"" + pattern + "\"");
                }
                parts[count++] = folded(points[i], anyCase);
            } else {
                parts[count++] = point == '%' ? MANY : point == '_' ? ONE : folded(point, anyCase);
            }
        }
        return new LikePattern(Arrays.copyOf(parts, count), anyCase);
    }

    private static int folded(int point, boolean anyCase) {
        return anyCase ? Character.toLowerCase(Character.toUpperCase(point)) : point;
    }

    /// Whether a whole text is as the pattern says.
    public boolean matches(String text) {
        int at = 0;
        int part = 0;
        int after = -1; // the part after the last %, and where in the text it was tried
        int tried = 0;
        int steps = 0;
        while (at < text.length()) {
            if (++steps % PACE == 0) {
                Interrupts.check();
            }
            int point = text.codePointAt(at);
            int wanted = part < parts.length ? parts[part] : 0;
            if (part < parts.length && wanted == MANY) {
                after = ++part;
                tried = at;
                if (after == parts.length) {
                    return true;
                }
            } else if (part < parts.length && (wanted == ONE || wanted == folded(point, anyCase))) {
                part++;
                at += Character.charCount(point);
            } else if (after >= 0) {
                part = after;
                tried += Character.charCount(text.codePointAt(tried));
                at = tried;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == MANY) {
            part++;
        }
        return part == parts.length;
    }
}
