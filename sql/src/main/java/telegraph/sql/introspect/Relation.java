package telegraph.sql.introspect;

import java.util.List;
import java.util.function.Supplier;

/// A list of rows under a name.
///
/// @param rows asked for once in a statement; values are of the classes that [CatalogType] names
public record Relation(
        String schema, String name, List<Column> columns, Supplier<List<Object[]>> rows) {
    /// A column.
    public record Column(String name, CatalogType type) {}

    public Relation {
        columns = List.copyOf(columns);
    }
}
