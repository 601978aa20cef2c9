package telegraph.testkit.web;

/// How the server of a host behaves.
public enum HostKind implements Kind {
    /// Answers at once.
    PLAIN,
    /// Accepts, reads the request and never answers.
    HANGING
}
