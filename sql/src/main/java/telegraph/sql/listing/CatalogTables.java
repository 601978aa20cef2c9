package telegraph.sql.listing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import telegraph.engine.Column;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.memory.ArrayText;
import telegraph.memory.Micros;
import telegraph.memory.Type;
import telegraph.sql.introspect.CatalogTexts;
import telegraph.sql.introspect.Relation;
import telegraph.sql.pgcatalog.CatalogSurroundings;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.Counted;

/// The relations of `pg_catalog` and `information_schema` for queries that are planned, such as one
/// that joins them with a table: as lists, whose columns are declared with the types that
/// PostgreSQL has there.
///
/// | in the catalog                  | in a batch                                    |
/// |---------------------------------|-----------------------------------------------|
/// | bool                            | BOOLEAN                                       |
/// | int2, int4                      | INTEGER                                       |
/// | int8, oid, xid, what names oids | BIGINT                                        |
/// | float4, float8                  | DOUBLE                                        |
/// | timestamptz                     | INSTANT                                       |
/// | all others                      | TEXT, arrays as PostgreSQL writes them        |
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
        List<String> declared = new ArrayList<>();
        for (Relation.Column column : relation.columns()) {
            CatalogType type = column.type().ground();
            columns.add(new Column(column.name(), type(type)));
            declared.add(type.sql());
        }
        return new ListedRows(
                relation.schema() + "." + relation.name(),
                new Schema(columns),
                declared,
                () -> rows(relation, around));
    }

    private static List<Object[]> rows(Relation relation, CatalogSurroundings around) {
        List<Object[]> given = new ArrayList<>();
        for (Object[] row : relation.rows().get().rows()) {
            Object[] values = new Object[row.length];
            for (int c = 0; c < row.length; c++) {
                Object value = row[c] instanceof Counted counted ? around.count(counted) : row[c];
                values[c] = given(value, relation.columns().get(c).type().ground(), around);
            }
            given.add(values);
        }
        return given;
    }

    private static Object given(Object value, CatalogType type, CatalogSurroundings around) {
        Type lies = type(type);
        return switch (value) {
            case null -> null;
            case Long whole when lies.equals(Type.INTEGER) -> whole.intValue();
            case Instant at -> Micros.of(at);
            case List<?> list when !type.isVector() -> ArrayText.of(list);
            default -> lies.equals(Type.TEXT) ? CatalogTexts.write(value, type, around) : value;
        };
    }

    private static Type type(CatalogType type) {
        return switch (type.name()) {
            case "bool" -> Type.BOOLEAN;
            case "int2", "int4" -> Type.INTEGER;
            case "int8", "oid", "xid" -> Type.BIGINT;
            case "float4", "float8" -> Type.DOUBLE;
            case "timestamptz" -> Type.INSTANT;
            default -> type.isReference() ? Type.BIGINT : Type.TEXT;
        };
    }
}
