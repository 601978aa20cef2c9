package telegraph.sql.introspect;

import java.util.List;
import java.util.function.Supplier;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.Table;

/// A list of rows under a name.
///
/// @param oid the number it is known by, which each of its rows has as `tableoid`
/// @param rows asked for once in a statement; values are of the classes that [CatalogType] names
public record Relation(
        long oid, String schema, String name, List<Column> columns, Supplier<Table> rows) {
    /// A column.
    ///
    /// @param fields of one whose values are records their columns, else none
    public record Column(String name, CatalogType type, List<Column> fields) {
        public Column(String name, CatalogType type) {
            this(name, type, List.of());
        }

        Column withName(String other) {
            return new Column(other, type, fields);
        }
    }

    public Relation {
        columns = List.copyOf(columns);
    }
}
