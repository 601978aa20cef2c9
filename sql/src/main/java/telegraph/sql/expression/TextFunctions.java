package telegraph.sql.expression;

import java.nio.charset.StandardCharsets;
import telegraph.memory.TelegraphException;

/// PostgreSQL's functions on text that Calcite lacks or defines otherwise. Positions count
/// characters, from 1.
///
/// Public because generated code calls it.
public final class TextFunctions {
    /// The longest text a function makes.
    private static final int CHARACTERS_MAX = 1 << 26;

    private TextFunctions() {}

    private static int characters(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String cut(String text, long start, long end) {
        int from = text.offsetByCodePoints(0, (int) start);
        return text.substring(from, text.offsetByCodePoints(from, (int) (end - start)));
    }

    public static String left(String text, Long count) {
        int size = characters(text);
        long end = count < 0 ? size + count : count;
        return cut(text, 0, Math.clamp(end, 0, size));
    }

    public static String right(String text, Long count) {
        int size = characters(text);
        long start = count < 0 ? -count : size - count;
        return cut(text, Math.clamp(start, 0, size), size);
    }

    public static String substring(String text, Long from) {
        int size = characters(text);
        return cut(text, Math.clamp(from - 1, 0, size), size);
    }

    public static String substring(String text, Long from, Long count) {
        if (count < 0) {
            throw TelegraphException.input(
                    "negative substring length not allowed: length=" + count);
        }
        int size = characters(text);
        long start = Math.clamp(from - 1, 0, size);
        return cut(text, start, Math.clamp(from - 1 + count, start, size));
    }

    public static String lpad(String text, Long length) {
        return lpad(text, length, " ");
    }

    public static String lpad(String text, Long length, String fill) {
        long wanted = bounded(length);
        int size = characters(text);
        return size >= wanted ? cut(text, 0, wanted) : filling(fill, wanted - size) + text;
    }

    public static String rpad(String text, Long length) {
        return rpad(text, length, " ");
    }

    public static String rpad(String text, Long length, String fill) {
        long wanted = bounded(length);
        int size = characters(text);
        return size >= wanted ? cut(text, 0, wanted) : text + filling(fill, wanted - size);
    }

    private static long bounded(long length) {
        if (length > CHARACTERS_MAX) {
            throw TelegraphException.input(
                    "a text made by a function has at most "
                            + CHARACTERS_MAX
                            + " characters: length="
                            + length);
        }
        return Math.max(length, 0);
    }

    private static String filling(String fill, long count) {
        if (fill.isEmpty()) {
            return "";
        }
        int size = characters(fill);
        return cut(fill.repeat((int) (count / size + 1)), 0, count);
    }

    public static String repeat(String text, Long count) {
        bounded(Math.max(count, 0) * text.length());
        return text.repeat((int) Math.max(count, 0));
    }

    public static String ltrim(String text) {
        return ltrim(text, " ");
    }

    public static String ltrim(String text, String characters) {
        int start = 0;
        while (start < text.length() && characters.indexOf(text.codePointAt(start)) >= 0) {
            start += Character.charCount(text.codePointAt(start));
        }
        return text.substring(start);
    }

    public static String rtrim(String text) {
        return rtrim(text, " ");
    }

    public static String rtrim(String text, String characters) {
        int end = text.length();
        while (end > 0 && characters.indexOf(text.codePointBefore(end)) >= 0) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(0, end);
    }

    public static String btrim(String text) {
        return btrim(text, " ");
    }

    public static String btrim(String text, String characters) {
        return rtrim(ltrim(text, characters), characters);
    }

    public static String reverse(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    public static Integer bitLength(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length * 8;
    }

    /// Part `index` of the text between separators; a negative index counts from the end.
    public static String splitPart(String text, String separator, Long index) {
        if (index == 0) {
            throw TelegraphException.input("field position must not be zero");
        }
        String[] parts =
                separator.isEmpty()
                        ? new String[] {text}
                        : text.split(java.util.regex.Pattern.quote(separator), -1);
        long at = index < 0 ? parts.length + index : index - 1;
        return at < 0 || at >= parts.length ? "" : parts[(int) at];
    }

    public static String toHex(Long value) {
        return Long.toHexString(value);
    }

    public static String quoteIdent(String text) {
        return text.matches("[a-z_][a-z0-9_$]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    public static String quoteLiteral(String text) {
        String quoted = "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
        return text.indexOf('\\') < 0 ? quoted : " E" + quoted;
    }

    public static String concat(String[] parts) {
        StringBuilder result = new StringBuilder();
        for (String part : parts) {
            result.append(part == null ? "" : part);
        }
        return result.toString();
    }

    public static String concatWs(String separator, String[] parts) {
        if (separator == null) {
            return null;
        }
        StringBuilder result = new StringBuilder();
        boolean first = true;
        for (String part : parts) {
            if (part != null) {
                result.append(first ? "" : separator).append(part);
                first = false;
            }
        }
        return result.toString();
    }

    /// `%s`, `%I`, `%L` and `%%`, with an argument's number before the letter as in `%2$s`.
    public static String format(String pattern, String[] arguments) {
        if (pattern == null) {
            return null;
        }
        StringBuilder result = new StringBuilder();
        int next = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%') {
                result.append(c);
                continue;
            }
            int digits = ++i;
            while (i < pattern.length() && Character.isDigit(pattern.charAt(i))) {
                i++;
            }
            if (i > digits && i < pattern.length() && pattern.charAt(i) == '$') {
                next = Integer.parseInt(pattern.substring(digits, i)) - 1;
                i++;
            }
            char letter = i < pattern.length() ? pattern.charAt(i) : 0;
            if (letter == '%') {
                result.append('%');
                continue;
            }
            if (next < 0 || next >= arguments.length) {
                throw TelegraphException.input("too few arguments for format()");
            }
            result.append(formatted(letter, arguments[next++]));
        }
        return result.toString();
    }

    private static String formatted(char letter, String argument) {
        return switch (letter) {
            case 's' -> argument == null ? "" : argument;
            case 'L' -> argument == null ? "NULL" : quoteLiteral(argument);
            case 'I' -> {
                if (argument == null) {
                    throw TelegraphException.input(
                            "null values cannot be formatted as an SQL identifier");
                }
                yield quoteIdent(argument);
            }
            default ->
                    throw TelegraphException.input(
                            "format() knows %s, %I, %L and %%: found=%" + letter);
        };
    }
}
