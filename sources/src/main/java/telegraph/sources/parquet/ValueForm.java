package telegraph.sources.parquet;

import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.memory.Type;

/// How the values of a column stand in its pages, and what they become.
///
/// @param physical how they are stored
/// @param length bytes of a value of fixed length
/// @param optional whether there are levels that tell which rows have one
/// @param type what they become
/// @param meaning what else has to be done to them
/// @param divisor by what whole numbers are divided, rounding down
public record ValueForm(
        PrimitiveTypeName physical,
        int length,
        boolean optional,
        Type type,
        Meaning meaning,
        long divisor) {
    /// What a stored value means beyond its bits.
    public enum Meaning {
        /// Just what is stored.
        PLAIN,
        /// A whole number without a sign.
        UNSIGNED,
        /// Sixteen bytes to be shown as an identifier.
        UUID
    }

    /// Bytes of a value in plain form, or -1 if they differ.
    int plainBytes() {
        return switch (physical) {
            case BOOLEAN, BINARY -> -1;
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> length;
        };
    }
}
