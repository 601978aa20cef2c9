package telegraph.memory;

import telegraph.ground.TelegraphException;

/// The type of a column as it lies in a batch: a physical kind and, for decimals, precision and
/// scale.
///
/// | kind      | bytes | value                                                     |
/// |-----------|------:|-----------------------------------------------------------|
/// | BOOLEAN   |     1 | 0 or 1                                                    |
/// | INTEGER   |     4 | two's complement                                          |
/// | BIGINT    |     8 | two's complement                                          |
/// | DOUBLE    |     8 | IEEE 754                                                  |
/// | DECIMAL   |     8 | unscaled value, for at most 18 digits                     |
/// | DECIMAL   |    16 | unscaled value, 128 bits: low word, then high word; the greatest is NaN |
/// | DATE      |     4 | days since 1970-01-01                                     |
/// | TIME      |     8 | microseconds since midnight                               |
/// | TIMESTAMP |     8 | microseconds since 1970-01-01T00:00, without zone         |
/// | INSTANT   |     8 | microseconds since 1970-01-01T00:00Z, with zone           |
/// | TEXT      |    16 | a string view: length, then bytes or prefix and offset    |
public record Type(Kind kind, int precision, int scale) {
    /// The most digits a decimal can have.
    public static final int DECIMAL_DIGITS_MAX = 38;

    /// The most digits of a decimal that lies in one word.
    public static final int DECIMAL_DIGITS_SHORT = 18;

    /// How the bytes of a value are read.
    public enum Kind {
        BOOLEAN(1),
        INTEGER(4),
        BIGINT(8),
        DOUBLE(8),
        DECIMAL(16),
        DATE(4),
        TIME(8),
        TIMESTAMP(8),
        INSTANT(8),
        TEXT(16);

        private final int bytes;

        Kind(int bytes) {
            this.bytes = bytes;
        }
    }

    public static final Type BOOLEAN = new Type(Kind.BOOLEAN, 0, 0);
    public static final Type INTEGER = new Type(Kind.INTEGER, 0, 0);
    public static final Type BIGINT = new Type(Kind.BIGINT, 0, 0);
    public static final Type DOUBLE = new Type(Kind.DOUBLE, 0, 0);
    public static final Type DATE = new Type(Kind.DATE, 0, 0);
    public static final Type TIME = new Type(Kind.TIME, 0, 0);
    public static final Type TIMESTAMP = new Type(Kind.TIMESTAMP, 0, 0);
    public static final Type INSTANT = new Type(Kind.INSTANT, 0, 0);
    public static final Type TEXT = new Type(Kind.TEXT, 0, 0);

    public Type {
        if (kind == Kind.DECIMAL) {
            if (precision < 1 || precision > DECIMAL_DIGITS_MAX || scale < 0 || scale > precision) {
                throw TelegraphException.input(
                        "a decimal has 1 to 38 digits and a scale within them: precision="
                                + precision
                                + " scale="
                                + scale);
            }
        } else if (precision != 0 || scale != 0) {
            throw new IllegalArgumentException("only decimals have precision and scale: " + kind);
        }
    }

    public static Type decimal(int precision, int scale) {
        return new Type(Kind.DECIMAL, precision, scale);
    }

    /// Bytes of one value in the fixed-width part of a column.
    public int bytes() {
        return isShortDecimal() ? Long.BYTES : kind.bytes;
    }

    /// Whether it is a decimal of one word; one of more digits has two.
    public boolean isShortDecimal() {
        return kind == Kind.DECIMAL && precision <= DECIMAL_DIGITS_SHORT;
    }

    @Override
    public String toString() {
        return kind == Kind.DECIMAL ? "DECIMAL(" + precision + "," + scale + ")" : kind.name();
    }
}
