package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.sql.introspect.Relation.Column;
import telegraph.sql.value.CatalogType;

/// The shape of a relation of `pg_catalog` or `information_schema`: what PostgreSQL has there,
/// whether this catalog has rows for it or not.
///
/// Threads: any; immutable.
///
/// @param kind `r` for a table, `v` for a view
/// @param required for each column whether it is never null
record RelationShape(
        String kind,
        long oid,
        String schema,
        String name,
        List<Column> columns,
        List<Boolean> required) {
    private static final Map<String, RelationShape> ALL = load();

    private static Map<String, RelationShape> load() {
        Map<String, RelationShape> all = new LinkedHashMap<>();
        for (String line : CatalogType.lines(RelationShape.class, "relations.txt")) {
            String[] field = line.split("\\|");
            List<Column> columns = new ArrayList<>();
            List<Boolean> required = new ArrayList<>();
            for (String column : field[4].split(",")) {
                String[] part = column.split(" ");
                String type = part[1].replace("!", "").replace("information_schema.", "");
                columns.add(new Column(part[0], CatalogType.named(type)));
                required.add(part[1].endsWith("!"));
            }
            RelationShape shape =
                    new RelationShape(
                            field[0],
                            Long.parseLong(field[1]),
                            field[2],
                            field[3],
                            List.copyOf(columns),
                            List.copyOf(required));
            all.put(shape.schema + "." + shape.name, shape);
        }
        return all;
    }

    /// All of them, in order of schema and name.
    static List<RelationShape> all() {
        return List.copyOf(ALL.values());
    }

    static Optional<RelationShape> find(String schema, String name) {
        return Optional.ofNullable(ALL.get(schema + "." + name));
    }

    static RelationShape named(String schema, String name) {
        return find(schema, name)
                .orElseThrow(() ->
                        new IllegalStateException("no such relation: " + schema + "." + name));
    }

    /// Makes rows of this shape.
    RowMaker rows() {
        Map<String, Integer> places = new HashMap<>();
        Object[] blank = new Object[columns.size()];
        for (int i = 0; i < blank.length; i++) {
            places.put(columns.get(i).name(), i);
            blank[i] = required.get(i) ? blank(columns.get(i).type()) : null;
        }
        return new RowMaker(name, places, blank);
    }

    /// What a column that is never null has where nothing else is said.
    private static Object blank(CatalogType type) {
        return switch (type.name()) {
            case "bool" -> false;
            case "int2", "int4", "int8", "oid", "xid", "regproc", "regtype" -> 0L;
            case "float4", "float8" -> 0.0;
            case "name", "text", "char" -> "";
            default -> type.category().equals("A") ? List.of() : null;
        };
    }
}
