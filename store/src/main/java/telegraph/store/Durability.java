package telegraph.store;

/// What a commit waits for.
public enum Durability {
    /// The log is on the disk: nothing acknowledged is ever lost.
    SYNC,
    /// The log is with the operating system: a crash of the process loses nothing, one of the
    /// machine may lose the last moments, and never leaves half a transaction.
    RELAXED
}
