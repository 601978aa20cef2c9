package telegraph.tables.point;

import java.math.BigDecimal;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.SqlType;
import telegraph.tables.catalog.StoredColumn;

/// Sums of exact numbers, as `SET a = a + ?` makes them.
final class Sums {
    private Sums() {}

    /// Whether a sum with a column of a type is plainly exact, and for a column of exact numbers.
    static boolean adds(SqlType from, StoredColumn to) {
        return from.isExact() && to.type().isExact();
    }

    /// Whether a value that is no whole parameter can be added.
    static boolean takes(Object value) {
        return value == null || value instanceof Integer || value instanceof Long;
    }

    /// @param given a whole number, or null
    static Object of(Object value, Object given, boolean minus) {
        if (value == null || given == null) {
            return null;
        }
        if (value instanceof Double) {
            return value; // NaN, the only number of that class in a column of exact ones
        }
        long whole = ((Number) given).longValue();
        if (value instanceof BigDecimal exact) {
            BigDecimal other = BigDecimal.valueOf(whole);
            return minus ? exact.subtract(other) : exact.add(other);
        }
        long first = ((Number) value).longValue();
        try {
            return minus ? Math.subtractExact(first, whole) : Math.addExact(first, whole);
        } catch (ArithmeticException e) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    "bigint out of range: " + first + (minus ? " - " : " + ") + whole,
                    e);
        }
    }
}
