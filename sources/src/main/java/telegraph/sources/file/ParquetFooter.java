package telegraph.sources.file;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MILLIS;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import shaded.parquet.org.apache.thrift.protocol.TProtocolUtil;
import telegraph.memory.TelegraphException;

/// The end of a Parquet file: its schema and where its row groups are.
///
/// ```
/// PAR1 │ row group │ row group │ … │ footer │ bytes of the footer (4) │ PAR1
/// ```
record ParquetFooter(MessageType schema, List<RowGroup> rowGroups, long rows, String createdBy) {
    private static final int TAIL_BYTES = 8;

    /// What a damaged file nests must not exhaust the stack; whole ones nest a few levels.
    private static final int NESTED_MAX = 64;

    static {
        TProtocolUtil.setMaxSkipDepth(NESTED_MAX);
    }

    private static final int FOOTER_BYTES_MAX = 256 << 20;

    /// @throws TelegraphException of kind INPUT if the file is no whole Parquet file
    static ParquetFooter read(ParquetBytes bytes, String file) throws IOException {
        if (bytes.size() == 0) {
            throw broken(file, "bytes=0. It is empty");
        }
        byte[] head = bytes.read(0, (int) Math.min(bytes.size(), 64));
        if (!mark(head, 0).equals("PAR1")) {
            throw broken(file, "begins_with=\"" + Content.shown(head) + "\". It is something else");
        }
        if (bytes.size() < 4 + TAIL_BYTES) {
            throw broken(file, "bytes=" + bytes.size() + ". It was cut off");
        }
        byte[] tail = bytes.read(bytes.size() - TAIL_BYTES, TAIL_BYTES);
        if (mark(tail, 4).equals("PARE")) {
            throw broken(file, "ends_with=PARE. It is encrypted, and that is not supported");
        }
        int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (!mark(tail, 4).equals("PAR1")
                || length <= 0
                || length > FOOTER_BYTES_MAX
                || length > bytes.size() - 4 - TAIL_BYTES) {
            throw broken(file, "bytes=" + bytes.size() + ". It was cut off or damaged");
        }
        byte[] footer = bytes.read(bytes.size() - TAIL_BYTES - length, length);
        try {
            FileMetaData meta = Util.readFileMetaData(new ByteArrayInputStream(footer));
            return new ParquetFooter(
                    new Schema(meta.schema).message(),
                    meta.row_groups,
                    meta.num_rows,
                    meta.created_by == null ? "" : meta.created_by);
        } catch (IOException | RuntimeException e) {
            throw broken(file, "cause=" + e.getMessage() + ". Its footer is damaged");
        }
    }

    private static String mark(byte[] bytes, int offset) {
        return new String(
                bytes, offset, Math.min(4, bytes.length - offset), StandardCharsets.ISO_8859_1);
    }

    private static TelegraphException broken(String file, String fact) {
        return TelegraphException.input(
                "a Parquet file begins and ends with PAR1 and tells its columns between: file="
                        + file
                        + " "
                        + fact
                        + ".");
    }

    /// Builds the tree of types from the flat list in the footer.
    private static final class Schema {
        private final List<SchemaElement> elements;
        private int next;

        Schema(List<SchemaElement> elements) {
            this.elements = elements;
        }

        MessageType message() {
            SchemaElement root = elements.get(next++);
            return new MessageType(root.name, fields(root.num_children));
        }

        private List<Type> fields(int count) {
            List<Type> fields = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                fields.add(field());
            }
            return fields;
        }

        private Type field() {
            SchemaElement element = elements.get(next++);
            Type.Repetition repetition = Type.Repetition.valueOf(element.repetition_type.name());
            LogicalTypeAnnotation meaning = meaning(element);
            if (element.type == null) {
                return Types.buildGroup(repetition)
                        .as(meaning)
                        .addFields(fields(element.num_children).toArray(Type[]::new))
                        .named(element.name);
            }
            Types.PrimitiveBuilder<PrimitiveType> builder =
                    Types.primitive(physical(element), repetition);
            if (element.isSetType_length()) {
                builder.length(element.type_length);
            }
            return builder.as(meaning).named(element.name);
        }

        private static PrimitiveTypeName physical(SchemaElement element) {
            return switch (element.type) {
                case BOOLEAN -> PrimitiveTypeName.BOOLEAN;
                case INT32 -> PrimitiveTypeName.INT32;
                case INT64 -> PrimitiveTypeName.INT64;
                case INT96 -> PrimitiveTypeName.INT96;
                case FLOAT -> PrimitiveTypeName.FLOAT;
                case DOUBLE -> PrimitiveTypeName.DOUBLE;
                case BYTE_ARRAY -> PrimitiveTypeName.BINARY;
                case FIXED_LEN_BYTE_ARRAY -> PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
            };
        }

        private static LogicalTypeAnnotation meaning(SchemaElement element) {
            LogicalType logical = element.logicalType;
            if (logical != null) {
                LogicalTypeAnnotation meaning = meaning(logical);
                if (meaning != null) {
                    return meaning;
                }
            }
            return element.converted_type == null ? null : converted(element);
        }

        /// What writers said before the footer had logical types.
        private static LogicalTypeAnnotation converted(SchemaElement element) {
            return switch (element.converted_type) {
                case UTF8 -> LogicalTypeAnnotation.stringType();
                case ENUM -> LogicalTypeAnnotation.enumType();
                case JSON -> LogicalTypeAnnotation.jsonType();
                case BSON -> LogicalTypeAnnotation.bsonType();
                case MAP, MAP_KEY_VALUE -> LogicalTypeAnnotation.mapType();
                case LIST -> LogicalTypeAnnotation.listType();
                case DECIMAL -> LogicalTypeAnnotation.decimalType(element.scale, element.precision);
                case DATE -> LogicalTypeAnnotation.dateType();
                case TIME_MILLIS -> LogicalTypeAnnotation.timeType(true, MILLIS);
                case TIME_MICROS -> LogicalTypeAnnotation.timeType(true, MICROS);
                case TIMESTAMP_MILLIS -> LogicalTypeAnnotation.timestampType(true, MILLIS);
                case TIMESTAMP_MICROS -> LogicalTypeAnnotation.timestampType(true, MICROS);
                case UINT_8 -> LogicalTypeAnnotation.intType(8, false);
                case UINT_16 -> LogicalTypeAnnotation.intType(16, false);
                case UINT_32 -> LogicalTypeAnnotation.intType(32, false);
                case UINT_64 -> LogicalTypeAnnotation.intType(64, false);
                case INT_8 -> LogicalTypeAnnotation.intType(8, true);
                case INT_16 -> LogicalTypeAnnotation.intType(16, true);
                case INT_32 -> LogicalTypeAnnotation.intType(32, true);
                case INT_64 -> LogicalTypeAnnotation.intType(64, true);
                case INTERVAL -> null;
            };
        }

        private static LogicalTypeAnnotation meaning(LogicalType logical) {
            return switch (logical.getSetField()) {
                case STRING -> LogicalTypeAnnotation.stringType();
                case ENUM -> LogicalTypeAnnotation.enumType();
                case JSON -> LogicalTypeAnnotation.jsonType();
                case BSON -> LogicalTypeAnnotation.bsonType();
                case UUID -> LogicalTypeAnnotation.uuidType();
                case FLOAT16 -> LogicalTypeAnnotation.float16Type();
                case DATE -> LogicalTypeAnnotation.dateType();
                case MAP -> LogicalTypeAnnotation.mapType();
                case LIST -> LogicalTypeAnnotation.listType();
                case DECIMAL ->
                        LogicalTypeAnnotation.decimalType(
                                logical.getDECIMAL().scale, logical.getDECIMAL().precision);
                case INTEGER ->
                        LogicalTypeAnnotation.intType(
                                logical.getINTEGER().bitWidth, logical.getINTEGER().isSigned);
                case TIME ->
                        LogicalTypeAnnotation.timeType(
                                logical.getTIME().isAdjustedToUTC, unit(logical.getTIME().unit));
                case TIMESTAMP ->
                        LogicalTypeAnnotation.timestampType(
                                logical.getTIMESTAMP().isAdjustedToUTC,
                                unit(logical.getTIMESTAMP().unit));
                case UNKNOWN, VARIANT, GEOMETRY, GEOGRAPHY -> null;
            };
        }

        private static LogicalTypeAnnotation.TimeUnit unit(TimeUnit unit) {
            return switch (unit.getSetField()) {
                case MILLIS -> MILLIS;
                case MICROS -> MICROS;
                case NANOS -> LogicalTypeAnnotation.TimeUnit.NANOS;
            };
        }
    }
}
