package telegraph.sources.page;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.util.List;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/// Which decoder reads which encoding of which type.
///
/// Threads: any.
public final class Decoders {
    private Decoders() {}

    /// @throws DamagedPageException if a type has no such encoding
    public static PageValues of(Encoding encoding, ValueForm form) throws DamagedPageException {
        return switch (encoding) {
            case null -> throw new DamagedPageException("values have an encoding that is known");
            case PLAIN -> plain(form);
            case RLE -> {
                require(encoding, form, BOOLEAN);
                yield new RunBooleans();
            }
            case DELTA_BINARY_PACKED -> {
                require(encoding, form, INT32, INT64);
                yield new DeltaNumbers(form);
            }
            case DELTA_LENGTH_BYTE_ARRAY -> {
                require(encoding, form, BINARY);
                yield new DeltaBytes(form, false);
            }
            case DELTA_BYTE_ARRAY -> {
                require(encoding, form, BINARY, FIXED_LEN_BYTE_ARRAY);
                yield new DeltaBytes(form, true);
            }
            case BYTE_STREAM_SPLIT -> {
                require(encoding, form, INT32, INT64, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY);
                yield new SplitValues(form);
            }
            case PLAIN_DICTIONARY, RLE_DICTIONARY, BIT_PACKED ->
                    throw new DamagedPageException("values have no such encoding: " + encoding);
        };
    }

    private static PageValues plain(ValueForm form) {
        return switch (form.physical()) {
            case BOOLEAN -> new PlainBooleans();
            case INT32, INT64, FLOAT, DOUBLE -> new PlainNumbers(form);
            case BINARY -> new PlainBytes(form);
            case INT96, FIXED_LEN_BYTE_ARRAY -> new FixedBytes(form);
        };
    }

    private static void require(Encoding encoding, ValueForm form, PrimitiveTypeName... types)
            throws DamagedPageException {
        if (!List.of(types).contains(form.physical())) {
            throw new DamagedPageException(
                    "a type has its encodings: type=" + form.physical() + " encoding=" + encoding);
        }
    }
}
