package telegraph.server.net;

/// What the handlers of a connection are told, as a user event in its pipeline, when the server is
/// about to stop.
public enum ShutdownNotice {
    /// Nothing new is begun: who is idle is told so in its own protocol and closed, who has a
    /// statement running, or a transaction open, when that has ended.
    SOON,
    /// Nothing runs any more: what is still to be said is said now, and the connection closed.
    NOW
}
