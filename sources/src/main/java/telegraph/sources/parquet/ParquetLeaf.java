package telegraph.sources.parquet;

import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.ground.TelegraphException;
import telegraph.ground.Utf8;
import telegraph.memory.Micros;
import telegraph.memory.Type;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.ValueForm;

/// How the values of a primitive Parquet column become ours.
///
/// | Parquet                                    | Telegraph                      |
/// |--------------------------------------------|--------------------------------|
/// | BOOLEAN                                    | BOOLEAN                        |
/// | INT32, signed or up to 16 bits             | INTEGER                        |
/// | INT32 unsigned, INT64                      | BIGINT                         |
/// | INT64 unsigned                             | DECIMAL(20,0)                  |
/// | FLOAT, DOUBLE, FLOAT16                     | DOUBLE                         |
/// | DECIMAL in any of four forms               | DECIMAL                        |
/// | DATE, TIME                                 | DATE, TIME                     |
/// | TIMESTAMP, INT96                           | TIMESTAMP                      |
/// | TIMESTAMP adjusted to UTC                  | INSTANT                        |
/// | STRING, ENUM, JSON, UUID                   | TEXT                           |
/// | other bytes                                | TEXT: as they are if UTF-8, else `\x` and hexadecimal digits |
///
/// Digits of time beyond microseconds are dropped.
///
/// Threads: any.
record ParquetLeaf(PrimitiveType primitive, Type type) {
    private static final int JULIAN_EPOCH = 2_440_588;

    static ParquetLeaf of(PrimitiveType primitive, String file) {
        return new ParquetLeaf(primitive, type(primitive, file));
    }

    private static Type type(PrimitiveType primitive, String file) {
        LogicalTypeAnnotation meaning = primitive.getLogicalTypeAnnotation();
        if (meaning instanceof DecimalLogicalTypeAnnotation decimal) {
            if (decimal.getPrecision() > Type.DECIMAL_DIGITS_MAX) {
                throw TelegraphException.input(
                        "a decimal has at most 38 digits: file="
                                + file
                                + " column="
                                + primitive.getName()
                                + " precision="
                                + decimal.getPrecision());
            }
            return Type.decimal(decimal.getPrecision(), decimal.getScale());
        }
        return switch (primitive.getPrimitiveTypeName()) {
            case BOOLEAN -> Type.BOOLEAN;
            case FLOAT, DOUBLE -> Type.DOUBLE;
            case INT96 -> Type.TIMESTAMP;
            case INT32 -> {
                if (meaning instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation) {
                    yield Type.DATE;
                }
                if (meaning instanceof TimeLogicalTypeAnnotation) {
                    yield Type.TIME;
                }
                yield isUnsigned(meaning, 32) ? Type.BIGINT : Type.INTEGER;
            }
            case INT64 -> {
                if (meaning instanceof TimestampLogicalTypeAnnotation timestamp) {
                    yield timestamp.isAdjustedToUTC() ? Type.INSTANT : Type.TIMESTAMP;
                }
                if (meaning instanceof TimeLogicalTypeAnnotation) {
                    yield Type.TIME;
                }
                yield isUnsigned(meaning, 64) ? Type.decimal(20, 0) : Type.BIGINT;
            }
            case BINARY -> Type.TEXT;
            case FIXED_LEN_BYTE_ARRAY ->
                    meaning instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation
                            ? Type.DOUBLE
                            : Type.TEXT;
        };
    }

    private static boolean isUnsigned(LogicalTypeAnnotation meaning, int bits) {
        return meaning instanceof IntLogicalTypeAnnotation number
                && !number.isSigned()
                && number.getBitWidth() == bits;
    }

    /// Whether the values are whole numbers without a sign.
    boolean isUnsigned() {
        LogicalTypeAnnotation meaning = primitive.getLogicalTypeAnnotation();
        return isUnsigned(meaning, 32) || isUnsigned(meaning, 64);
    }

    /// Whether a file's values fit a column of type `target`, as they are or widened.
    boolean fits(Type target) {
        if (type.equals(target)) {
            return true;
        }
        boolean number = type.kind() == Type.Kind.INTEGER || type.kind() == Type.Kind.BIGINT;
        return switch (target.kind()) {
            case BIGINT -> type.kind() == Type.Kind.INTEGER;
            case DOUBLE -> number || type.kind() == Type.Kind.DECIMAL;
            case TIMESTAMP -> type.kind() == Type.Kind.DATE;
            case DECIMAL -> number;
            case BOOLEAN, INTEGER, DATE, TIME, INSTANT, TEXT -> false;
        };
    }

    /// How the values stand in pages.
    ValueForm form() {
        return new ValueForm(
                physical(),
                primitive.getTypeLength(),
                primitive.isRepetition(org.apache.parquet.schema.Type.Repetition.OPTIONAL),
                type,
                meaning(),
                unit());
    }

    private ValueForm.Meaning meaning() {
        LogicalTypeAnnotation meaning = primitive.getLogicalTypeAnnotation();
        if (isUnsigned()) {
            return ValueForm.Meaning.UNSIGNED;
        }
        if (meaning instanceof IntLogicalTypeAnnotation number && number.getBitWidth() < 32) {
            boolean byteWide = number.getBitWidth() == 8;
            return number.isSigned()
                    ? byteWide ? ValueForm.Meaning.INT_8 : ValueForm.Meaning.INT_16
                    : byteWide ? ValueForm.Meaning.UINT_8 : ValueForm.Meaning.UINT_16;
        }
        if (meaning instanceof LogicalTypeAnnotation.UUIDLogicalTypeAnnotation) {
            return ValueForm.Meaning.UUID;
        }
        return ValueForm.Meaning.PLAIN;
    }

    private PrimitiveTypeName physical() {
        return primitive.getPrimitiveTypeName();
    }

    private static double half(Binary binary) {
        return Float.float16ToFloat(
                binary.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getShort());
    }

    private long micros(long value) {
        try {
            return unit().micros(value);
        } catch (ArithmeticException e) {
            throw new UncheckedIOException(
                    new DamagedPageException(
                            "a moment is within 292,000 years of 1970: value=" + value));
        }
    }

    private ValueForm.Unit unit() {
        return switch (primitive.getLogicalTypeAnnotation()) {
            case TimestampLogicalTypeAnnotation timestamp -> unit(timestamp.getUnit());
            case TimeLogicalTypeAnnotation time -> unit(time.getUnit());
            case null, default -> ValueForm.Unit.NONE;
        };
    }

    private static ValueForm.Unit unit(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> ValueForm.Unit.MILLIS;
            case MICROS -> ValueForm.Unit.MICROS;
            case NANOS -> ValueForm.Unit.NANOS;
        };
    }

    /// Nanoseconds of the day, then the Julian day.
    private static long legacyMicros(Binary binary) {
        ByteBuffer bytes = binary.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long nanos = bytes.getLong(bytes.position());
        long day = bytes.getInt(bytes.position() + 8);
        return Micros.ofDay(day - JULIAN_EPOCH) + Math.floorDiv(nanos, 1_000L);
    }

    private byte[] text(Binary binary) {
        byte[] bytes = binary.getBytesUnsafe();
        if (primitive.getLogicalTypeAnnotation()
                instanceof LogicalTypeAnnotation.UUIDLogicalTypeAnnotation) {
            ByteBuffer halves = ByteBuffer.wrap(bytes);
            return ascii(new UUID(halves.getLong(), halves.getLong()).toString());
        }
        return Utf8.isWellFormed(bytes, 0, bytes.length)
                ? bytes
                : ascii("\\x" + HexFormat.of().formatHex(bytes));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// A value as [telegraph.memory.Batch#valueAt] gives it.
    Object value(int value) {
        if (!meaning().hasRoomFor(value)) {
            throw new UncheckedIOException(
                    new DamagedPageException(
                            "a number fits its type: type=" + meaning() + " value=" + value));
        }
        return type.kind() == Type.Kind.BIGINT
                ? (Object) Integer.toUnsignedLong(value)
                : type.kind() == Type.Kind.INTEGER ? (Object) value : value((long) value);
    }

    Object value(long value) {
        return switch (type.kind()) {
            case DATE -> java.time.LocalDate.ofEpochDay(value);
            case TIME -> Micros.time(micros(value));
            case TIMESTAMP -> Micros.local(micros(value));
            case INSTANT -> Micros.instant(micros(value));
            case DECIMAL ->
                    primitive.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation
                            ? BigDecimal.valueOf(value, type.scale())
                            : new BigDecimal(Long.toUnsignedString(value));
            case BOOLEAN, INTEGER, BIGINT, DOUBLE, TEXT -> value;
        };
    }

    Object value(Binary value) {
        return switch (type.kind()) {
            case TIMESTAMP -> Micros.local(legacyMicros(value));
            case DOUBLE -> half(value);
            case DECIMAL -> new BigDecimal(new BigInteger(value.getBytes()), type.scale());
            case BOOLEAN, INTEGER, BIGINT, DATE, TIME, INSTANT, TEXT ->
                    new String(text(value), StandardCharsets.UTF_8);
        };
    }
}
