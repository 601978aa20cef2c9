package telegraph.server.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import telegraph.ground.TelegraphException;

/// The arithmetic of SCRAM-SHA-256 (RFC 5802, RFC 7677).
///
/// ```
/// salted = Hi(password, salt, iterations)      PBKDF2 with HMAC-SHA-256, one block
/// client = HMAC(salted, "Client Key")          stored = SHA-256(client)
/// server = HMAC(salted, "Server Key")
/// ```
///
/// Threads: any.
public final class Scram {
    private static final String HMAC = "HmacSHA256";
    private static final byte[] FIRST_BLOCK = {0, 0, 0, 1};

    private Scram() {}

    /// A code that only who has the key can make of a text.
    public static byte[] hmac(byte[] key, byte[] text) {
        return mac(key).doFinal(text);
    }

    /// SHA-256.
    public static byte[] hash(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (GeneralSecurityException e) {
            throw TelegraphException.bug("every JDK has SHA-256", e);
        }
    }

    static byte[] salted(String password, byte[] salt, int iterations) {
        Mac mac = mac(prepared(password).getBytes(StandardCharsets.UTF_8));
        mac.update(salt);
        byte[] block = mac.doFinal(FIRST_BLOCK);
        byte[] salted = block.clone();
        for (int i = 1; i < iterations; i++) {
            block = mac.doFinal(block);
            for (int b = 0; b < salted.length; b++) {
                salted[b] ^= block[b];
            }
        }
        return salted;
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac;
        } catch (GeneralSecurityException e) {
            throw TelegraphException.bug("every JDK has HMAC with SHA-256", e);
        }
    }

    /// The form in which a password is compared, whatever keyboard it was typed on (SASLprep, RFC
    /// 4013): other blanks are blanks, what is invisible is not there, and the rest is normalised.
    private static String prepared(String password) {
        StringBuilder mapped = new StringBuilder();
        password.codePoints()
                .filter(c -> c != 0xAD && c != 0x34F && c != 0x2060 && c != 0xFEFF)
                .filter(c -> !(c >= 0x200B && c <= 0x200D || c >= 0xFE00 && c <= 0xFE0F))
                .forEach(c ->
                        mapped.appendCodePoint(
                                Character.getType(c) == Character.SPACE_SEPARATOR ? ' ' : c));
        String normal = Normalizer.normalize(mapped, Normalizer.Form.NFKC);
        return normal.isEmpty() ? password : normal;
    }
}
