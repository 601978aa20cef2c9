package telegraph.sources.parquet;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/// A column that is a list of values, in one of the three ways to write it:
///
/// ```
/// optional group c (LIST) { repeated group list { optional int32 element; } }   three levels
/// optional group c (LIST) { repeated int32 array; }                             two, as old writers have it
/// repeated int32 c;                                                             one: never NULL, nor an element
/// ```
///
/// @param column the whole
/// @param element what the list is of
record ParquetList(Type column, PrimitiveType element) {
    /// The list that a column is, if its elements are values alone.
    static Optional<ParquetList> of(Type column) {
        if (column.isPrimitive()) {
            return column.isRepetition(Type.Repetition.REPEATED)
                    ? Optional.of(new ParquetList(column, column.asPrimitiveType()))
                    : Optional.empty();
        }
        GroupType group = column.asGroupType();
        if (column.isRepetition(Type.Repetition.REPEATED) || !isList(group)) {
            return Optional.empty();
        }
        Type repeated = group.getType(0);
        Type element = isBoxed(repeated) ? repeated.asGroupType().getType(0) : repeated;
        boolean single =
                element.isPrimitive()
                        && (element == repeated || !element.isRepetition(Type.Repetition.REPEATED));
        return single
                ? Optional.of(new ParquetList(column, element.asPrimitiveType()))
                : Optional.empty();
    }

    /// Whether a group is a list, of whatever.
    static boolean isList(GroupType group) {
        return group.getLogicalTypeAnnotation()
                        instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation
                && group.getFieldCount() == 1
                && group.getType(0).isRepetition(Type.Repetition.REPEATED);
    }

    /// Whether the elements stand in a group of their own each within the repeated field, as they
    /// do unless an old writer left that out.
    static boolean isBoxed(Type repeated) {
        return !repeated.isPrimitive()
                && repeated.asGroupType().getFieldCount() == 1
                && !repeated.getName().equals("array")
                && !repeated.getName().endsWith("_tuple");
    }

    /// The elements of a value of the column.
    ///
    /// @param value as [ParquetNested] gathers it, and not NULL
    List<Object> elements(Object value) {
        if (column.isPrimitive()) {
            return list(value);
        }
        Type repeated = column.asGroupType().getType(0);
        List<Object> items = list(((Map<?, ?>) value).get(repeated.getName()));
        if (repeated.isPrimitive()) {
            return items;
        }
        return items.stream()
                .map(item -> (Object) ((Map<?, ?>) item).get(element.getName()))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }
}
