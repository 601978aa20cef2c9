package telegraph.testkit.model;

/// How the name server answers for a host.
public enum NameKind implements Kind {
    /// One address, good for an hour.
    PLAIN,
    /// An address that is good for a second.
    SHORT_LIVED,
    /// An alias of an alias of what has the address.
    ALIASED,
    /// Too much for UDP; TCP has the address.
    TRUNCATED,
    /// An answer that nobody asked for with a wrong address, and then the right one.
    FORGED,
    /// The first query is lost.
    LOST,
    /// Half a second passes.
    SLOW,
    /// No such name.
    UNREGISTERED,
    /// The name server has failed.
    FAILING,
    /// Never an answer.
    SILENT;

    /// Whether the name has an address in the end.
    public boolean resolves() {
        return compareTo(UNREGISTERED) < 0;
    }
}
