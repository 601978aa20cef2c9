package telegraph.sql;

import java.util.Optional;
import java.util.function.Function;

/// Who a session is with, as far as queries can ask for it.
///
/// @param user by which name they came in
/// @param database what they called this sandbox
/// @param parameters the values of settings that the door keeps itself, by name in any case
public record SessionClient(
        String user, String database, Function<String, Optional<String>> parameters) {
    /// What a sandbox is called by who says nothing.
    static final String DATABASE = "telegraph";

    /// Whoever runs this process.
    static SessionClient local(String user) {
        return new SessionClient(user, DATABASE, _ -> Optional.empty());
    }
}
