package telegraph.sources.file;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// Turns the text of a field into a value of one type, straight into a batch.
///
/// Blanks around a value count only in TEXT.
///
/// Threads: one.
abstract class FieldParser {
    /// Puts the value into `column` of the current row, or returns false if the text is none of the
    /// type's.
    abstract boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column);

    static FieldParser of(Type type, TimeScanner times) {
        return switch (type.kind()) {
            case BOOLEAN -> new Booleans();
            case INTEGER -> new Integers();
            case BIGINT -> new Longs();
            case DOUBLE -> new Doubles();
            case DECIMAL -> new DecimalFractions(type);
            case DATE -> new Dates(times);
            case TIME -> new Times(times);
            case TIMESTAMP -> new Timestamps(times);
            case INSTANT -> new Instants(times);
            case TEXT -> new Texts();
        };
    }

    private static final class Booleans extends FieldParser {
        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (is(bytes, start, end, "true", "t", "yes", "y", "on", "1")) {
                rows.setBoolean(column, true);
                return true;
            }
            if (is(bytes, start, end, "false", "f", "no", "n", "off", "0")) {
                rows.setBoolean(column, false);
                return true;
            }
            return false;
        }

        private static boolean is(byte[] bytes, int start, int end, String... words) {
            for (String word : words) {
                if (Ascii.equalsIgnoreCase(bytes, start, end, word)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class Integers extends FieldParser {
        private final NumberScanner numbers = new NumberScanner();

        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!numbers.scanInteger(bytes, start, end)
                    || numbers.integer != (int) numbers.integer) {
                return false;
            }
            rows.setInt(column, (int) numbers.integer);
            return true;
        }
    }

    private static final class Longs extends FieldParser {
        private final NumberScanner numbers = new NumberScanner();

        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!numbers.scanInteger(bytes, start, end)) {
                return false;
            }
            rows.setLong(column, numbers.integer);
            return true;
        }
    }

    private static final class Doubles extends FieldParser {
        private final NumberScanner numbers = new NumberScanner();

        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!numbers.scanReal(bytes, start, end) && !numbers.scanWord(bytes, start, end)) {
                return false;
            }
            rows.setDouble(column, numbers.real);
            return true;
        }
    }

    private static final class DecimalFractions extends FieldParser {
        private final NumberScanner numbers = new NumberScanner();
        private final Type type;

        /// What a number of so many missing digits is multiplied with.
        private final long[] powers = new long[NumberScanner.DIGITS_MAX + 1];

        DecimalFractions(Type type) {
            this.type = type;
            powers[0] = 1;
            for (int i = 1; i < powers.length; i++) {
                powers[i] = powers[i - 1] * 10;
            }
        }

        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            return putShort(bytes, start, end, rows, column)
                    || putAny(bytes, start, end, rows, column);
        }

        /// Puts a number that is written with no more digits than 64 bits and the type have.
        private boolean putShort(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!numbers.scanFraction(bytes, start, end)) {
                return false;
            }
            int missing = type.scale() - numbers.scale;
            int digits = Math.min(type.precision(), NumberScanner.DIGITS_MAX) - missing;
            if (missing < 0 || digits < 0 || Math.abs(numbers.integer) >= powers[digits]) {
                return false;
            }
            long unscaled = numbers.integer * powers[missing];
            rows.setDecimal(column, unscaled >> 63, unscaled);
            return true;
        }

        private boolean putAny(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!numbers.scanReal(bytes, start, end)) {
                return false;
            }
            // An exponent can ask for millions of digits: refused before they are made.
            if (Double.isInfinite(numbers.real) || Math.abs(numbers.real) > 1e39) {
                return false;
            }
            BigDecimal value =
                    new BigDecimal(new String(bytes, start, end - start, StandardCharsets.US_ASCII))
                            .setScale(type.scale(), RoundingMode.HALF_UP);
            if (value.precision() > type.precision()) {
                return false;
            }
            rows.setDecimal(column, value);
            return true;
        }
    }

    private static final class Dates extends FieldParser {
        private final TimeScanner times;

        Dates(TimeScanner times) {
            this.times = times;
        }

        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!times.scanDate(bytes, start, end)) {
                return false;
            }
            rows.setInt(column, (int) times.value);
            return true;
        }
    }

    private static final class Times extends FieldParser {
        private final TimeScanner times;

        Times(TimeScanner times) {
            this.times = times;
        }

        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!times.scanTime(bytes, start, end)) {
                return false;
            }
            rows.setInt(column, (int) times.value);
            return true;
        }
    }

    private static final class Timestamps extends FieldParser {
        private final TimeScanner times;

        Timestamps(TimeScanner times) {
            this.times = times;
        }

        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!times.scanTimestamp(bytes, start, end)) {
                return false;
            }
            rows.setLong(column, times.value);
            return true;
        }
    }

    private static final class Instants extends FieldParser {
        private final TimeScanner times;

        Instants(TimeScanner times) {
            this.times = times;
        }

        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!times.scanInstant(bytes, start, end)) {
                return false;
            }
            rows.setLong(column, times.value);
            return true;
        }
    }

    private static final class Texts extends FieldParser {
        @Override
        boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!Ascii.isUtf8(bytes, start, end)) {
                return false;
            }
            rows.setText(column, bytes, start, end - start);
            return true;
        }
    }
}
