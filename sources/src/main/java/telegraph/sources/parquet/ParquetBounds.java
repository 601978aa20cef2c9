package telegraph.sources.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.engine.source.Bounds;
import telegraph.memory.Type;

/// Between which values those of a column are, as the statistics of the row groups have it.
///
/// Only whole and decimal numbers have bounds: statistics of floating point leave NaN out, so they
/// do not bound all values. Bounds are rounded away from the values.
final class ParquetBounds {
    private ParquetBounds() {}

    /// The bounds of a column in one file, or nothing if they are not known.
    static Optional<Bounds> of(ParquetLeaf leaf, ParquetFooter footer) {
        boolean number =
                switch (leaf.type().kind()) {
                    case INTEGER, BIGINT, DECIMAL -> true;
                    case BOOLEAN, DOUBLE, DATE, TIME, TIMESTAMP, INSTANT, TEXT -> false;
                };
        if (!number) {
            return Optional.empty();
        }
        BigDecimal low = null;
        BigDecimal high = null;
        for (RowGroup group : footer.rowGroups()) {
            ColumnChunk chunk =
                    footer.chunk(group, leaf.primitive().getName(), List.of()).orElse(null);
            if (chunk == null || chunk.meta_data == null || !chunk.meta_data.isSetStatistics()) {
                return Optional.empty();
            }
            Statistics statistics = chunk.meta_data.statistics;
            if (statistics.isSetNull_count()
                    && statistics.null_count == chunk.meta_data.num_values) {
                continue; // nothing but NULLs
            }
            if (!isValue(leaf, statistics.getMin_value())
                    || !isValue(leaf, statistics.getMax_value())) {
                return Optional.empty();
            }
            BigDecimal least = value(leaf, statistics.getMin_value());
            BigDecimal most = value(leaf, statistics.getMax_value());
            if (least.compareTo(most) > 0) {
                return Optional.empty();
            }
            low = low == null ? least : low.min(least);
            high = high == null ? most : high.max(most);
        }
        return low == null
                ? Optional.empty()
                : Optional.of(new Bounds(below(low), -below(high.negate())));
    }

    private static boolean isValue(ParquetLeaf leaf, byte[] bytes) {
        return bytes != null
                && switch (leaf.primitive().getPrimitiveTypeName()) {
                    case INT32 -> bytes.length == 4;
                    case INT64 -> bytes.length == 8;
                    case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes.length > 0;
                    case BOOLEAN, FLOAT, DOUBLE, INT96 -> false;
                };
    }

    /// A value as the statistics write it: plain, that is little-endian if of fixed size, and
    /// big-endian in the bytes of a decimal.
    private static BigDecimal value(ParquetLeaf leaf, byte[] bytes) {
        PrimitiveTypeName physical = leaf.primitive().getPrimitiveTypeName();
        byte[] bigEndian = bytes.clone();
        if (physical == PrimitiveTypeName.INT32 || physical == PrimitiveTypeName.INT64) {
            for (int i = 0; i < bytes.length; i++) {
                bigEndian[i] = bytes[bytes.length - 1 - i];
            }
        }
        BigInteger unscaled =
                leaf.isUnsigned() ? new BigInteger(1, bigEndian) : new BigInteger(bigEndian);
        return new BigDecimal(
                unscaled, leaf.type().kind() == Type.Kind.DECIMAL ? leaf.type().scale() : 0);
    }

    /// The largest double that is not above `value`.
    private static double below(BigDecimal value) {
        double nearest = value.doubleValue();
        return new BigDecimal(nearest).compareTo(value) > 0 ? Math.nextDown(nearest) : nearest;
    }
}
