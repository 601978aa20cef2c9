package telegraph.engine;

import java.util.Optional;
import telegraph.memory.Type;

/// A named, typed column of a source.
///
/// @param type as which its values lie in a batch; TEXT of an array, which lies there as PostgreSQL
///   writes it: see [telegraph.memory.ArrayText]
/// @param element the type of the elements of an array; empty if it is none
public record Column(String name, Type type, Optional<Type> element) {
    public Column(String name, Type type) {
        this(name, type, Optional.empty());
    }

    /// A column of arrays.
    public static Column array(String name, Type element) {
        return new Column(name, Type.TEXT, Optional.of(element));
    }

    /// The same under another name.
    public Column named(String other) {
        return new Column(other, type, element);
    }

    /// Its type in messages.
    public String typeName() {
        return element.map(one -> one + "[]").orElse(type.toString());
    }
}
