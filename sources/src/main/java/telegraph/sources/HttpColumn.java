package telegraph.sources;

import java.util.Optional;
import telegraph.memory.Type;

/// A column of a declared HTTP source.
///
/// @param type as batches have its values; TEXT of an array
/// @param element the type of the elements of an array; empty if it is none
/// @param path where its value stands in a row: a JSONPath, a CSS selector with an optional
///   `@attribute`, or a header name; "" for the default (by name, or the n-th cell)
/// @param key whether it belongs to the columns that no two rows share
public record HttpColumn(
        String name, Type type, Optional<Type> element, String path, Use use, boolean key) {
    /// One that is no array.
    public HttpColumn(String name, Type type, String path, Use use, boolean key) {
        this(name, type, Optional.empty(), path, use, key);
    }

    /// What a column has to do with the request.
    public enum Use {
        /// Nothing: it only comes back.
        PLAIN,
        /// The request cannot be made without its value.
        REQUIRED,
        /// The request can be narrowed by its value.
        OPTIONAL
    }
}
