package telegraph.sources.parquet;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Arrays;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.engine.source.Range;

/// Whether what a file says of the least and the greatest value of some rows leaves room for one
/// that a query accepts. What is not said, or not to be believed, leaves room for any.
///
/// NaN is in no statistics and greater than every number, so a range of floating point without an
/// upper end has room for it. Of bytes only those of texts are ordered as ours are.
final class ParquetStatistics {
    private ParquetStatistics() {}

    /// Whether a row group may have a row of use.
    static boolean leaveRoom(ParquetLeaf leaf, ColumnMetaData column, ParquetCondition condition) {
        if (!column.isSetStatistics()) {
            return true;
        }
        Statistics statistics = column.statistics;
        if (statistics.isSetNull_count() && statistics.null_count == column.num_values) {
            return false;
        }
        return !statistics.isSetMin_value()
                || !statistics.isSetMax_value()
                || leaveRoom(leaf, statistics.getMin_value(), statistics.getMax_value(), condition);
    }

    /// Whether some rows may have one of use, that have values between two others, as files write
    /// them.
    static boolean leaveRoom(
            ParquetLeaf leaf, byte[] least, byte[] most, ParquetCondition condition) {
        Object low = value(leaf, least);
        Object high = value(leaf, most);
        return low == null
                || high == null
                || isAbove(low, high)
                || condition.ranges().stream().anyMatch(range -> overlap(low, high, range));
    }

    private static boolean overlap(Object low, Object high, Range range) {
        if (range.high().isPresent() && isAbove(low, range.high().get())) {
            return false;
        }
        boolean bounded = !(low instanceof Double) || range.high().isPresent();
        return range.low().isEmpty() || !bounded || !isAbove(range.low().get(), high);
    }

    /// A value in its plain form as an object that [#isAbove] knows, or null.
    private static Object value(ParquetLeaf leaf, byte[] bytes) {
        try {
            return plainValue(leaf, bytes);
        } catch (DateTimeException | ArithmeticException | UncheckedIOException e) {
            return null; // no value of the type, so nothing to believe
        }
    }

    private static Object plainValue(ParquetLeaf leaf, byte[] bytes) {
        PrimitiveTypeName physical = leaf.primitive().getPrimitiveTypeName();
        ByteBuffer plain = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (physical) {
            case BOOLEAN -> bytes.length == 1 ? (Object) (bytes[0] != 0) : null;
            case INT32 -> bytes.length == 4 ? leaf.value(plain.getInt()) : null;
            case INT64 -> bytes.length == 8 ? leaf.value(plain.getLong()) : null;
            case FLOAT -> bytes.length == 4 ? number(plain.getFloat()) : null;
            case DOUBLE -> bytes.length == 8 ? number(plain.getDouble()) : null;
            case INT96 -> null;
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                    switch (leaf.primitive().getLogicalTypeAnnotation()) {
                        case LogicalTypeAnnotation.DecimalLogicalTypeAnnotation _ ->
                                bytes.length == 0
                                        ? null
                                        : leaf.value(Binary.fromConstantByteArray(bytes));
                        case LogicalTypeAnnotation.StringLogicalTypeAnnotation _ -> bytes;
                        case null, default -> null;
                    };
        };
    }

    private static Object number(double value) {
        return Double.isNaN(value) ? null : (Object) value;
    }

    /// Whether one value is greater than another; not if they cannot be compared.
    @SuppressWarnings("unchecked")
    private static boolean isAbove(Object a, Object b) {
        if (a instanceof byte[] || b instanceof byte[]) {
            return Arrays.compareUnsigned(bytes(a), bytes(b)) > 0;
        }
        if (a instanceof Double x && b instanceof Double y) {
            return x > y; // both zeros are equal
        }
        return a.getClass() == b.getClass() && ((Comparable<Object>) a).compareTo(b) > 0;
    }

    private static byte[] bytes(Object text) {
        return text instanceof String string
                ? string.getBytes(StandardCharsets.UTF_8)
                : (byte[]) text;
    }
}
