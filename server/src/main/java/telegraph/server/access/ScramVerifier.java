package telegraph.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a server keeps of a password: enough to check a proof of it, not enough to make one.
///
/// Written as PostgreSQL writes it: `SCRAM-SHA-256$iterations:salt$stored:server`, in base 64.
///
/// @param salt makes equal passwords differ
/// @param iterations how dear a guess is
/// @param storedKey the hash of the key that a client proves to have
/// @param serverKey proves to the client that the server knows it
public record ScramVerifier(byte[] salt, int iterations, byte[] storedKey, byte[] serverKey) {
    static final int ITERATIONS = 4_096;
    static final int SALT_BYTES = 16;

    /// More would let a line of the file keep a core busy at each login.
    private static final int ITERATIONS_MAX = 1_000_000;

    private static final int KEY_BYTES = 32;
    private static final Pattern FORM =
            Pattern.compile(
                    "SCRAM-SHA-256\\$(\\d{1,7}):([A-Za-z0-9+/=]+)"
                            + "\\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");

    static ScramVerifier of(String password, byte[] salt, int iterations) {
        byte[] salted = Scram.salted(password, salt, iterations);
        byte[] client = Scram.hmac(salted, "Client Key".getBytes(StandardCharsets.US_ASCII));
        return new ScramVerifier(
                salt,
                iterations,
                Scram.hash(client),
                Scram.hmac(salted, "Server Key".getBytes(StandardCharsets.US_ASCII)));
    }

    /// Reads what [#text] wrote; empty if it is none.
    static Optional<ScramVerifier> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Base64.Decoder base64 = Base64.getDecoder();
        try {
            int iterations = Integer.parseInt(parts.group(1));
            byte[] salt = base64.decode(parts.group(2));
            byte[] stored = base64.decode(parts.group(3));
            byte[] server = base64.decode(parts.group(4));
            boolean sound =
                    iterations > 0
                            && iterations <= ITERATIONS_MAX
                            && stored.length == KEY_BYTES
                            && server.length == KEY_BYTES;
            return sound
                    ? Optional.of(new ScramVerifier(salt, iterations, stored, server))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // it has the form, but is not base 64
        }
    }

    /// Whether this is kept of `password`; takes as long for a wrong one.
    boolean isOf(String password) {
        ScramVerifier other = of(password, salt, iterations);
        return MessageDigest.isEqual(storedKey, other.storedKey);
    }

    String text() {
        Base64.Encoder base64 = Base64.getEncoder();
        return "SCRAM-SHA-256$"
                + iterations
                + ":"
                + base64.encodeToString(salt)
                + "$"
                + base64.encodeToString(storedKey)
                + ":"
                + base64.encodeToString(serverKey);
    }

    /// Without the keys, which belong in no log.
    @Override
    public String toString() {
        return "ScramVerifier[iterations=" + iterations + "]";
    }
}
