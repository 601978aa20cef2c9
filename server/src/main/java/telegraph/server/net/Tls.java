package telegraph.server.net;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import telegraph.ground.TelegraphException;

/// Makes what a server speaks TLS with, from files in PEM.
public final class Tls {
    private static final Pattern KEY =
            Pattern.compile(
                    "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private Tls() {}

    /// @param chain the server's certificate and those it rests on
    /// @param key the private key that belongs to it, without a password
    /// @throws TelegraphException if they cannot be read, or do not belong together
    public static SslContext read(Path chain, Path key) {
        X509Certificate[] certificates = certificates(chain);
        PrivateKey secret = key(key, certificates[0].getPublicKey());
        demandPair(certificates[0].getPublicKey(), secret, chain, key);
        try {
            return SslContextBuilder.forServer(secret, certificates)
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .build();
        } catch (SSLException e) {
            throw wrong("--tls-cert", chain, "a certificate is one that TLS can use", e);
        }
    }

    private static X509Certificate[] certificates(Path chain) {
        byte[] text = bytes("--tls-cert", chain);
        try {
            List<? extends Certificate> read =
                    List.copyOf(
                            CertificateFactory.getInstance("X.509")
                                    .generateCertificates(new ByteArrayInputStream(text)));
            if (!read.isEmpty()) {
                return read.toArray(X509Certificate[]::new);
            }
        } catch (GeneralSecurityException e) {
            throw wrong("--tls-cert", chain, "a certificate is a file in PEM", e);
        }
        throw TelegraphException.input(
                "a certificate is a file in PEM, and this one has none: --tls-cert=" + chain);
    }

    private static PrivateKey key(Path file, PublicKey counterpart) {
        String text = new String(bytes("--tls-key", file), StandardCharsets.US_ASCII);
        Matcher found = KEY.matcher(text);
        if (!found.find()) {
            throw TelegraphException.input(
                    "a private key is a file in PEM that begins with BEGIN PRIVATE KEY: --tls-key="
                            + file
                            + ". Make one with openssl pkcs8 -topk8 -nodes -in "
                            + file.getFileName());
        }
        try {
            byte[] key = Base64.getMimeDecoder().decode(found.group(1));
            return KeyFactory.getInstance(counterpart.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(key));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw wrong("--tls-key", file, "a private key is of its certificate's kind", e);
        }
    }

    /// The key signs something that the certificate must bear out.
    private static void demandPair(PublicKey known, PrivateKey secret, Path chain, Path key) {
        String algorithm =
                switch (known.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> known.getAlgorithm();
                };
        boolean fits;
        try {
            byte[] challenge = chain.toString().getBytes(StandardCharsets.UTF_8);
            Signature signer = Signature.getInstance(algorithm);
            signer.initSign(secret);
            signer.update(challenge);
            byte[] signed = signer.sign();
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(known);
            verifier.update(challenge);
            fits = verifier.verify(signed);
        } catch (GeneralSecurityException e) {
            throw wrong("--tls-key", key, "a private key can sign", e);
        }
        if (!fits) {
            throw TelegraphException.input(
                    "a certificate and its private key belong together: --tls-cert="
                            + chain
                            + " --tls-key="
                            + key);
        }
    }

    private static byte[] bytes(String option, Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw wrong(option, file, "a file of the certificate must be there and readable", e);
        }
    }

    private static TelegraphException wrong(String option, Path file, String rule, Exception e) {
        return TelegraphException.input(rule + ": " + option + "=" + file + " cause=" + e, e);
    }
}
