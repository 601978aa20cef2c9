package telegraph.sources.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MILLIS;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import telegraph.sources.file.Content;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.text.DistinctNames;

/// Builds the tree of types from the flat list in the footer.
///
/// Columns of the same name get different ones; what a structure has of the same name is refused. A
/// meaning that is not known is ignored, as the format asks: values are as they are stored.
///
/// Threads: one.
final class ParquetSchema {
    private static final int DEPTH_MAX = 500;

    private final List<SchemaElement> elements;
    private final List<String> names = new ArrayList<>();
    private int next;

    ParquetSchema(List<SchemaElement> elements) {
        this.elements = elements;
    }

    /// The names of the columns, as they are in the file.
    List<String> names() {
        return names;
    }

    /// The tree; called once.
    MessageType message() throws DamagedPageException {
        SchemaElement root = element();
        int count = children(root);
        int at = next;
        for (int i = 0; i < count; i++) {
            names.add(at < elements.size() ? elements.get(at).name : "");
            at = behind(at);
        }
        if (at != elements.size()) {
            throw new DamagedPageException(
                    "a schema has as many columns as it says: elements="
                            + elements.size()
                            + " expected="
                            + at);
        }
        List<Type> fields = new ArrayList<>();
        for (String name : DistinctNames.different(names)) {
            fields.add(field(name, 1));
        }
        return new MessageType(root.name, fields);
    }

    private SchemaElement element() throws DamagedPageException {
        if (next >= elements.size()) {
            throw new DamagedPageException(
                    "a schema has as many columns as it says: elements=" + elements.size());
        }
        return elements.get(next++);
    }

    /// Behind an element and all that is in it.
    private int behind(int element) throws DamagedPageException {
        int at = element;
        for (long pending = 1; pending > 0; pending--, at++) {
            if (at >= elements.size()) {
                throw new DamagedPageException(
                        "a schema has as many columns as it says: elements=" + elements.size());
            }
            pending += children(elements.get(at));
        }
        return at;
    }

    private int children(SchemaElement element) throws DamagedPageException {
        int count = element.isSetNum_children() ? element.num_children : 0;
        if (count < 0 || count >= elements.size() || count > 0 && element.type != null) {
            throw new DamagedPageException(
                    "a group has columns, and no more than there are: name="
                            + Content.shown(element.name)
                            + " columns="
                            + count);
        }
        return count;
    }

    private Type field(String name, int depth) throws DamagedPageException {
        if (depth > DEPTH_MAX) {
            throw new DamagedPageException(
                    "groups lie at most " + DEPTH_MAX + " deep in each other");
        }
        SchemaElement element = element();
        if (element.repetition_type == null) {
            throw new DamagedPageException(
                    "a column says how often it has a value: name=" + Content.shown(name));
        }
        Type.Repetition repetition = Type.Repetition.valueOf(element.repetition_type.name());
        List<Type> fields = new ArrayList<>();
        Set<String> inside = new HashSet<>();
        int count = children(element);
        for (int i = 0; i < count; i++) {
            String member = next < elements.size() ? elements.get(next).name : "";
            if (!inside.add(member)) {
                throw new DamagedPageException(
                        "what a structure has must have different names: name="
                                + Content.shown(member));
            }
            fields.add(field(member, depth + 1));
        }
        try {
            return named(element, repetition, name, fields);
        } catch (RuntimeException e) {
            throw new DamagedPageException(
                    "a column must have a type that goes with its meaning: name="
                            + Content.shown(name));
        }
    }

    private static Type named(
            SchemaElement element, Type.Repetition repetition, String name, List<Type> fields) {
        LogicalTypeAnnotation meaning = meaning(element);
        if (element.type == null) {
            return Types.buildGroup(repetition)
                    .as(meaning)
                    .addFields(fields.toArray(Type[]::new))
                    .named(name);
        }
        Types.PrimitiveBuilder<PrimitiveType> builder =
                Types.primitive(physical(element), repetition);
        if (element.isSetType_length()) {
            builder.length(element.type_length);
        }
        return builder.as(meaning).named(name);
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
            case null -> null; // one of the future
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
            case TIME -> {
                LogicalTypeAnnotation.TimeUnit unit = unit(logical.getTIME().unit);
                yield unit == null
                        ? null
                        : LogicalTypeAnnotation.timeType(logical.getTIME().isAdjustedToUTC, unit);
            }
            case TIMESTAMP -> {
                LogicalTypeAnnotation.TimeUnit unit = unit(logical.getTIMESTAMP().unit);
                yield unit == null
                        ? null
                        : LogicalTypeAnnotation.timestampType(
                                logical.getTIMESTAMP().isAdjustedToUTC, unit);
            }
            case UNKNOWN, VARIANT, GEOMETRY, GEOGRAPHY -> null;
        };
    }

    private static LogicalTypeAnnotation.TimeUnit unit(TimeUnit unit) {
        return switch (unit.getSetField()) {
            case null -> null;
            case MILLIS -> MILLIS;
            case MICROS -> MICROS;
            case NANOS -> LogicalTypeAnnotation.TimeUnit.NANOS;
        };
    }
}
