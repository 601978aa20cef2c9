package telegraph.query.value;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelProtoDataType;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.language.Statements;
import telegraph.language.ast.SqlType;
import telegraph.memory.Interval;
import telegraph.memory.Type;
import telegraph.query.label.EnumType;

/// How the types of SQL lie in batches, and what users call them.
///
/// An interval lies as its code, a decimal: see [Interval], an array as its code, a text: see
/// [ArrayCode]. Calcite knows intervals of months and others of days and less; one of its types
/// stands for all of ours here. The type of a bare NULL lies as TEXT without values, bytes as TEXT
/// too: see [Bytea].
public final class Types {
    private Types() {}

    /// The type a column has in a batch, or empty if batches cannot hold it.
    public static Optional<Type> physical(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> Optional.of(Type.BOOLEAN);
            case TINYINT, SMALLINT, INTEGER -> Optional.of(Type.INTEGER);
            case BIGINT -> Optional.of(Type.BIGINT);
            case REAL, FLOAT, DOUBLE -> Optional.of(Type.DOUBLE);
            case DECIMAL -> decimal(type.getPrecision(), type.getScale());
            case DATE -> Optional.of(Type.DATE);
            case TIME -> Optional.of(Type.TIME);
            case TIMESTAMP -> Optional.of(Type.TIMESTAMP);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Optional.of(Type.INSTANT);
            case CHAR, VARCHAR, BINARY, VARBINARY, NULL -> Optional.of(Type.TEXT);
            case INTERVAL_DAY_SECOND -> Optional.of(Interval.CODE);
            case ARRAY ->
                    ArrayCode.holds(type.getComponentType())
                            ? Optional.of(Type.TEXT)
                            : Optional.empty();
            default -> Optional.empty();
        };
    }

    /// The one type of intervals.
    public static RelDataType interval(RelDataTypeFactory factory) {
        return factory.createSqlIntervalType(interval(SqlParserPos.ZERO));
    }

    /// What stands for it in a cast.
    public static SqlIntervalQualifier interval(SqlParserPos at) {
        return new SqlIntervalQualifier(TimeUnit.DAY, 9, TimeUnit.SECOND, 6, at);
    }

    private static Optional<Type> decimal(int precision, int scale) {
        int digits = Math.max(precision, Math.max(scale, 1));
        return scale < 0 || digits > Type.DECIMAL_DIGITS_MAX
                ? Optional.empty()
                : Optional.of(Type.decimal(digits, scale));
    }

    /// The SQL type of a column of a source.
    public static RelDataType relType(Type type, RelDataTypeFactory factory, boolean nullable) {
        RelDataType sql =
                switch (type.kind()) {
                    case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
                    case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
                    case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
                    case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
                    case DECIMAL ->
                            factory.createSqlType(
                                    SqlTypeName.DECIMAL, type.precision(), type.scale());
                    case DATE -> factory.createSqlType(SqlTypeName.DATE);
                    case TIME -> factory.createSqlType(SqlTypeName.TIME);
                    case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP);
                    case INSTANT ->
                            factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
                    case TEXT -> factory.createSqlType(SqlTypeName.VARCHAR);
                };
        return factory.createTypeWithNullability(sql, nullable);
    }

    /// The type as DESCRIBE shows it, in PostgreSQL's words.
    public static String name(RelDataType type) {
        if (type instanceof EnumType one) {
            return one.values().name().quoted();
        }
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> "INTEGER";
            case REAL, FLOAT, DOUBLE -> "DOUBLE PRECISION";
            case DECIMAL ->
                    Numeric.isFree(type)
                            ? "NUMERIC"
                            : "DECIMAL(" + type.getPrecision() + "," + type.getScale() + ")";
            case TIME -> "TIME";
            case TIMESTAMP -> "TIMESTAMP";
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> "TIMESTAMP WITH TIME ZONE";
            case CHAR, VARCHAR, NULL -> "TEXT";
            case BINARY, VARBINARY -> "BYTEA";
            case ARRAY, MULTISET -> name(type.getComponentType()) + "[]";
            default ->
                    isInterval(type.getSqlTypeName()) ? "INTERVAL" : type.getSqlTypeName().name();
        };
    }

    /// The type as PostgreSQL writes it; a computed number or text has any number of digits or
    /// characters.
    public static String declared(RelDataType type) {
        if (type instanceof EnumType) {
            return name(type);
        }
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT -> "smallint";
            case REAL -> "real";
            case DECIMAL -> "numeric";
            case TIME -> "time without time zone";
            case TIMESTAMP -> "timestamp without time zone";
            case ARRAY, MULTISET -> declared(type.getComponentType()) + "[]";
            default -> name(type).toLowerCase(Locale.ROOT);
        };
    }

    /// The type that values of a type of PostgreSQL have; text if there is nothing nearer.
    ///
    /// @param declared as PostgreSQL writes it
    public static RelDataType named(String declared, RelDataTypeFactory factory) {
        if (declared.endsWith("[]")) {
            String element = declared.substring(0, declared.length() - 2);
            return ArrayArguments.arrayOf(named(element, factory), factory);
        }
        SqlTypeName other =
                switch (declared) {
                    case "bytea" -> SqlTypeName.VARBINARY;
                    case "smallint" -> SqlTypeName.SMALLINT;
                    case "real" -> SqlTypeName.REAL;
                    case "interval" -> SqlTypeName.INTERVAL_DAY_SECOND;
                    case "oid", "xid", "regclass", "regtype", "regproc" -> SqlTypeName.BIGINT;
                    default -> null;
                };
        if (other == SqlTypeName.INTERVAL_DAY_SECOND) {
            return factory.createTypeWithNullability(interval(factory), true);
        }
        return other == null
                ? relType(
                        Statements.type(declared).map(SqlType::physical).orElse(Type.TEXT),
                        factory,
                        true)
                : factory.createTypeWithNullability(factory.createSqlType(other), true);
    }

    /// The names of types that PostgreSQL knows and the parser does not, such as `text`.
    public static Map<String, RelProtoDataType> aliases() {
        return ALIASES;
    }

    private static final Map<String, RelProtoDataType> ALIASES =
            Map.ofEntries(
                    alias("text", SqlTypeName.VARCHAR),
                    alias("string", SqlTypeName.VARCHAR),
                    alias("name", SqlTypeName.VARCHAR),
                    alias("uuid", SqlTypeName.VARCHAR),
                    alias("json", SqlTypeName.VARCHAR),
                    alias("jsonb", SqlTypeName.VARCHAR),
                    alias("bpchar", SqlTypeName.VARCHAR),
                    alias("bytea", SqlTypeName.VARBINARY),
                    alias("int2", SqlTypeName.SMALLINT),
                    alias("int4", SqlTypeName.INTEGER),
                    alias("int8", SqlTypeName.BIGINT),
                    alias("float4", SqlTypeName.REAL),
                    alias("float8", SqlTypeName.DOUBLE),
                    alias("bool", SqlTypeName.BOOLEAN),
                    alias("timestamptz", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE));

    private static Map.Entry<String, RelProtoDataType> alias(String name, SqlTypeName type) {
        return Map.entry(name, factory -> factory.createSqlType(type));
    }

    static boolean isInterval(SqlTypeName name) {
        return SqlTypeName.INTERVAL_TYPES.contains(name);
    }
}
