package telegraph.sources.http;

import java.util.Optional;
import telegraph.engine.Column;
import telegraph.memory.Type;

/// A column as the declaration gives it.
///
/// @param element the type of the elements of an array; empty if it is none
/// @param path where its value stands in a row, "" for the default
public record Field(
        String name, Type type, Optional<Type> element, String path, Role role, boolean key) {
    /// What the column has to do with the request.
    public enum Role {
        PLAIN,
        REQUIRED,
        OPTIONAL
    }

    Column column() {
        return new Column(name, type, element);
    }

    /// Whether the page does not show the column, so that rows repeat the value asked for.
    boolean echoed() {
        return role == Role.REQUIRED && path.isEmpty();
    }
}
