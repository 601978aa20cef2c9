package telegraph.testkit.model;

/// A way in which a host, a page, a robots.txt or a name differs from a plain one.
public sealed interface Kind permits HostKind, PageKind, RobotsKind, NameKind, ProtocolKind {}
