package telegraph.testkit.model;

/// What a crawler must not do.
public enum Violation {
    /// Asked a host again before its delay was over.
    EARLY_AT_HOST,
    /// Asked an address again before its delay was over.
    EARLY_AT_ADDRESS,
    /// Asked a host again before the time its Retry-After told.
    BEFORE_RETRY_AFTER,
    /// Asked a host through a second connection while the first was open.
    SECOND_CONNECTION,
    /// Asked for what robots.txt forbids.
    DISALLOWED,
    /// Asked for a page of a host whose robots.txt it had not asked for.
    BEFORE_ROBOTS,
    /// Asked for what only stands in comments, scripts and such.
    DECOY,
    /// Asked for what no page links to.
    UNKNOWN_URL,
    /// Asked the address of one host for a page of another that is not there, or of no host of this
    /// web.
    WRONG_HOST
}
