package telegraph.language.ast;

import java.util.Optional;
import telegraph.language.lexer.Position;
import telegraph.memory.Type;

/// A column as CREATE SOURCE declares it.
///
/// @param type as batches have its values; TEXT of an array
/// @param element the type of the elements of an array; empty if it is none
/// @param path where to find the value in a row of the source, or empty to find it by name
/// @param key whether it belongs to the primary key
/// @param position where the declaration stands; 1:1 in what was not read from a script
public record ColumnDefinition(
        String name,
        Type type,
        Optional<Type> element,
        String path,
        Use use,
        boolean key,
        Position position) {
    /// One that is no array.
    public ColumnDefinition(
            String name, Type type, String path, Use use, boolean key, Position position) {
        this(name, type, Optional.empty(), path, use, key, position);
    }

    /// How a query may or must use the column.
    public enum Use {
        /// A value of the source's rows.
        PLAIN,
        /// An input: the source answers only when a constant or a join gives it a value.
        REQUIRED,
        /// An input that may be given and may be left out.
        OPTIONAL
    }
}
