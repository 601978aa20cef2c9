package telegraph.sql.pgcatalog;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableName;
import telegraph.sql.value.CatalogType;
import telegraph.tables.catalog.Counting;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.catalog.TableDefinition;

/// Something with a name in a schema that has columns: a table, index, view, source or sequence, or
/// a relation of the system's.
///
/// @param kind as `pg_class.relkind` has it: `r` table, `i` index, `v` view, `f` source, `S`
///   sequence
/// @param text of a view its query
/// @param numbers of a sequence
/// @param definition of a table, or of the one an index or a sequence belongs to
record Listed(
        long oid,
        String schema,
        String name,
        char kind,
        List<Column> columns,
        String text,
        Optional<TableDefinition> definition,
        Optional<Numbers> numbers) {
    Listed(
            long oid,
            String schema,
            String name,
            char kind,
            List<Column> columns,
            String text,
            Optional<TableDefinition> definition) {
        this(oid, schema, name, kind, columns, text, definition, Optional.empty());
    }

    /// Whether it is the session's own.
    boolean isTemporary() {
        return new TableName(schema, name).isTemporary();
    }

    /// Whether it can be read: a materialized view may be empty.
    boolean isPopulated() {
        return kind != 'm'
                || definition
                        .flatMap(TableDefinition::materialized)
                        .filter(TableDefinition.Materialized::populated)
                        .isPresent();
    }

    /// The query of a view, materialized or not; empty if it is none of a user's.
    String query() {
        return kind == 'm'
                ? definition
                        .flatMap(TableDefinition::materialized)
                        .map(TableDefinition.Materialized::text)
                        .orElse("")
                : text;
    }

    /// How a sequence counts.
    ///
    /// @param column the number of the column that it belongs to, or 0
    /// @param ofIdentity whether that is an identity
    record Numbers(Sequence sequence, long column, boolean ofIdentity) {
        Counting counting() {
            return sequence.counting();
        }

        CatalogType type() {
            return Listed.type(SqlType.of(counting().type()));
        }
    }

    private static final Pattern DIGITS = Pattern.compile("\\((\\d+)(?:, *(\\d+))?\\)");

    /// A column.
    ///
    /// @param number from 1 on
    /// @param modifier what `atttypmod` has: its length, or digits
    /// @param byDefault the text of the expression, or ""
    /// @param generated whether its value is always that of the expression
    /// @param identity `a`, `d` or ""
    record Column(
            String name,
            long number,
            CatalogType type,
            long modifier,
            boolean required,
            String byDefault,
            boolean generated,
            String identity) {
        /// A column whose values are given.
        Column(String name, long number, CatalogType type, long modifier, boolean required) {
            this(name, number, type, modifier, required, "", false, "");
        }

        /// A column of a type, and nothing more.
        static Column of(CatalogType type) {
            return new Column("", 1, type, -1, false);
        }
    }

    /// The type of a declared column, as `pg_type` knows it.
    static CatalogType type(SqlType type) {
        return CatalogType.named(
                switch (type.name()) {
                    case BOOLEAN -> "bool";
                    case SMALLINT -> "int2";
                    case INTEGER -> "int4";
                    case BIGINT -> "int8";
                    case REAL -> "float4";
                    case DOUBLE -> "float8";
                    case NUMERIC -> "numeric";
                    case TEXT -> "text";
                    case VARCHAR -> "varchar";
                    case CHAR -> "bpchar";
                    case BYTEA -> "bytea";
                    case DATE -> "date";
                    case TIME -> "time";
                    case TIMESTAMP -> "timestamp";
                    case TIMESTAMPTZ -> "timestamptz";
                    case INTERVAL -> "interval";
                    case UUID -> "uuid";
                    case JSON -> "json";
                    case JSONB -> "jsonb";
                    case ARRAY -> "_" + type(type.element().orElseThrow()).name();
                    case ENUM -> throw new IllegalStateException("no type of the system's");
                });
    }

    /// Its length and digits, as PostgreSQL packs them.
    static long modifier(SqlType type) {
        return switch (type.name()) {
            case VARCHAR, CHAR -> type.length() == 0 ? -1 : type.length() + 4;
            case NUMERIC -> ((long) type.length() << 16 | type.scale()) + 4;
            case TIME, TIMESTAMP, TIMESTAMPTZ ->
                    type.length() == SqlType.MICROSECONDS ? -1 : type.length();
            case BOOLEAN,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    REAL,
                    DOUBLE,
                    TEXT,
                    BYTEA,
                    DATE,
                    INTERVAL,
                    UUID,
                    JSON,
                    JSONB,
                    ENUM ->
                    -1;
            case ARRAY -> modifier(type.element().orElseThrow());
        };
    }

    /// The same of a type as it is written, such as `numeric(10,2)`.
    static long modifier(CatalogType type, String written) {
        Matcher digits = DIGITS.matcher(written);
        if (!digits.find()) {
            return -1;
        }
        long first = Long.parseLong(digits.group(1));
        return switch (type.name()) {
            case "varchar", "bpchar" -> first + 4;
            case "numeric" ->
                    (first << 16 | (digits.group(2) == null ? 0 : Long.parseLong(digits.group(2))))
                            + 4;
            case "time", "timestamp", "timestamptz" -> first;
            default -> -1;
        };
    }
}
