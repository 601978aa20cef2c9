package telegraph.sql.value;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Term;

/// The order of values of one type, and what makes them equal.
///
/// Threads: any.
public final class ValueOrder {
    private ValueOrder() {}

    /// Compares two values, neither null.
    public static int compare(Object a, Object b) {
        if (a instanceof Long x && b instanceof Long y) {
            return Long.compare(x, y);
        }
        if (a instanceof Number x && b instanceof Number y) {
            return isFinite(x) && isFinite(y)
                    ? decimal(x).compareTo(decimal(y))
                    : Double.compare(x.doubleValue(), y.doubleValue());
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            return lists(x, y);
        }
        if (a instanceof Object[] x && b instanceof Object[] y) {
            return lists(Arrays.asList(x), Arrays.asList(y));
        }
        if (a instanceof Comparable<?> && a.getClass() == b.getClass()) {
            @SuppressWarnings("unchecked")
            Comparable<Object> x = (Comparable<Object>) a;
            return x.compareTo(b);
        }
        return a.toString().compareTo(b.toString());
    }

    private static int lists(List<?> a, List<?> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = nullable(a.get(i), b.get(i), false, false);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    static int nullable(Object a, Object b, boolean descending, boolean nullsFirst) {
        if (a == null || b == null) {
            int order = Boolean.compare(a == null, b == null);
            return nullsFirst ? -order : order;
        }
        int order = compare(a, b);
        return descending ? -order : order;
    }

    private static boolean isFinite(Number number) {
        return !(number instanceof Double real) || Double.isFinite(real);
    }

    /// @throws TelegraphException of kind INPUT if it is NaN or infinite
    public static BigDecimal decimal(Number number) {
        return switch (number) {
            case BigDecimal decimal -> decimal;
            case Double real -> {
                if (!Double.isFinite(real)) {
                    throw noNumber(real.toString());
                }
                yield BigDecimal.valueOf(real);
            }
            default -> BigDecimal.valueOf(number.longValue());
        };
    }

    public static TelegraphException noNumber(String text) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "numbers of queries about the catalog are finite: value=" + text);
    }

    /// What is equal, and has the same hash, for equal values.
    public static Object key(Object value) {
        return switch (value) {
            case BigDecimal decimal -> decimal.stripTrailingZeros();
            case Object[] record -> Arrays.asList(record);
            case null -> NOTHING;
            default -> value;
        };
    }

    private static final Object NOTHING = new Object();

    public static List<Object> key(Object[] row) {
        return Arrays.stream(row).map(ValueOrder::key).toList();
    }

    /// The order of rows by the keys that stand at their front.
    public static Comparator<Object[]> by(List<Term.SortKey> keys) {
        return (a, b) -> {
            for (int i = 0; i < keys.size(); i++) {
                Term.SortKey key = keys.get(i);
                int order = nullable(a[i], b[i], key.descending(), key.nullsFirst());
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }
}
