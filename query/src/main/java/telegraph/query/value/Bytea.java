package telegraph.query.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Bytes as they lie in a batch: as a text of `\x` and two digits in lower case for each byte. Such
/// texts are equal, and in order, as their bytes are.
///
/// ```
/// \x0aff     the bytes 10 and 255
/// ```
public final class Bytea {
    private static final String PREFIX = "\\x";
    private static final int BYTE_MAX = 255;

    private Bytea() {}

    /// Reads bytes in both of PostgreSQL's formats: `\x` and digits, and the escape format
    /// `abc\000\\`.
    ///
    /// @throws TelegraphException of 22023 if a digit is none or misses its other half, of 22P02 if
    ///   a backslash begins nothing
    public static String canonical(String text) {
        return text.startsWith(PREFIX) ? ofDigits(text) : ofEscaped(text);
    }

    public static String ofEscaped(String text) {
        return of(unescaped(text));
    }

    public static String of(byte[] bytes) {
        return PREFIX + HexFormat.of().formatHex(bytes);
    }

    /// @param value canonical
    public static byte[] bytes(String value) {
        return HexFormat.of().parseHex(value, PREFIX.length(), value.length());
    }

    /// How many bytes a canonical value has.
    public static int length(String value) {
        return (value.length() - PREFIX.length()) / 2;
    }

    /// The bytes of a canonical value from one place to another, which are within it.
    public static String part(String value, long from, long to) {
        return PREFIX + digits(value).substring((int) (2 * from), (int) (2 * to));
    }

    /// A canonical value without what stands before its digits.
    public static String digits(String value) {
        return value.substring(PREFIX.length());
    }

    private static String ofDigits(String text) {
        StringBuilder digits = new StringBuilder(text.length());
        for (int i = PREFIX.length(); i < text.length(); i++) {
            char c = text.charAt(i);
            if (isBlank(c) && digits.length() % 2 == 0) {
                continue;
            }
            if (!HexFormat.isHexDigit(c)) {
                throw invalidDigit(text, i);
            }
            digits.append(c);
        }
        if (digits.length() % 2 != 0) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "invalid hexadecimal data: odd number of digits: "
                            + ValueFailures.quoted(text));
        }
        return PREFIX + digits.toString().toLowerCase(Locale.ROOT);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    private static TelegraphException invalidDigit(String text, int at) {
        String digit = Character.toString(text.codePointAt(at));
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE, "invalid hexadecimal digit: \"" + digit + '"');
    }

    private static byte[] unescaped(String text) {
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        byte[] to = new byte[from.length];
        int length = 0;
        for (int i = 0; i < from.length; i++) {
            if (from[i] != '\\') {
                to[length++] = from[i];
            } else if (i + 1 < from.length && from[i + 1] == '\\') {
                to[length++] = from[++i];
            } else {
                to[length++] = octal(from, i + 1, text);
                i += 3;
            }
        }
        return Arrays.copyOf(to, length);
    }

    private static byte octal(byte[] from, int at, String text) {
        int value = 0;
        for (int i = at; i < at + 3; i++) {
            int digit = i < from.length ? Character.digit((char) from[i], 8) : -1;
            if (digit < 0) {
                throw ValueFailures.invalid("bytea", text);
            }
            value = 8 * value + digit;
        }
        if (value > BYTE_MAX) {
            throw ValueFailures.invalid("bytea", text);
        }
        return (byte) value;
    }
}
