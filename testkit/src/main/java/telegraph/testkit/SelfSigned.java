package telegraph.testkit;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import telegraph.testkit.X509.Claims;

/// A certificate for `localhost` and 127.0.0.1 that signs itself, and its key.
///
/// @param keys holds both under [#ALIAS], with [#password]
public record SelfSigned(KeyStore keys) {
    public static final String ALIAS = "localhost";
    private static final String PASSWORD = "changeit";
    private static final Duration GOOD_FOR = Duration.ofDays(30);

    /// Makes a new one.
    public static SelfSigned make() throws IOException, GeneralSecurityException {
        KeyPair pair = X509.keys();
        Instant now = Instant.now();
        Claims claims =
                new Claims(
                        ALIAS,
                        List.of(ALIAS, "127.0.0.1"),
                        now.minus(GOOD_FOR),
                        now.plus(GOOD_FOR));
        X509Certificate signed = X509.sign(claims, pair.getPublic(), ALIAS, pair.getPrivate());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry(ALIAS, pair.getPrivate(), password(), new Certificate[] {signed});
        return new SelfSigned(keys);
    }

    public static char[] password() {
        return PASSWORD.toCharArray();
    }

    /// What a server speaks TLS with.
    public SSLContext serving() throws GeneralSecurityException {
        KeyManagerFactory managers =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    /// What a client does that trusts it and nobody else.
    public SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
