package telegraph.jdbc.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Locale;
import telegraph.jdbc.JdbcFailures;
import telegraph.sql.CellText;

/// Values of results as the classes of Java that a caller asks for. None of them is null.
///
/// Threads: any.
public final class JdbcConversions {
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private JdbcConversions() {}

    public static String text(Object value) {
        return CellText.of(value);
    }

    /// A whole number between bounds; digits after the point are dropped, as JDBC drivers do.
    public static long whole(Object value, long low, long high) throws SQLException {
        return within(whole(value), low, high);
    }

    public static long within(long number, long low, long high) throws SQLException {
        if (number < low || number > high) {
            throw JdbcFailures.range(
                    "a number must fit what it is read as: value="
                            + number
                            + " least="
                            + low
                            + " greatest="
                            + high);
        }
        return number;
    }

    private static long whole(Object value) throws SQLException {
        return switch (value) {
            case Integer number -> number;
            case Long number -> number;
            case Boolean flag -> flag ? 1 : 0;
            default -> {
                BigDecimal number = decimal(value).setScale(0, RoundingMode.DOWN);
                if (number.compareTo(LONG_MIN) < 0 || number.compareTo(LONG_MAX) > 0) {
                    throw JdbcFailures.range(
                            "a number must fit what it is read as: value=" + text(value));
                }
                yield number.longValue();
            }
        };
    }

    public static double real(Object value) throws SQLException {
        return switch (value) {
            case Number number -> number.doubleValue();
            case Boolean flag -> flag ? 1 : 0;
            case String text -> {
                try {
                    yield Double.parseDouble(text.strip());
                } catch (NumberFormatException e) {
                    throw wrong(value, "a number");
                }
            }
            default -> throw wrong(value, "a number");
        };
    }

    public static BigDecimal decimal(Object value) throws SQLException {
        try {
            return switch (value) {
                case BigDecimal number -> number;
                case Integer number -> BigDecimal.valueOf(number);
                case Long number -> BigDecimal.valueOf(number);
                case Float number -> new BigDecimal(number.toString());
                case Double number -> {
                    if (!Double.isFinite(number)) {
                        throw wrong(value, "a BigDecimal, which is finite. Use getDouble");
                    }
                    yield BigDecimal.valueOf(number);
                }
                case Boolean flag -> flag ? BigDecimal.ONE : BigDecimal.ZERO;
                case String text -> new BigDecimal(text.strip());
                default -> throw wrong(value, "a number");
            };
        } catch (NumberFormatException e) {
            throw wrong(value, "a number");
        }
    }

    static BigInteger integer(Object value) throws SQLException {
        return decimal(value).toBigInteger();
    }

    public static boolean flag(Object value) throws SQLException {
        return switch (value) {
            case Boolean flag -> flag;
            case String text ->
                    switch (text.strip().toLowerCase(Locale.ROOT)) {
                        case "t", "true", "y", "yes", "on", "1" -> true;
                        case "f", "false", "n", "no", "off", "0" -> false;
                        default -> throw wrong(value, "a boolean");
                    };
            case Number number when !Double.isNaN(number.doubleValue()) ->
                    number.doubleValue() != 0;
            default -> throw wrong(value, "a boolean");
        };
    }

    /// The bytes of a bytea, which is written `\x` and hexadecimal digits, or of a text in UTF-8.
    public static byte[] bytes(Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (!(value instanceof String text)) {
            throw wrong(value, "bytes");
        }
        if (!text.startsWith("\\x")) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return HexFormat.of().parseHex(text, 2, text.length());
        } catch (IllegalArgumentException e) {
            throw wrong(value, "bytes");
        }
    }

    public static SQLException wrong(Object value, String what) {
        String text = text(value);
        return JdbcFailures.cast(
                "a value cannot be read as "
                        + what
                        + ": value="
                        + (text.length() <= 40 ? text : text.substring(0, 37) + "..."));
    }
}
