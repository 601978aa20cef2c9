package telegraph.sql;

import java.util.Locale;

/// A column of a result: its name and its SQL type.
///
/// @param type as DESCRIBE shows it, such as `INTEGER` or `DECIMAL(10,2)`
/// @param declared as PostgreSQL writes it, such as `smallint`, `character varying(10)`, `uuid` or
///   `integer[]`: the type that a table's column was declared with, or that a cast asked for
/// @param oid PostgreSQL's number of the type if it is one of the catalog, else 0
public record ResultColumn(String name, String type, String declared, int oid) {
    /// A column of a type that is always there.
    public ResultColumn(String name, String type, String declared) {
        this(name, type, declared, 0);
    }

    /// A column whose type is that of its values.
    public ResultColumn(String name, String type) {
        this(name, type, declared(type));
    }

    private static String declared(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        if (lower.endsWith("[]")) {
            return declared(lower.substring(0, lower.length() - 2)) + "[]";
        }
        return switch (lower) {
            case "timestamp" -> "timestamp without time zone";
            case "time" -> "time without time zone";
            case "double" -> "double precision";
            // How many digits a computed number may have is the planner's business.
            default -> lower.startsWith("decimal(") ? "numeric" : lower;
        };
    }
}
