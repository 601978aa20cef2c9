package telegraph.server.postgres.login;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import telegraph.server.access.Scram;
import telegraph.server.access.ScramVerifier;
import telegraph.server.postgres.message.Malformed;

/// The server's side of a login by SCRAM-SHA-256, in which the client proves that it knows the
/// password and the server that it knows the client's (RFC 5802, RFC 7677).
///
/// ```
/// client                                          server
/// n,,n=USER,r=NONCE1                       ──▶
///                                          ◀──   r=NONCE1NONCE2,s=SALT,i=ITERATIONS
/// c=CHANNEL,r=NONCE1NONCE2,p=PROOF         ──▶
///                                          ◀──   v=SIGNATURE
/// ```
///
/// The user is that of the startup packet; the one named here is not looked at, as in PostgreSQL.
/// With channel binding the proof covers the hash of the server's certificate, so that nobody in
/// between can pass it on.
///
/// Threads: one at a time.
public final class ScramExchange {
    /// Without channel binding.
    public static final String PLAIN = "SCRAM-SHA-256";

    /// With it.
    public static final String BOUND = "SCRAM-SHA-256-PLUS";

    private static final String BINDING = "tls-server-end-point";

    private final ScramVerifier verifier;
    private final Optional<byte[]> certificateHash;
    private final boolean bound;
    private final String nonce;
    private String header;
    private String clientFirst;
    private String serverFirst;
    private String nonces;

    /// @param certificateHash of the server's certificate, empty if the channel is not encrypted
    /// @param mechanism what the client chose
    /// @param random bytes that nobody can foresee
    public ScramExchange(
            ScramVerifier verifier,
            Optional<byte[]> certificateHash,
            String mechanism,
            byte[] random) {
        this.verifier = verifier;
        this.certificateHash = certificateHash;
        this.bound = mechanism.equals(BOUND);
        this.nonce = HexFormat.of().formatHex(random);
        boolean known = mechanism.equals(PLAIN) || bound && certificateHash.isPresent();
        if (!known) {
            throw new Malformed("the client chose a way to prove itself that was not offered");
        }
    }

    /// Takes the client's first message and gives the server's.
    public String first(String message) {
        int comma = message.indexOf(',', message.indexOf(',') + 1);
        if (comma < 0) {
            throw wrong();
        }
        header = message.substring(0, comma + 1);
        clientFirst = message.substring(comma + 1);
        String flag = header.substring(0, header.indexOf(','));
        // y: the client could bind and thinks that the server cannot; if the server can, somebody
        // in between told it so
        boolean fits =
                bound
                        ? flag.equals("p=" + BINDING)
                        : flag.equals("n") || flag.equals("y") && certificateHash.isEmpty();
        if (!fits) {
            throw wrong();
        }
        nonces = attribute(clientFirst, 'r') + nonce;
        serverFirst =
                "r="
                        + nonces
                        + ",s="
                        + Base64.getEncoder().encodeToString(verifier.salt())
                        + ",i="
                        + verifier.iterations();
        return serverFirst;
    }

    /// Takes the client's last message; the server's, or empty if the proof is wrong.
    public Optional<String> last(String message) {
        int proofAt = message.lastIndexOf(",p=");
        if (proofAt < 0 || serverFirst == null) {
            throw wrong();
        }
        String withoutProof = message.substring(0, proofAt);
        byte[] proof = decoded(message.substring(proofAt + 3));
        boolean sound =
                MessageDigest.isEqual(decoded(attribute(withoutProof, 'c')), channel())
                        && attribute(withoutProof, 'r').equals(nonces);
        byte[] said = bytes(clientFirst + "," + serverFirst + "," + withoutProof);
        byte[] signature = Scram.hmac(verifier.storedKey(), said);
        if (!sound || proof.length != signature.length) {
            return Optional.empty();
        }
        for (int i = 0; i < proof.length; i++) {
            proof[i] ^= signature[i];
        }
        if (!MessageDigest.isEqual(Scram.hash(proof), verifier.storedKey())) {
            return Optional.empty();
        }
        byte[] answer = Scram.hmac(verifier.serverKey(), said);
        return Optional.of("v=" + Base64.getEncoder().encodeToString(answer));
    }

    private byte[] channel() {
        byte[] start = bytes(header);
        if (!bound) {
            return start;
        }
        byte[] hash = certificateHash.orElseThrow();
        byte[] both = new byte[start.length + hash.length];
        System.arraycopy(start, 0, both, 0, start.length);
        System.arraycopy(hash, 0, both, start.length, hash.length);
        return both;
    }

    private static String attribute(String message, char name) {
        for (String part : message.split(",")) {
            if (part.length() > 2 && part.charAt(0) == name && part.charAt(1) == '=') {
                return part.substring(2);
            }
        }
        throw wrong();
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw wrong();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Malformed wrong() {
        return new Malformed("the exchange of SCRAM-SHA-256 went wrong");
    }
}
