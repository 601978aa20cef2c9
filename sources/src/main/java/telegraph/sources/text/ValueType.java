package telegraph.sources.text;

import java.util.Optional;
import telegraph.engine.Column;
import telegraph.memory.Type;

/// The type of a column of a file.
///
/// @param type as batches have its values; TEXT of an array
/// @param element the type of the elements of an array; empty if it is none
public record ValueType(Type type, Optional<Type> element) {
    public static ValueType of(Type type) {
        return new ValueType(type, Optional.empty());
    }

    public static ValueType array(Type element) {
        return new ValueType(Type.TEXT, Optional.of(element));
    }

    public Column column(String name) {
        return new Column(name, type, element);
    }
}
