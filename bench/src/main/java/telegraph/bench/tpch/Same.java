package telegraph.bench.tpch;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Whether two answers are the same: text by text, numbers to nine digits or as many as both have,
/// since averages and quotients of decimals have as many digits as an engine gives them.
public final class Same {
    private static final double RELATIVE = 1e-9;
    private static final int DIGITS_MIN = 6;

    private Same() {}

    /// The first difference between rows in the same order, or empty.
    public static Optional<String> difference(List<Object[]> expected, List<Object[]> actual) {
        return difference(expected, actual, RELATIVE);
    }

    /// The first difference from an answer written with as many digits as it has.
    public static Optional<String> differenceFrom(List<String[]> written, List<Object[]> actual) {
        Iterator<Object[]> rows = actual.iterator();
        for (String[] expected : written) {
            if (!rows.hasNext()) {
                return Optional.of("rows are missing: expected=" + written.size());
            }
            Object[] row = rows.next();
            for (int c = 0; c < expected.length; c++) {
                if (!written(expected[c], row[c])) {
                    return Optional.of(
                            "expected=" + Arrays.toString(expected) + " actual=" + show(row));
                }
            }
        }
        return rows.hasNext()
                ? Optional.of("there are more rows: expected=" + written.size())
                : Optional.empty();
    }

    private static Optional<String> difference(
            List<Object[]> expected, List<Object[]> actual, double relative) {
        if (expected.size() != actual.size()) {
            return Optional.of("rows: expected=" + expected.size() + " actual=" + actual.size());
        }
        for (int r = 0; r < actual.size(); r++) {
            for (int c = 0; c < actual.get(r).length; c++) {
                if (!same(expected.get(r)[c], actual.get(r)[c], relative)) {
                    return Optional.of(
                            "row="
                                    + r
                                    + " expected="
                                    + show(expected.get(r))
                                    + " actual="
                                    + show(actual.get(r)));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean same(Object expected, Object actual, double relative) {
        if (expected instanceof Number a && actual instanceof Number b) {
            double x = a.doubleValue();
            double y = b.doubleValue();
            return Math.abs(x - y) <= relative * Math.max(1, Math.abs(x)) || lastDigit(a, b);
        }
        return String.valueOf(expected).strip().equals(String.valueOf(actual).strip());
    }

    /// Whether an exact number is another, as far as its digits go.
    private static boolean lastDigit(Number a, Number b) {
        return b instanceof BigDecimal decimal
                && decimal.scale() >= DIGITS_MIN
                && new BigDecimal(a.toString()).subtract(decimal).abs().compareTo(decimal.ulp())
                        <= 0;
    }

    /// A number is right if it is what is written, give or take one of the last digit of whichever
    /// has fewer.
    private static boolean written(String expected, Object actual) {
        if (!(actual instanceof Number number)) {
            return expected.strip().equals(String.valueOf(actual).strip());
        }
        BigDecimal wanted = new BigDecimal(expected.strip());
        BigDecimal found = new BigDecimal(number.toString());
        int digits = Math.min(wanted.scale(), Math.max(2, found.scale()));
        BigDecimal unit = BigDecimal.ONE.scaleByPowerOfTen(-digits);
        return found.subtract(wanted).abs().compareTo(unit) <= 0;
    }

    private static String show(Object[] row) {
        return Arrays.toString(row);
    }
}
