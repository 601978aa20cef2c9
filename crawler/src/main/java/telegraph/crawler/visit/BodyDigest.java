package telegraph.crawler.visit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import telegraph.http.Octets;

/// The first 128 bits of a body's SHA-256, without garbage.
///
/// Nobody can make two bodies that have the same ones on purpose, short of 2⁶⁴ tries.
///
/// Threads: one.
final class BodyDigest {
    private static final String ALGORITHM = "SHA-256";
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final MessageDigest digest;
    private final byte[] bits = new byte[32];

    BodyDigest() {
        try {
            digest = MessageDigest.getInstance(ALGORITHM);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /// Reads a body; what is told holds until the next.
    BodyDigest read(Octets body) {
        digest.update(body.array(), 0, body.length());
        try {
            digest.digest(bits, 0, bits.length);
        } catch (DigestException e) {
            throw new IllegalStateException("the array is as long as the digest", e);
        }
        return this;
    }

    /// The first 64 bits.
    long high() {
        return (long) LONG.get(bits, 0);
    }

    /// The next 64 bits.
    long low() {
        return (long) LONG.get(bits, Long.BYTES);
    }
}
