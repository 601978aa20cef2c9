package telegraph.query.number;

/// Operators over the bits of whole numbers, of which a bigint has 64 and an integer 32.
///
/// Public because generated code calls it.
public final class BitFunctions {
    private BitFunctions() {}

    public static Long and(Long left, Long right) {
        return left & right;
    }

    public static Long or(Long left, Long right) {
        return left | right;
    }

    public static Long xor(Long left, Long right) {
        return left ^ right;
    }

    public static Long not(Long value) {
        return ~value;
    }

    /// By the distance's last six bits, as processors do, and PostgreSQL with them.
    public static Long left(Long value, Long distance) {
        return value << distance;
    }

    public static Long right(Long value, Long distance) {
        return value >> distance;
    }

    /// By the distance's last five bits, to the left.
    public static Integer leftOfInteger(Long value, Long distance) {
        return (int) (long) value << (int) (long) distance;
    }

    /// The same, of which the last sixteen bits are left.
    public static Integer leftOfSmallint(Long value, Long distance) {
        return (int) (short) (int) leftOfInteger(value, distance);
    }

    /// By the distance's last five bits, to the right.
    public static Integer rightOfInteger(Long value, Long distance) {
        return (int) (long) value >> (int) (long) distance;
    }
}
