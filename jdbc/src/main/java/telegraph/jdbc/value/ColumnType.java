package telegraph.jdbc.value;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What JDBC calls a type of SQL.
///
/// @param code one of [java.sql.Types]
/// @param name in PostgreSQL's words, without digits
/// @param valueClass of the objects that stand for its values
/// @param precision digits, or the most characters; 0 if there is no most
/// @param scale digits after the point
/// @param displaySize the most characters of a value's text
public record ColumnType(
        int code, String name, Class<?> valueClass, int precision, int scale, int displaySize) {
    private static final int TEXT_SIZE = Integer.MAX_VALUE;
    private static final int DECIMAL_DIGITS = 38;
    private static final Pattern FORM =
            Pattern.compile("([a-z ]+?) ?(?:\\((\\d+)(?:,\\s*(\\d+))?\\))?([a-z ]*)");

    /// The types, in the order JDBC lists them: by code.
    public static List<ColumnType> all() {
        return List.of(
                        "boolean",
                        "smallint",
                        "integer",
                        "bigint",
                        "real",
                        "double precision",
                        "numeric",
                        "text",
                        "character varying",
                        "character",
                        "bytea",
                        "date",
                        "time without time zone",
                        "timestamp without time zone",
                        "timestamp with time zone",
                        "interval",
                        "uuid",
                        "json",
                        "jsonb")
                .stream()
                .map(ColumnType::of)
                .sorted(
                        java.util.Comparator.comparingInt(ColumnType::code)
                                .thenComparing(ColumnType::name))
                .toList();
    }

    /// Of the name of a type as results and DESCRIBE show it.
    public static ColumnType of(String shown) {
        if (shown.endsWith("[]")) {
            return new ColumnType(Types.ARRAY, shown, List.class, 0, 0, TEXT_SIZE);
        }
        Matcher form = FORM.matcher(shown.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            return other(shown);
        }
        int length = form.group(2) == null ? 0 : Integer.parseInt(form.group(2));
        int scale = form.group(3) == null ? 0 : Integer.parseInt(form.group(3));
        return of(form.group(1) + form.group(4), length, scale);
    }

    private static ColumnType of(String name, int length, int scale) {
        return switch (name) {
            case "boolean", "bool" ->
                    new ColumnType(Types.BOOLEAN, "boolean", Boolean.class, 1, 0, 5);
            case "smallint", "int2" ->
                    new ColumnType(Types.SMALLINT, "smallint", Integer.class, 5, 0, 6);
            case "integer", "int", "int4" ->
                    new ColumnType(Types.INTEGER, "integer", Integer.class, 10, 0, 11);
            case "bigint", "int8" -> new ColumnType(Types.BIGINT, "bigint", Long.class, 19, 0, 20);
            case "real", "float4" -> new ColumnType(Types.REAL, "real", Float.class, 8, 8, 15);
            case "double precision", "double", "float8" ->
                    new ColumnType(Types.DOUBLE, "double precision", Double.class, 17, 17, 25);
            case "numeric", "decimal" -> {
                int digits = length == 0 ? DECIMAL_DIGITS : length;
                yield new ColumnType(
                        Types.NUMERIC, "numeric", BigDecimal.class, digits, scale, digits + 2);
            }
            case "text" -> new ColumnType(Types.VARCHAR, "text", String.class, 0, 0, TEXT_SIZE);
            case "character varying", "varchar" -> text(Types.VARCHAR, "character varying", length);
            case "character", "char" -> text(Types.CHAR, "character", Math.max(1, length));
            case "bytea" -> new ColumnType(Types.BINARY, "bytea", byte[].class, 0, 0, TEXT_SIZE);
            case "date" -> new ColumnType(Types.DATE, "date", Date.class, 10, 0, 10);
            case "time", "time without time zone" ->
                    new ColumnType(Types.TIME, "time without time zone", Time.class, 15, 6, 15);
            case "timestamp", "timestamp without time zone" ->
                    new ColumnType(
                            Types.TIMESTAMP,
                            "timestamp without time zone",
                            Timestamp.class,
                            26,
                            6,
                            26);
            case "timestamp with time zone", "timestamptz" ->
                    new ColumnType(
                            Types.TIMESTAMP_WITH_TIMEZONE,
                            "timestamp with time zone",
                            OffsetDateTime.class,
                            29,
                            6,
                            29);
            case "uuid" -> new ColumnType(Types.OTHER, "uuid", java.util.UUID.class, 36, 0, 36);
            case "json", "jsonb" ->
                    new ColumnType(Types.VARCHAR, name, String.class, 0, 0, TEXT_SIZE);
            case "interval" -> new ColumnType(Types.OTHER, "interval", Object.class, 0, 6, 49);
            default -> other(name);
        };
    }

    private static ColumnType text(int code, String name, int length) {
        return new ColumnType(
                code, name, String.class, length, 0, length == 0 ? TEXT_SIZE : length);
    }

    private static ColumnType other(String name) {
        return new ColumnType(Types.OTHER, name, Object.class, 0, 0, TEXT_SIZE);
    }

    /// Whether values are whole numbers of at most 64 bits.
    public boolean isWhole() {
        return code == Types.INTEGER || code == Types.BIGINT || code == Types.SMALLINT;
    }

    public boolean isNumber() {
        return isWhole() || code == Types.NUMERIC || code == Types.DOUBLE || code == Types.REAL;
    }

    public boolean isText() {
        return code == Types.VARCHAR || code == Types.CHAR;
    }
}
