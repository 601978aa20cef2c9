package telegraph.ground;

/// Which promise of which table a failure is about, so that programs need not read messages for it.
///
/// @param schema that of the table
/// @param column the column, or empty
/// @param constraint the constraint or unique index, or empty
/// @param detail the facts at the end of the message, such as `Key (id)=(1) already exists`; or
///   empty
public record Violation(
        String schema, String table, String column, String constraint, String detail) {
    /// Of a constraint.
    public static Violation of(String schema, String table, String constraint, String detail) {
        return new Violation(schema, table, "", constraint, detail);
    }
}
