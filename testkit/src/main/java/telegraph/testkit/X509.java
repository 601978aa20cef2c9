package telegraph.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/// As much of X.509 (RFC 5280) as TLS looks at, written as DER, because the JDK only reads it.
///
/// Threads: any; there is no state.
final class X509 {
    private static final int INTEGER = 0x02;
    private static final int BITS = 0x03;
    private static final int OCTETS = 0x04;
    private static final int TEXT = 0x0c;
    private static final int TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int VERSION = 0xa0;
    private static final int EXTENSIONS = 0xa3;
    private static final int DNS_NAME = 0x82;
    private static final int ADDRESS = 0x87;

    private static final byte[] TRUE = {0x01, 0x01, (byte) 0xff};
    private static final byte[] ECDSA_SHA256 = {
        0x06, 0x08, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02
    };
    private static final byte[] COMMON_NAME = {0x06, 0x03, 0x55, 0x04, 0x03};
    private static final byte[] ALTERNATIVE_NAMES = {0x06, 0x03, 0x55, 0x1d, 0x11};
    private static final byte[] BASIC_CONSTRAINTS = {0x06, 0x03, 0x55, 0x1d, 0x13};

    private static final DateTimeFormatter TIMES =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /// What a certificate says.
    ///
    /// @param subject whom it is about, in words
    /// @param names hosts and addresses that it proves; none for an authority
    record Claims(String subject, List<String> names, Instant from, Instant until) {}

    private X509() {}

    /// A new pair of keys, as all certificates here have them.
    static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /// The claims about who has `key`, signed by `issuer`.
    static X509Certificate sign(Claims claims, PublicKey key, String issuer, PrivateKey signer)
            throws GeneralSecurityException {
        byte[] algorithm = der(SEQUENCE, ECDSA_SHA256);
        byte[] body =
                der(
                        SEQUENCE,
                        der(VERSION, integer(2)),
                        integer(System.nanoTime() & Long.MAX_VALUE),
                        algorithm,
                        name(issuer),
                        der(SEQUENCE, time(claims.from()), time(claims.until())),
                        name(claims.subject()),
                        key.getEncoded(),
                        der(EXTENSIONS, der(SEQUENCE, extension(claims.names()))));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(signer);
        signature.update(body);
        byte[] whole = der(SEQUENCE, body, algorithm, der(BITS, new byte[1], signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] extension(List<String> names) {
        if (names.isEmpty()) {
            return der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(OCTETS, der(SEQUENCE, TRUE)));
        }
        byte[][] all = new byte[names.size()][];
        for (int i = 0; i < all.length; i++) {
            all[i] = alternative(names.get(i));
        }
        return der(SEQUENCE, ALTERNATIVE_NAMES, der(OCTETS, der(SEQUENCE, all)));
    }

    private static byte[] alternative(String name) {
        if (!Character.isDigit(name.charAt(0))) {
            return der(DNS_NAME, name.getBytes(StandardCharsets.US_ASCII));
        }
        String[] numbers = name.split("\\.");
        byte[] address = new byte[numbers.length];
        for (int i = 0; i < address.length; i++) {
            address[i] = (byte) Integer.parseInt(numbers[i]);
        }
        return der(ADDRESS, address);
    }

    private static byte[] name(String common) {
        byte[] text = der(TEXT, common.getBytes(StandardCharsets.UTF_8));
        return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, text)));
    }

    private static byte[] integer(long value) {
        return der(INTEGER, BigInteger.valueOf(value).toByteArray());
    }

    private static byte[] time(Instant at) {
        return der(TIME, TIMES.format(at).getBytes(StandardCharsets.US_ASCII));
    }

    /// A value of one kind: its tag, its length, its parts.
    private static byte[] der(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 4);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else {
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int skipped = digits[0] == 0 ? 1 : 0;
            out.write(0x80 | digits.length - skipped);
            out.write(digits, skipped, digits.length - skipped);
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
