package telegraph.sources.http;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.sources.fetch.RequestTexts;

/// What one chain of pages is asked for: the columns wanted and the values given.
///
/// @param columns indices of the wanted columns, in the order of the batches
/// @param bound values by index of column
/// @param lookup whether it is a lookup, and not a scan
/// @param only whether its pages are all that the source is asked for, so that their totals are the
///   source's
record Ask(int[] columns, Map<Integer, Object> bound, boolean lookup, boolean only) {
    Ask {
        bound = Map.copyOf(bound);
    }

    /// The values as they stand in a request, by name of column.
    Map<String, String> values(List<Field> fields) {
        Map<String, String> values = new LinkedHashMap<>();
        bound.forEach(
                (index, value) -> values.put(fields.get(index).name(), RequestTexts.of(value)));
        return values;
    }

    /// Whether a row of the page belongs to the answer; fills in what the page does not show.
    ///
    /// A server may ignore a parameter or match it loosely. Rows with another value are then left
    /// out, so that each row belongs to one answer only.
    boolean accept(List<Field> fields, Object[] values) {
        for (Map.Entry<Integer, Object> given : bound.entrySet()) {
            int index = given.getKey();
            Object shown = values[index];
            if (fields.get(index).echoed() || shown == null && fields.get(index).path().isEmpty()) {
                values[index] = given.getValue();
            } else if (!same(shown, given.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(Object left, Object right) {
        return left instanceof BigDecimal a && right instanceof BigDecimal b
                ? a.compareTo(b) == 0
                : right.equals(left);
    }
}
