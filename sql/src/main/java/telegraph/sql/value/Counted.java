package telegraph.sql.value;

/// Stands in a row that many statements share for what is counted when it is read.
///
/// @param container what is counted in
public record Counted(What what, int container) {
    /// What is counted.
    public enum What {
        ROWS,
        PAGES
    }
}
