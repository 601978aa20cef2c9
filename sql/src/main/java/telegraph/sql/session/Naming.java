package telegraph.sql.session;

/// What the names in a query stand for.
public enum Naming {
    /// What they stand for in the session, where temporary tables are in front.
    SESSION,

    /// Nothing temporary: the query was kept as a text, and means the same in all sessions.
    KEPT,

    /// What they stand for in the session; a temporary table is refused, since the query is to be
    /// kept.
    LASTING
}
