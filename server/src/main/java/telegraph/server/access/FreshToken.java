package telegraph.server.access;

/// A token that was just made; it is shown once and kept nowhere.
///
/// @param secret what its bearer sends
/// @param line what stands in the password file
public record FreshToken(String secret, String line) {
    /// Without the secret, which belongs in no log.
    @Override
    public String toString() {
        return "FreshToken[" + line + "]";
    }
}
