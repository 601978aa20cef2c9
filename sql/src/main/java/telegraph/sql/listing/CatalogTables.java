package telegraph.sql.listing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import telegraph.engine.Column;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.language.Statements;
import telegraph.memory.Type;
import telegraph.sql.introspect.Inquiry;
import telegraph.sql.introspect.Relation;
import telegraph.sql.pgcatalog.CatalogSurroundings;
import telegraph.sql.value.CatalogType;

/// The relations of `pg_catalog` and `information_schema` for queries that are planned, such as one
/// that joins them with a table: as lists, whose columns have the nearest types that a batch has.
///
/// | in the catalog                  | in a batch |
/// |---------------------------------|------------|
/// | bool                            | BOOLEAN    |
/// | int2, int4                      | INTEGER    |
/// | int8, oid, xid                  | BIGINT     |
/// | float4, float8                  | DOUBLE     |
/// | all others, arrays among them   | TEXT       |
///
/// Threads: that of the statement.
public final class CatalogTables {
    private final Supplier<CatalogSurroundings> surroundings;

    public CatalogTables(Supplier<CatalogSurroundings> surroundings) {
        this.surroundings = surroundings;
    }

    /// @param name with its schema or without
    public Optional<Source> find(List<String> name) {
        if (!CatalogSurroundings.isRelation(name)) {
            return Optional.empty();
        }
        CatalogSurroundings around = surroundings.get();
        return around.relation(name).map(relation -> source(relation, around));
    }

    private static Source source(Relation relation, CatalogSurroundings around) {
        List<Column> columns = new ArrayList<>();
        for (Relation.Column column : relation.columns()) {
            columns.add(new Column(column.name(), type(column.type().ground())));
        }
        String name = relation.schema() + "." + relation.name();
        return new ListedRows(
                name,
                new Schema(columns),
                () -> rows(Inquiry.of(Statements.query("SELECT * FROM " + name), around), columns));
    }

    private static List<Object[]> rows(Inquiry all, List<Column> columns) {
        List<Object[]> rows = all.rows();
        for (Object[] row : rows) {
            for (int c = 0; c < row.length; c++) {
                if (columns.get(c).type().equals(Type.TEXT) && row[c] != null) {
                    row[c] = row[c] instanceof List<?> list ? braces(list) : row[c].toString();
                }
            }
        }
        return rows;
    }

    private static String braces(List<?> list) {
        return "{" + String.join(",", list.stream().map(String::valueOf).toList()) + "}";
    }

    private static Type type(CatalogType type) {
        return switch (type.name()) {
            case "bool" -> Type.BOOLEAN;
            case "int2", "int4" -> Type.INTEGER;
            case "int8", "oid", "xid" -> Type.BIGINT;
            case "float4", "float8" -> Type.DOUBLE;
            default -> Type.TEXT;
        };
    }
}
