package telegraph.sql.value;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A type as `pg_type` has it, and the class its values have here.
///
/// | types                                                   | values                        |
/// |---------------------------------------------------------|-------------------------------|
/// | bool                                                    | Boolean                       |
/// | int2, int4, int8, oid, xid, regclass and the other reg… | Long                          |
/// | numeric                                                 | BigDecimal                    |
/// | float4, float8                                          | Double                        |
/// | text, name, "char", varchar and all not named here      | String                        |
/// | date, timestamp, timestamptz                            | LocalDate, LocalDateTime, Instant |
/// | arrays, int2vector, oidvector                           | List                          |
/// | record                                                  | Object[]                      |
///
/// Threads: any; immutable.
///
/// @param schema `pg_catalog` or `information_schema`
/// @param bytes of a value, -1 if they differ
/// @param kind such as `b` for a type of its own
/// @param category such as `N` for numbers
/// @param routines the names of the functions that read and write it: input, output, receive, send
/// @param element that of an array, or 0
/// @param array the array of these, or 0
/// @param base what a domain restricts, or 0
/// @param sql the name that `format_type` gives
public record CatalogType(
        long oid,
        String schema,
        String name,
        int bytes,
        boolean byValue,
        String kind,
        String category,
        boolean preferred,
        String delimiter,
        long element,
        long array,
        List<String> routines,
        String alignment,
        String storage,
        long collation,
        long base,
        String sql) {
    /// Other words for types, as a cast may write them.
    private static final Map<String, String> SYNONYMS =
            Map.ofEntries(
                    Map.entry("int", "int4"),
                    Map.entry("integer", "int4"),
                    Map.entry("smallint", "int2"),
                    Map.entry("bigint", "int8"),
                    Map.entry("boolean", "bool"),
                    Map.entry("real", "float4"),
                    Map.entry("float", "float8"),
                    Map.entry("double precision", "float8"),
                    Map.entry("decimal", "numeric"),
                    Map.entry("dec", "numeric"),
                    Map.entry("character varying", "varchar"),
                    Map.entry("char varying", "varchar"),
                    Map.entry("character", "bpchar"),
                    Map.entry("char", "bpchar"),
                    Map.entry("\"char\"", "char"),
                    Map.entry("string", "text"),
                    Map.entry("timestamp with time zone", "timestamptz"),
                    Map.entry("timestamp without time zone", "timestamp"),
                    Map.entry("time with time zone", "timetz"),
                    Map.entry("time without time zone", "time"));

    /// The types there are, found by what they are called and by their oids.
    private record Known(
            List<CatalogType> all, Map<Long, CatalogType> byOid, Map<String, CatalogType> byName) {}

    private static final Known KNOWN = load();

    /// What a literal is before something says what it should be.
    public static final CatalogType UNKNOWN = named("unknown");

    public static final CatalogType BOOL = named("bool");
    public static final CatalogType INT2 = named("int2");
    public static final CatalogType INT4 = named("int4");
    public static final CatalogType INT8 = named("int8");
    public static final CatalogType NUMERIC = named("numeric");
    public static final CatalogType FLOAT8 = named("float8");
    public static final CatalogType TEXT = named("text");
    public static final CatalogType NAME = named("name");
    public static final CatalogType CHAR = named("char");
    public static final CatalogType OID = named("oid");
    public static final CatalogType REGCLASS = named("regclass");
    public static final CatalogType REGTYPE = named("regtype");
    public static final CatalogType RECORD = named("record");
    public static final CatalogType DATE = named("date");
    public static final CatalogType TIMESTAMP = named("timestamp");
    public static final CatalogType TIMESTAMPTZ = named("timestamptz");
    public static final CatalogType JSON = named("json");

    private static Known load() {
        List<CatalogType> all = new ArrayList<>();
        Map<Long, CatalogType> byOid = new HashMap<>();
        Map<String, CatalogType> byName = new HashMap<>();
        for (String line : lines(CatalogType.class, "types.txt")) {
            CatalogType type = of(line.split("\\|", -1));
            all.add(type);
            byOid.put(type.oid, type);
            byName.put(type.name, type);
        }
        return new Known(List.copyOf(all), Map.copyOf(byOid), Map.copyOf(byName));
    }

    private static CatalogType of(String[] field) {
        int dot = field[1].indexOf('.');
        return new CatalogType(
                Long.parseLong(field[0]),
                dot < 0 ? "pg_catalog" : field[1].substring(0, dot),
                field[1].substring(dot + 1),
                Integer.parseInt(field[2]),
                field[3].equals("t"),
                field[4],
                field[5],
                field[6].equals("t"),
                field[7],
                Long.parseLong(field[8]),
                Long.parseLong(field[9]),
                List.of(field[10], field[11], field[12], field[13]),
                field[14],
                field[15],
                Long.parseLong(field[16]),
                Long.parseLong(field[17]),
                field[18]);
    }

    /// The lines of a file that is part of the program, beside a class, without its comments.
    public static List<String> lines(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// All types, by their oids.
    public static List<CatalogType> all() {
        return KNOWN.all;
    }

    /// The type of an oid.
    public static Optional<CatalogType> of(long oid) {
        return Optional.ofNullable(KNOWN.byOid.get(oid));
    }

    /// A type by its name, in SQL's words or PostgreSQL's, in lower case; `[]` after it for the
    /// array of it.
    public static Optional<CatalogType> find(String name) {
        if (name.endsWith("[]")) {
            return find(name.substring(0, name.length() - 2)).flatMap(CatalogType::arrayOf);
        }
        String bare = name;
        int length = bare.indexOf('(');
        if (length > 0) {
            int end = bare.indexOf(')', length);
            bare = bare.substring(0, length) + (end < 0 ? "" : bare.substring(end + 1));
        }
        bare = bare.strip();
        CatalogType type = KNOWN.byName.get(SYNONYMS.getOrDefault(bare, bare));
        return Optional.ofNullable(type);
    }

    /// The type that `pg_type` has under a name.
    public static CatalogType named(String name) {
        CatalogType type = KNOWN.byName.get(name);
        if (type == null) {
            throw new IllegalStateException("no such type: name=" + name);
        }
        return type;
    }

    /// The type of arrays of these.
    public Optional<CatalogType> arrayOf() {
        return of(array);
    }

    /// The type of an array's elements, or empty if this is no array.
    public Optional<CatalogType> elementType() {
        return isArray() ? of(element) : Optional.empty();
    }

    public boolean isArray() {
        return category.equals("A");
    }

    /// Whether its first element is number 0, which is so for the two kinds of vectors.
    public boolean isVector() {
        return name.equals("int2vector") || name.equals("oidvector");
    }

    public boolean isUnknown() {
        return name.equals("unknown");
    }

    /// Whether its values are texts.
    public boolean isText() {
        return category.equals("S") || category.equals("Z") && name.equals("char");
    }

    /// Whether its values are whole numbers, oids among them.
    public boolean isWhole() {
        return switch (name) {
            case "int2", "int4", "int8", "oid", "xid", "cid", "xid8", "cardinal_number" -> true;
            default -> isReference();
        };
    }

    /// Whether its values are oids that are read and written by name.
    public boolean isReference() {
        return name.startsWith("reg");
    }

    public boolean isNumber() {
        return category.equals("N") || isWhole();
    }

    /// The type itself, or what it is a domain over.
    public CatalogType ground() {
        return base == 0 ? this : of(base).orElseThrow();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CatalogType type && type.oid == oid;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(oid);
    }

    @Override
    public String toString() {
        return sql;
    }
}
