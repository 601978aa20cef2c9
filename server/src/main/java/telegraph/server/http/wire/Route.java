package telegraph.server.http.wire;

import java.util.Optional;

/// An address, a method, and who answers.
///
/// @param pattern the path; `{id}` in it is one part of any text, `**` at its end any rest
/// @param access what a client has to prove
/// @param waits whether answering may wait, so that it must not be done on the connection's loop
public record Route(
        String method, String pattern, Access access, boolean waits, Endpoint endpoint) {
    /// What a client has to prove.
    public enum Access {
        /// Nothing: these are the same for everybody and tell nothing of the sandbox.
        PUBLIC,
        /// That it is a user, where there are users.
        USER
    }

    /// Whether a path is one of this address.
    boolean matches(String path) {
        if (pattern.endsWith("**")) {
            return path.startsWith(pattern.substring(0, pattern.length() - 2));
        }
        int brace = pattern.indexOf("{id}");
        return brace < 0 ? pattern.equals(path) : part(path).isPresent();
    }

    /// What stands in a path where the pattern has `{id}`.
    Optional<String> part(String path) {
        int brace = pattern.indexOf("{id}");
        String before = pattern.substring(0, brace);
        String after = pattern.substring(brace + 4);
        if (path.length() <= before.length() + after.length()
                || !path.startsWith(before)
                || !path.endsWith(after)) {
            return Optional.empty();
        }
        String part = path.substring(before.length(), path.length() - after.length());
        return part.indexOf('/') < 0 ? Optional.of(part) : Optional.empty();
    }
}
