package telegraph.testkit.web;

/// What a host's robots.txt is.
public enum RobotsKind implements Kind {
    /// Allows everything.
    ALLOWS,
    /// Forbids one directory of eight, but for one page in it.
    DISALLOWS,
    /// Is not there: status 404, which allows everything.
    MISSING
}
