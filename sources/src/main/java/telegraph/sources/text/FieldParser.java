package telegraph.sources.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import telegraph.engine.Column;
import telegraph.ground.Utf8;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Decimals;
import telegraph.memory.Type;

/// Turns the text of a field into a value of one type.
///
/// Blanks around a value count only in TEXT.
///
/// Threads: one.
public abstract class FieldParser {
    /// The last value read, unless it is a text: of a decimal the low word, 1 for true.
    public long value;

    /// Of a decimal the high word.
    public long high;

    public double real;

    /// Reads a value, or returns false if the text is none of the type's.
    public abstract boolean read(byte[] bytes, int start, int end);

    /// Sets `column` of the current row to the value last read.
    abstract void set(BatchBuilder rows, int column);

    /// Puts the value into `column` of the current row, or returns false if the text is none of the
    /// type's.
    public boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
        if (!read(bytes, start, end)) {
            return false;
        }
        set(rows, column);
        return true;
    }

    /// Of a column, of which an array is written as by PostgreSQL.
    public static FieldParser of(Column column, TimeScanner times) {
        return column.element().isPresent()
                ? new Arrays(new ArrayElements(column.element().get(), times))
                : of(column.type(), times);
    }

    public static FieldParser of(Type type, TimeScanner times) {
        return switch (type.kind()) {
            case BOOLEAN -> new Booleans();
            case INTEGER -> new Integers();
            case BIGINT -> new Bigints();
            case DOUBLE -> new Doubles();
            case DECIMAL -> new DecimalFractions(type);
            case DATE -> new Dates(times);
            case TIME -> new Times(times);
            case TIMESTAMP -> new Timestamps(times);
            case INSTANT -> new Instants(times);
            case TEXT -> new Texts();
        };
    }

    /// Values that lie in four bytes.
    private abstract static class Ints extends FieldParser {
        @Override
        void set(BatchBuilder rows, int column) {
            rows.setInt(column, (int) value);
        }
    }

    /// Values that lie in eight bytes.
    private abstract static class Longs extends FieldParser {
        @Override
        void set(BatchBuilder rows, int column) {
            rows.setLong(column, value);
        }
    }

    private static final class Booleans extends FieldParser {
        @Override
        public boolean read(byte[] bytes, int start, int end) {
            if (is(bytes, start, end, "true", "t", "yes", "y", "on", "1")) {
                value = 1;
                return true;
            }
            value = 0;
            return is(bytes, start, end, "false", "f", "no", "n", "off", "0");
        }

        @Override
        void set(BatchBuilder rows, int column) {
            rows.setBoolean(column, value != 0);
        }

        private static boolean is(byte[] bytes, int start, int end, String... words) {
            for (String word : words) {
                if (AsciiWord.equalsIgnoreCase(bytes, start, end, word)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class Integers extends Ints {
        private final NumberScanner numbers = new NumberScanner();

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            boolean number = numbers.scanInteger(bytes, start, end);
            value = numbers.integer;
            return number && value == (int) value;
        }
    }

    private static final class Bigints extends Longs {
        private final NumberScanner numbers = new NumberScanner();

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            boolean number = numbers.scanInteger(bytes, start, end);
            value = numbers.integer;
            return number;
        }
    }

    private static final class Doubles extends FieldParser {
        private final NumberScanner numbers = new NumberScanner();

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            boolean number =
                    numbers.scanReal(bytes, start, end) || numbers.scanWord(bytes, start, end);
            real = numbers.real;
            return number && numbers.fits;
        }

        @Override
        void set(BatchBuilder rows, int column) {
            rows.setDouble(column, real);
        }
    }

    private static final class DecimalFractions extends FieldParser {
        private final NumberScanner numbers = new NumberScanner();
        private final Type type;

        DecimalFractions(Type type) {
            this.type = type;
        }

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            return readShort(bytes, start, end)
                    || readAny(bytes, start, end)
                    || readNaN(bytes, start, end);
        }

        @Override
        void set(BatchBuilder rows, int column) {
            rows.setDecimal(column, high, value);
        }

        /// Reads a number that is written with no more digits than 64 bits and the type have.
        private boolean readShort(byte[] bytes, int start, int end) {
            if (!numbers.scanFraction(bytes, start, end)) {
                return false;
            }
            int missing = type.scale() - numbers.scale;
            int digits = Math.min(type.precision(), NumberScanner.DIGITS_MAX) - missing;
            if (missing < 0
                    || digits < 0
                    || Math.abs(numbers.integer) >= NumberScanner.power(digits)) {
                return false;
            }
            value = numbers.integer * NumberScanner.power(missing);
            high = value >> 63;
            return true;
        }

        private boolean readNaN(byte[] bytes, int start, int end) {
            high = Decimals.NAN_HIGH;
            value = Decimals.NAN_LOW;
            return !type.isShortDecimal() && AsciiWord.equalsIgnoreCase(bytes, start, end, "nan");
        }

        private boolean readAny(byte[] bytes, int start, int end) {
            if (!numbers.scanReal(bytes, start, end)) {
                return false;
            }
            // An exponent can ask for millions of digits: refused before they are made.
            if (Double.isInfinite(numbers.real) || Math.abs(numbers.real) > 1e39) {
                return false;
            }
            BigDecimal decimal =
                    new BigDecimal(new String(bytes, start, end - start, StandardCharsets.US_ASCII))
                            .setScale(type.scale(), RoundingMode.HALF_UP);
            if (decimal.precision() > type.precision()) {
                return false;
            }
            BigInteger unscaled = decimal.unscaledValue();
            value = unscaled.longValue();
            high = unscaled.shiftRight(64).longValue();
            return true;
        }
    }

    private static final class Dates extends Ints {
        private final TimeScanner times;

        Dates(TimeScanner times) {
            this.times = times;
        }

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            boolean date = times.scanDate(bytes, start, end);
            value = times.value;
            return date;
        }
    }

    private static final class Times extends Longs {
        private final TimeScanner times;

        Times(TimeScanner times) {
            this.times = times;
        }

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            boolean time = times.scanTime(bytes, start, end);
            value = times.value;
            return time;
        }
    }

    private static final class Timestamps extends Longs {
        private final TimeScanner times;

        Timestamps(TimeScanner times) {
            this.times = times;
        }

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            boolean timestamp = times.scanTimestamp(bytes, start, end);
            value = times.value;
            return timestamp;
        }
    }

    private static final class Instants extends Longs {
        private final TimeScanner times;

        Instants(TimeScanner times) {
            this.times = times;
        }

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            boolean instant = times.scanInstant(bytes, start, end);
            value = times.value;
            return instant;
        }
    }

    private static final class Arrays extends FieldParser {
        private final ArrayElements elements;

        Arrays(ArrayElements elements) {
            this.elements = elements;
        }

        @Override
        public boolean read(byte[] bytes, int start, int end) {
            elements.clear();
            return Utf8.isWellFormed(bytes, start, end)
                    && elements.addAll(
                            new String(bytes, start, end - start, StandardCharsets.UTF_8));
        }

        @Override
        void set(BatchBuilder rows, int column) {
            rows.setText(column, elements.text());
        }
    }

    private static final class Texts extends FieldParser {
        @Override
        public boolean read(byte[] bytes, int start, int end) {
            return Utf8.isWellFormed(bytes, start, end);
        }

        @Override
        void set(BatchBuilder rows, int column) {
            throw new IllegalStateException("a text is put as it lies");
        }

        @Override
        public boolean put(byte[] bytes, int start, int end, BatchBuilder rows, int column) {
            if (!read(bytes, start, end)) {
                return false;
            }
            rows.setText(column, bytes, start, end - start);
            return true;
        }
    }
}
