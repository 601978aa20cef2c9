package telegraph.sql.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;

/// Reads bytes and identifiers in all the ways that PostgreSQL does.
final class Binary {
    private static final int UUID_DIGITS = 32;

    private Binary() {}

    /// Bytes as `\x` and digits, from a `byte[]`, from such a text, or from one in the escape
    /// format (`abc\000\\`).
    static String bytea(Object value, String column) {
        if (value instanceof byte[] bytes) {
            return RawValues.hexadecimal(bytes, 0, bytes.length);
        }
        String text = value.toString();
        if (!text.startsWith("\\x")) {
            byte[] bytes = unescaped(text, column);
            return RawValues.hexadecimal(bytes, 0, bytes.length);
        }
        String digits = text.chars().anyMatch(Character::isWhitespace) ? compact(text) : text;
        if (RawValues.bytes(digits) == null) {
            throw invalid("bytea", text, column);
        }
        return digits.toLowerCase(Locale.ROOT);
    }

    private static String compact(String text) {
        return text.replaceAll("\\s", "");
    }

    private static byte[] unescaped(String text, String column) {
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        byte[] to = new byte[from.length];
        int length = 0;
        for (int i = 0; i < from.length; i++) {
            if (from[i] != '\\') {
                to[length++] = from[i];
            } else if (i + 1 < from.length && from[i + 1] == '\\') {
                to[length++] = from[++i];
            } else {
                to[length++] = octal(from, i + 1, text, column);
                i += 3;
            }
        }
        return Arrays.copyOf(to, length);
    }

    private static byte octal(byte[] from, int at, String text, String column) {
        int value = 0;
        for (int i = at; i < at + 3; i++) {
            int digit = i < from.length ? Character.digit((char) from[i], 8) : -1;
            if (digit < 0) {
                throw invalid("bytea", text, column);
            }
            value = 8 * value + digit;
        }
        if (value > 255) {
            throw invalid("bytea", text, column);
        }
        return (byte) value;
    }

    /// An identifier in its usual form, from one with capitals, in braces, or with other hyphens.
    static String uuid(Object value, String column) {
        if (value instanceof UUID uuid) {
            return uuid.toString();
        }
        String text = value.toString();
        String bare =
                text.startsWith("{") && text.endsWith("}")
                        ? text.substring(1, text.length() - 1)
                        : text;
        StringBuilder digits = new StringBuilder(UUID_DIGITS);
        for (int i = 0; i < bare.length(); i++) {
            char c = bare.charAt(i);
            boolean mayStand = c == '-' && digits.length() > 0 && digits.length() % 4 == 0;
            if (!mayStand) {
                if (Hexadecimal.digit(c) < 0) {
                    throw invalid("uuid", text, column);
                }
                digits.append(c);
            }
        }
        if (digits.length() != UUID_DIGITS || bare.endsWith("-")) {
            throw invalid("uuid", text, column);
        }
        return new UUID(
                        Long.parseUnsignedLong(digits, 0, 16, 16),
                        Long.parseUnsignedLong(digits, 16, 32, 16))
                .toString();
    }

    private static TelegraphException invalid(String type, String text, String column) {
        return TelegraphException.of(
                SqlState.INVALID_TEXT_REPRESENTATION,
                "invalid value for " + type + ": column=" + column + " value=\"" + text + "\"");
    }
}
