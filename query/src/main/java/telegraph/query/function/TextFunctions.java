package telegraph.query.function;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.Allowance;
import telegraph.query.value.GrowingText;
import telegraph.query.value.TextSearch;

/// PostgreSQL's functions on text that Calcite lacks or defines otherwise. Positions count
/// characters, from 1.
///
/// Public because generated code calls it.
public final class TextFunctions {
    /// More characters than this are told apart by what they are looked up in.
    private static final int FEW = 16;

    /// Characters that fit any limit, so that nobody counts their bytes.
    private static final int SHORT = 300;

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
        demandLength(count);
        int size = characters(text);
        long start = Math.clamp(from - 1, 0, size);
        return cut(text, start, Math.clamp(from - 1 + count, start, size));
    }

    static void demandLength(long count) {
        if (count < 0) {
            throw TelegraphException.of(
                    SqlState.SUBSTRING_ERROR,
                    "negative substring length not allowed: length=" + count);
        }
    }

    /// The text with another in the place of as many characters.
    public static String overlay(Allowance allowance, String text, String part, Long from) {
        return overlay(allowance, text, part, from, (long) characters(part));
    }

    public static String overlay(
            Allowance allowance, String text, String part, Long from, Long count) {
        String left = substring(text, 1L, from - 1);
        String right = substring(text, Math.addExact(from, count));
        return made(allowance, "overlay", left + part + right);
    }

    public static Integer length(String text) {
        return characters(text);
    }

    public static Integer octetLength(String text) {
        return (int) GrowingText.bytes(text);
    }

    public static String lpad(Allowance allowance, String text, Long length) {
        return lpad(allowance, text, length, " ");
    }

    public static String lpad(Allowance allowance, String text, Long length, String fill) {
        long missing = Math.max(length, 0) - characters(text);
        return missing <= 0
                ? cut(text, 0, Math.max(length, 0))
                : filling(allowance, "lpad", text, fill, missing) + text;
    }

    public static String rpad(Allowance allowance, String text, Long length) {
        return rpad(allowance, text, length, " ");
    }

    public static String rpad(Allowance allowance, String text, Long length, String fill) {
        long missing = Math.max(length, 0) - characters(text);
        return missing <= 0
                ? cut(text, 0, Math.max(length, 0))
                : text + filling(allowance, "rpad", text, fill, missing);
    }

    /// So many characters to stand before or behind a text.
    private static String filling(
            Allowance allowance, String function, String text, String fill, long count) {
        if (fill.isEmpty()) {
            return "";
        }
        int size = characters(fill);
        String rest = cut(fill, 0, count % size);
        long bytes = times(count / size, GrowingText.bytes(fill)) + GrowingText.bytes(rest);
        allowance.make(function, bytes + GrowingText.bytes(text));
        return fill.repeat((int) (count / size)) + rest;
    }

    /// The product, or if that is more than any text may have, something that is too.
    private static long times(long count, long bytes) {
        return bytes == 0 ? 0 : Math.min(count, Long.MAX_VALUE / 4 / bytes) * bytes;
    }

    public static String repeat(Allowance allowance, String text, Long count) {
        allowance.make("repeat", times(Math.max(count, 0), GrowingText.bytes(text)));
        return text.isEmpty() ? "" : text.repeat((int) Math.max(count, 0));
    }

    /// All texts, one behind the other.
    public static String join(Allowance allowance, String[] parts) {
        GrowingText result = new GrowingText("||", allowance);
        for (String part : parts) {
            result.append(part);
        }
        return result.toString();
    }

    /// A text that was made, with the name of what made it.
    public static String made(Allowance allowance, String function, String text) {
        if (text.length() > SHORT) {
            allowance.make(function, GrowingText.bytes(text));
        }
        return text;
    }

    public static String replace(
            Allowance allowance, String text, String wanted, String replacement) {
        if (wanted.isEmpty()) {
            return text;
        }
        GrowingText result = new GrowingText("replace", allowance);
        int end = 0;
        for (int at = TextSearch.indexOf(text, wanted, 0);
                at >= 0;
                at = TextSearch.indexOf(text, wanted, end)) {
            result.append(text, end, at).append(replacement);
            end = at + wanted.length();
        }
        return end == 0 ? text : result.append(text, end, text.length()).toString();
    }

    /// Each character that stands in `from` replaced by the one at the same place of `to`, or left
    /// out if that has none.
    public static String translate(Allowance allowance, String text, String from, String to) {
        int[] targets = to.codePoints().toArray();
        Map<Integer, Integer> places = new HashMap<>();
        int[] sources = from.codePoints().toArray();
        for (int i = 0; i < sources.length; i++) {
            places.putIfAbsent(sources[i], i);
        }
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            Integer place = places.get(point);
            if (place == null) {
                result.appendCodePoint(point);
            } else if (place < targets.length) {
                result.appendCodePoint(targets[place]);
            }
            i += Character.charCount(point);
        }
        return made(allowance, "translate", result.toString());
    }

    /// Where a text stands in another, or 0.
    public static Integer position(String wanted, String text) {
        int at = TextSearch.indexOf(text, wanted, 0);
        return at < 0 ? 0 : text.codePointCount(0, at) + 1;
    }

    public static Integer strpos(String text, String wanted) {
        return position(wanted, text);
    }

    public static String ltrim(String text) {
        return ltrim(text, " ");
    }

    public static String ltrim(String text, String characters) {
        IntPredicate goes = among(characters);
        int start = 0;
        while (start < text.length() && goes.test(text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        return text.substring(start);
    }

    public static String rtrim(String text) {
        return rtrim(text, " ");
    }

    public static String rtrim(String text, String characters) {
        IntPredicate goes = among(characters);
        int end = text.length();
        while (end > 0 && goes.test(text.codePointBefore(end))) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(0, end);
    }

    /// Whether a character is one of these, however many they are.
    private static IntPredicate among(String characters) {
        if (characters.length() <= FEW) {
            return point -> characters.indexOf(point) >= 0;
        }
        BitSet all = new BitSet();
        characters.codePoints().forEach(all::set);
        return all::get;
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
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE, "field position must not be zero");
        }
        if (separator.isEmpty()) {
            return index == 1 || index == -1 ? text : "";
        }
        long wanted = index > 0 ? index : parts(text, separator) + 1 + index;
        int start = 0;
        for (long part = 1; wanted >= 1; part++) {
            int end = TextSearch.indexOf(text, separator, start);
            if (part == wanted) {
                return text.substring(start, end < 0 ? text.length() : end);
            }
            if (end < 0) {
                break;
            }
            start = end + separator.length();
        }
        return "";
    }

    private static long parts(String text, String separator) {
        long parts = 1;
        for (int at = TextSearch.indexOf(text, separator, 0);
                at >= 0;
                at = TextSearch.indexOf(text, separator, at + separator.length())) {
            parts++;
        }
        return parts;
    }

    /// Of an integer of 32 bits.
    public static String toHexOfInteger(Long value) {
        return Integer.toHexString(value.intValue());
    }

    public static String toHex(Long value) {
        return Long.toHexString(value);
    }

    public static String quoteIdent(Allowance allowance, String text) {
        return made(allowance, "quote_ident", identifier(text));
    }

    static String identifier(String text) {
        boolean plain = text.matches("[a-z_][a-z0-9_]*") && !ReservedWords.has(text);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    public static String quoteLiteral(Allowance allowance, String text) {
        return made(allowance, "quote_literal", literal(text));
    }

    static String literal(String text) {
        String quoted = "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
        return text.indexOf('\\') < 0 ? quoted : "E" + quoted;
    }

    public static String concat(Allowance allowance, String[] parts) {
        GrowingText result = new GrowingText("concat", allowance);
        for (String part : parts) {
            result.append(part == null ? "" : part);
        }
        return result.toString();
    }

    public static String concatWs(Allowance allowance, String separator, String[] parts) {
        if (separator == null) {
            return null;
        }
        GrowingText result = new GrowingText("concat_ws", allowance);
        boolean first = true;
        for (String part : parts) {
            if (part != null) {
                result.append(first ? "" : separator).append(part);
                first = false;
            }
        }
        return result.toString();
    }

    /// See [FormatFunction].
    public static String format(Allowance allowance, String pattern, String[] arguments) {
        return pattern == null ? null : FormatFunction.of(allowance, pattern, arguments);
    }

    /// Each letter by itself, as C has it: one with no capital of one letter stays.
    public static String upper(Allowance allowance, String text) {
        return made(allowance, "upper", mapped(text, Character::toUpperCase));
    }

    public static String lower(Allowance allowance, String text) {
        return made(allowance, "lower", mapped(text, Character::toLowerCase));
    }

    /// The first letter of each word in upper case, the others in lower case; words are of letters
    /// and digits.
    public static String initcap(Allowance allowance, String text) {
        boolean[] inWord = {false};
        return made(
                allowance,
                "initcap",
                mapped(
                        text,
                        point -> {
                            int changed =
                                    inWord[0]
                                            ? Character.toLowerCase(point)
                                            : Character.toUpperCase(point);
                            inWord[0] = Character.isLetterOrDigit(point);
                            return changed;
                        }));
    }

    private static String mapped(String text, java.util.function.IntUnaryOperator change) {
        StringBuilder changed = new StringBuilder(text.length());
        text.codePoints().map(change).forEach(changed::appendCodePoint);
        return changed.toString();
    }

    public static String chr(Long point) {
        if (point == 0) {
            throw TelegraphException.of(SqlState.PROGRAM_LIMIT, "null character not permitted");
        }
        if (point < 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE, "character number must be positive");
        }
        if (point > Character.MAX_CODE_POINT
                || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
            throw TelegraphException.of(
                    SqlState.PROGRAM_LIMIT, "there is no such character: number=" + point);
        }
        return Character.toString(point.intValue());
    }
}
