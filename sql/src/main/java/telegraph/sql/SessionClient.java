package telegraph.sql;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Who a session is with, as far as queries can ask for it.
///
/// @param user by which name they came in
/// @param database what they called this sandbox
/// @param parameters the values of settings that the door keeps itself, by name in any case
/// @param changing changes these
public record SessionClient(
        String user,
        String database,
        Function<String, Optional<String>> parameters,
        Changing changing) {
    /// What changes the settings that the door keeps.
    public interface Changing {
        /// Gives a setting another value; empty if the door keeps none of that name.
        ///
        /// @param local whether only until the transaction ends
        Optional<Changed> set(String name, String value, boolean local);
    }

    /// A setting that was changed.
    ///
    /// @param value as it is shown
    /// @param governed the setting of Telegraph that takes its value, and how
    public record Changed(String value, Optional<Map.Entry<String, String>> governed) {}

    /// One whose settings stay as they are.
    public SessionClient(
            String user, String database, Function<String, Optional<String>> parameters) {
        this(user, database, parameters, (_, _, _) -> Optional.empty());
    }

    /// What a sandbox is called by who says nothing.
    static final String DATABASE = "telegraph";

    /// Whoever runs this process.
    static SessionClient local(String user) {
        return new SessionClient(user, DATABASE, _ -> Optional.empty());
    }
}
