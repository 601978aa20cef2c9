package telegraph.testkit;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import telegraph.testkit.X509.Claims;

/// Signs certificates for servers of tests; nobody trusts it who was not told to.
///
/// Threads: any.
public final class Authority {
    private static final Duration DAY = Duration.ofDays(1);
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final String name;
    private final KeyPair keys;
    private final X509Certificate certificate;

    /// A new one, with keys of its own.
    public Authority(String name) throws GeneralSecurityException {
        this.name = name;
        keys = X509.keys();
        Instant now = Instant.now();
        Claims claims = new Claims(name, List.of(), now.minus(DAY.multipliedBy(30)), now.plus(DAY));
        certificate = X509.sign(claims, keys.getPublic(), name, keys.getPrivate());
    }

    /// What a server speaks TLS with that is good for some hosts or addresses today.
    ///
    /// @param names a name may begin with `*.`
    public SSLContext serving(String... names) throws IOException, GeneralSecurityException {
        return serving(Instant.now().minus(DAY), names);
    }

    /// The same with a certificate whose time was over yesterday.
    public SSLContext expired(String... names) throws IOException, GeneralSecurityException {
        return serving(Instant.now().minus(DAY.multipliedBy(3)), names);
    }

    private SSLContext serving(Instant from, String... names)
            throws IOException, GeneralSecurityException {
        KeyPair pair = X509.keys();
        Claims claims = new Claims(names[0], List.of(names), from, from.plus(DAY.multipliedBy(2)));
        X509Certificate signed = X509.sign(claims, pair.getPublic(), name, keys.getPrivate());
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                names[0], pair.getPrivate(), PASSWORD, new Certificate[] {signed, certificate});
        KeyManagerFactory managers =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    /// Its own certificate as files have it, for whoever is to trust it.
    public String pem() {
        try {
            Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
            return "-----BEGIN CERTIFICATE-----\n"
                    + lines.encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("what was read can be written", e);
        }
    }
}
