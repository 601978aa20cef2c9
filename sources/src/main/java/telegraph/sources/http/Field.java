package telegraph.sources.http;

import telegraph.memory.Type;

/// A column as the declaration gives it.
///
/// @param path where its value stands in a row, "" for the default
public record Field(String name, Type type, String path, Role role, boolean key) {
    /// What the column has to do with the request.
    public enum Role {
        PLAIN,
        REQUIRED,
        OPTIONAL
    }

    /// Whether the page does not show the column, so that rows repeat the value asked for.
    boolean echoed() {
        return role == Role.REQUIRED && path.isEmpty();
    }
}
