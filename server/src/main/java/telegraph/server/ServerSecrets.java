package telegraph.server;

import java.util.random.RandomGenerator;
import telegraph.server.access.Accounts;
import telegraph.server.access.FreshToken;

/// Makes lines for a server's password file.
///
/// Threads: any.
public final class ServerSecrets {
    private ServerSecrets() {}

    /// A token that was just made; it is shown once and kept nowhere.
    ///
    /// @param secret what its bearer sends
    /// @param line what stands in the password file
    public record Token(String secret, String line) {
        /// Without the secret, which belongs in no log.
        @Override
        public String toString() {
            return "Token[" + line + "]";
        }
    }

    /// The line that lets a user in by a password.
    ///
    /// @throws telegraph.ground.TelegraphException if the name or the password cannot be one
    public static String passwordLine(String user, String password, RandomGenerator random) {
        return Accounts.passwordLine(user, password, random);
    }

    /// A new token, and the line that lets its bearer in by a name.
    ///
    /// @throws telegraph.ground.TelegraphException if it cannot be a name
    public static Token token(String name, RandomGenerator random) {
        FreshToken made = Accounts.token(name, random);
        return new Token(made.secret(), made.line());
    }
}
