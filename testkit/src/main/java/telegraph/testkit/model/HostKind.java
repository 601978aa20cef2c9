package telegraph.testkit.model;

/// How the server of a host behaves.
public enum HostKind implements Kind {
    /// Answers at once.
    PLAIN,
    /// Answers well, after a quarter of a second.
    SLOW,
    /// Has the pages of the host before it, octet for octet; only hosts with odd numbers can.
    MIRROR,
    /// Accepts, reads the request and never answers.
    HANGING,
    /// Answers with one octet each second.
    DRIPPING,
    /// Sends a page whose end only the end of the connection would tell, and leaves it open.
    NEVER_CLOSING,
    /// Resets the connection when it has read the request.
    RESETTING,
    /// Answers what is not HTTP.
    GARBAGE;

    /// Whether whole responses come from it.
    public boolean answers() {
        return this == PLAIN || this == SLOW || this == MIRROR;
    }
}
