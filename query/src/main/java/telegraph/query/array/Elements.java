package telegraph.query.array;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;

/// The order of the elements of arrays, all of one class of Calcite's runtime, and of arrays: that
/// of PostgreSQL, in which NULL is behind all values, and of two arrays that begin alike the
/// shorter is first.
///
/// Any thread.
final class Elements {
    /// Of what may be NULL.
    static final Comparator<Object> ORDER = Comparator.nullsLast(Elements::compare);

    private Elements() {}

    private static int compare(Object a, Object b) {
        return switch (a) {
            case Double x -> Double.compare(positive(x), positive((Double) b));
            case Float x -> Double.compare(positive(x), positive((Float) b));
            case BigDecimal x -> x.compareTo((BigDecimal) b);
            case String x -> compareTexts(x, (String) b);
            case List<?> x -> compareLists(x, (List<?>) b);
            case Boolean x -> Boolean.compare(x, (Boolean) b);
            case Number x -> Long.compare(x.longValue(), ((Number) b).longValue());
            default -> throw new IllegalStateException("no element: " + a.getClass());
        };
    }

    private static double positive(double number) {
        return number == 0 ? 0.0 : number;
    }

    /// As their bytes are ordered: a pair of surrogates is behind all other characters.
    private static int compareTexts(String a, String b) {
        int shared = Math.min(a.length(), b.length());
        for (int i = 0; i < shared; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return Character.isSurrogate(x) != Character.isSurrogate(y)
                        ? Character.isSurrogate(x) ? 1 : -1
                        : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    static int compareLists(List<?> a, List<?> b) {
        int shared = Math.min(a.size(), b.size());
        for (int i = 0; i < shared; i++) {
            int order = ORDER.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    /// Whether they are the same, NULL and NULL too.
    static boolean same(Object a, Object b) {
        return ORDER.compare(a, b) == 0;
    }
}
