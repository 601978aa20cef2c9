package telegraph.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one run of a query gave.
///
/// @param millis from the question to the whole answer
/// @param share of the input read most that was read, from 0 to 1
/// @param notices what was said beside the answer
public record Outcome(
        List<String> columns,
        List<Object[]> rows,
        double millis,
        double share,
        List<String> notices) {

    /// The rows by the text of their first columns.
    Map<String, Object[]> byKey(int keys) {
        Map<String, Object[]> found = new LinkedHashMap<>();
        for (Object[] row : rows) {
            found.put(Arrays.toString(Arrays.copyOf(row, keys)), row);
        }
        return found;
    }

    /// The largest half-width of these columns in relation to their values, over all rows; NaN if
    /// nothing is claimed of one.
    double claimed(List<String> names) {
        double worst = 0;
        for (Object[] row : rows) {
            for (String name : names) {
                worst = Math.max(worst, number(row, name + "_error") / Math.abs(number(row, name)));
            }
        }
        return worst;
    }

    public double number(Object[] row, String column) {
        return row[columns.indexOf(column)] instanceof Number value
                ? value.doubleValue()
                : Double.NaN;
    }

    /// The largest relative difference of these columns from those of the exact answer, over all
    /// rows; infinite if a row is missing or too many.
    double worst(Outcome exact, int keys, List<String> names) {
        Map<String, Object[]> ours = byKey(keys);
        Map<String, Object[]> right = exact.byKey(keys);
        if (!ours.keySet().equals(right.keySet())) {
            return Double.POSITIVE_INFINITY;
        }
        double worst = 0;
        for (Map.Entry<String, Object[]> row : ours.entrySet()) {
            for (String name : names) {
                double value = exact.number(right.get(row.getKey()), name);
                double off = Math.abs(number(row.getValue(), name) - value) / Math.abs(value);
                worst = off >= 0 ? Math.max(worst, off) : Double.POSITIVE_INFINITY;
            }
        }
        return worst;
    }
}
