package telegraph.sources.page;

import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// How the values of a column stand in its pages, and what they become.
///
/// @param physical how they are stored
/// @param length bytes of a value of fixed length
/// @param optional whether there are levels that tell which rows have one
/// @param type what they become
/// @param meaning what else has to be done to them
/// @param unit what whole numbers count, if they are times
public record ValueForm(
        PrimitiveTypeName physical,
        int length,
        boolean optional,
        Type type,
        Meaning meaning,
        Unit unit) {
    /// What a number that is a time counts.
    public enum Unit {
        /// It is no time.
        NONE,
        MILLIS,
        MICROS,
        NANOS;

        /// The same time in microseconds, digits beyond them dropped.
        ///
        /// @throws ArithmeticException if there are too many
        public long micros(long value) {
            return switch (this) {
                case MILLIS -> Micros.ofMillis(value);
                case NANOS -> Math.floorDiv(value, 1_000L);
                case NONE, MICROS -> value;
            };
        }
    }

    /// What a stored value means beyond its bits.
    public enum Meaning {
        /// Just what is stored.
        PLAIN,
        /// A whole number without a sign.
        UNSIGNED,
        /// A whole number of eight bits with a sign, or of sixteen, or without.
        INT_8,
        INT_16,
        UINT_8,
        UINT_16,
        /// Sixteen bytes to be shown as an identifier.
        UUID;

        /// Whether a whole number of 32 bits is one of these.
        public boolean hasRoomFor(long value) {
            return switch (this) {
                case INT_8 -> value == (byte) value;
                case INT_16 -> value == (short) value;
                case UINT_8 -> value >= 0 && value < 1 << 8;
                case UINT_16 -> value >= 0 && value < 1 << 16;
                case PLAIN, UNSIGNED, UUID -> true;
            };
        }

        /// Whether there are numbers that it has no room for.
        boolean isNarrow() {
            return switch (this) {
                case INT_8, INT_16, UINT_8, UINT_16 -> true;
                case PLAIN, UNSIGNED, UUID -> false;
            };
        }
    }

    /// Bytes of a value in plain form, or -1 if they differ.
    public int plainBytes() {
        return switch (physical) {
            case BOOLEAN, BINARY -> -1;
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> length;
        };
    }
}
