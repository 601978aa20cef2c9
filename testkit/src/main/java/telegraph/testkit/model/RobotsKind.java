package telegraph.testkit.model;

/// What a host's robots.txt is.
public enum RobotsKind implements Kind {
    /// Allows everything.
    ALLOWS,
    /// Forbids one directory of eight, but for one page in it.
    DISALLOWS,
    /// Forbids everything.
    DISALLOWS_ALL,
    /// Forbids as [#DISALLOWS], after being looked for elsewhere.
    REDIRECTED,
    /// Forbids as [#DISALLOWS], and goes on with comments for 700 KB.
    HUGE,
    /// Asks for a delay of a second.
    CRAWL_DELAY,
    /// Names a sitemap, in which stand pages that no other page links to.
    SITEMAP,
    /// Is a page of HTML.
    GARBAGE,
    /// Is not there: status 404, which allows everything.
    MISSING,
    /// May not be read: status 403, which allows everything.
    FORBIDDEN,
    /// Is broken: status 503, which forbids everything.
    BROKEN,
    /// Ends before it is whole, each time, which forbids everything.
    CUT,
    /// Forbids as [#DISALLOWS], after being looked for at the next host.
    REDIRECTED_AWAY
}
