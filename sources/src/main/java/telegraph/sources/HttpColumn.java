package telegraph.sources;

import telegraph.memory.Type;

/// A column of a declared HTTP source.
///
/// @param path where its value stands in a row: a JSONPath, a CSS selector with an optional
///   `@attribute`, or a header name; "" for the default (by name, or the n-th cell)
/// @param key whether it belongs to the columns that no two rows share
public record HttpColumn(String name, Type type, String path, Use use, boolean key) {
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
