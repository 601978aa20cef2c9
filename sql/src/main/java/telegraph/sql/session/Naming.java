package telegraph.sql.session;

/// What the names in a query stand for.
public enum Naming {
    /// What they stand for in the session, where temporary tables are in front.
    SESSION,

    /// Bare ones for what is in `public`: the query was kept as a text, and means the same in all
    /// sessions.
    KEPT,

    /// As [#KEPT], since the query is to be kept; a temporary table is refused.
    LASTING
}
