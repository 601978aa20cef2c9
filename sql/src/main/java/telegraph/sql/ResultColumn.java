package telegraph.sql;

/// A column of a result: its name and its SQL type as DESCRIBE shows it, such as `INTEGER` or
/// `DECIMAL(10,2)`.
public record ResultColumn(String name, String type) {}
