package telegraph.tables.row;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import telegraph.language.ast.SqlType;
import telegraph.memory.Decimals;
import telegraph.memory.Micros;
import telegraph.store.Bytes;

/// Values between the classes of `Batch.valueAt` and the numbers and bytes that lie in rows.
///
/// Beside the text that queries see, bytes may come as `byte[]` and identifiers as [UUID].
final class RawValues {
    private RawValues() {}

    /// Whether a value is one of a type that lies as a whole number, exactly.
    static boolean isWhole(Object value, SqlType type) {
        return switch (type.name()) {
            case NUMERIC -> decimal(value, type) != null;
            case ENUM -> type.enumeration().find(value.toString()).isPresent();
            case SMALLINT, INTEGER, BIGINT -> isWholeNumber(value);
            case TIME, TIMESTAMP, TIMESTAMPTZ ->
                    !type.isInMillis() || whole(value) % Micros.MILLISECOND == 0;
            default -> true;
        };
    }

    private static boolean isWholeNumber(Object value) {
        return switch (value) {
            case BigDecimal d -> isLong(d);
            case Double d -> d == Math.rint(d) && d >= -0x1p63 && d < 0x1p63;
            default -> true;
        };
    }

    private static boolean isLong(BigDecimal value) {
        try {
            value.longValueExact();
            return true;
        } catch (ArithmeticException e) {
            return false; // has a fraction, or is too large: no other question is asked
        }
    }

    /// The number as which a value lies, of types that lie as whole numbers.
    static long whole(Object value, SqlType type) {
        if (type.name() == SqlType.Name.ENUM) {
            return type.enumeration().code(value.toString());
        }
        if (value instanceof Number n && type.name() == SqlType.Name.NUMERIC) {
            return decimal(n, type).unscaledValue().longValue();
        }
        long whole = whole(value);
        return type.isInMillis() ? Math.floorDiv(whole, Micros.MILLISECOND) : whole;
    }

    /// The number that stands for a value in a batch, of types that have whole numbers and are no
    /// decimals.
    static long whole(Object value) {
        return switch (value) {
            case LocalDate d -> d.toEpochDay();
            case LocalTime t -> Micros.of(t);
            case LocalDateTime t -> Micros.of(t);
            case Instant t -> Micros.of(t);
            case Number n -> n.longValue();
            default ->
                    throw new IllegalStateException(
                            "a row has values of its columns' types: value=" + value);
        };
    }

    /// The value of a type from the number as which it lies.
    static Object object(long lies, SqlType type) {
        if (type.name() == SqlType.Name.ENUM) {
            return type.enumeration().label(lies).text();
        }
        long whole = type.isInMillis() ? Micros.ofMillis(lies) : lies;
        return switch (type.physical().kind()) {
            case INTEGER -> (int) whole;
            case BIGINT -> whole;
            case DATE -> LocalDate.ofEpochDay(whole);
            case TIME -> Micros.time(whole);
            case TIMESTAMP -> Micros.local(whole);
            case INSTANT -> Micros.instant(whole);
            case DECIMAL -> BigDecimal.valueOf(whole, type.physical().scale());
            case BOOLEAN, DOUBLE, TEXT ->
                    throw new IllegalStateException("no whole number: type=" + type);
        };
    }

    /// Whether a value is NaN and one of a numeric type.
    static boolean isNaN(Object value, SqlType type) {
        return Decimals.isNaN(value) && !type.physical().isShortDecimal();
    }

    /// The value of a numeric type that lies in two words.
    static Object wide(long high, long low, SqlType type) {
        return Decimals.isNaN(high, low)
                ? (Object) Double.NaN
                : new BigDecimal(Decimals.unscaled(high, low), type.physical().scale());
    }

    /// A number at the scale of a numeric type, or null if it has more digits than that.
    static BigDecimal decimal(Object value, SqlType type) {
        if (value instanceof Double d && (d.isNaN() || d.isInfinite())) {
            return null;
        }
        BigDecimal decimal = value instanceof BigDecimal d ? d : new BigDecimal(value.toString());
        try {
            BigDecimal scaled = decimal.setScale(type.physical().scale(), RoundingMode.UNNECESSARY);
            return scaled.precision() > type.physical().precision() ? null : scaled;
        } catch (ArithmeticException e) {
            return null; // a digit would be lost
        }
    }

    static byte[] text(Object value) {
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] array, int offset, int count) {
        return new String(array, offset, count, StandardCharsets.UTF_8);
    }

    /// The bytes that a text in the form `\x0aff` stands for, or null if it is not in that form.
    static byte[] bytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        String text = value.toString();
        if (!text.startsWith("\\x") || text.length() % 2 != 0) {
            return null;
        }
        byte[] bytes = new byte[text.length() / 2 - 1];
        for (int i = 0; i < bytes.length; i++) {
            int high = Hexadecimal.digit(text.charAt(2 * i + 2));
            int low = Hexadecimal.digit(text.charAt(2 * i + 3));
            if (high < 0 || low < 0) {
                return null;
            }
            bytes[i] = (byte) (high << 4 | low);
        }
        return bytes;
    }

    static String hexadecimal(byte[] array, int offset, int count) {
        byte[] digits = new byte[2 * count + 2];
        return text(digits, 0, Hexadecimal.bytes(array, offset, count, digits));
    }

    /// Appends the 16 bytes of an identifier; false if a text is not one in the usual form.
    static boolean appendUuid(Bytes to, Object value) {
        UUID uuid = value instanceof UUID id ? id : uuid(value.toString());
        if (uuid == null) {
            return false;
        }
        for (int shift = 56; shift >= 0; shift -= 8) {
            to.append((byte) (uuid.getMostSignificantBits() >>> shift));
        }
        for (int shift = 56; shift >= 0; shift -= 8) {
            to.append((byte) (uuid.getLeastSignificantBits() >>> shift));
        }
        return true;
    }

    private static UUID uuid(String text) {
        if (text.length() != Hexadecimal.UUID_LENGTH) {
            return null;
        }
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.toString().equals(text) ? uuid : null;
        } catch (IllegalArgumentException e) {
            return null; // not an identifier: no other question is asked
        }
    }

    static String uuid(byte[] array, int offset) {
        byte[] digits = new byte[Hexadecimal.UUID_LENGTH];
        Hexadecimal.uuid(array, offset, digits);
        return text(digits, 0, digits.length);
    }
}
