package telegraph.server.admission;

/// A statement that somebody wants carried out.
///
/// @param text the statement
/// @param live whether snapshots of the answer are wanted while it is not complete
/// @param client who asks
public record Admission(String text, boolean live, Client client) {
    /// Who asks, and by which door.
    ///
    /// @param user a name
    /// @param door `postgres`, `http` or `redis`
    /// @param address where from
    /// @param application what the client calls itself, or ""
    public record Client(String user, String door, String address, String application) {}
}
