package telegraph.testkit.web;

/// How the name servers answer for a host.
public enum NameKind implements Kind {
    /// One address, good for an hour.
    PLAIN,
    /// No such name.
    UNREGISTERED
}
