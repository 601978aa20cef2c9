package telegraph.http.wire;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Whom TLS trusts: those whom the platform trusts, and those whose certificates a user names, such
/// as the authority of a company's own network.
public final class TlsTrust {
    private TlsTrust() {}

    /// What to speak TLS with that trusts the certificates of a file, too.
    ///
    /// @param file certificates in PEM, one after another, or one in DER
    /// @throws TelegraphException of kind INPUT if there are none
    public static SSLContext with(Path file) {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            List<Certificate> all = new ArrayList<>(platform());
            all.addAll(certificates(file));
            for (Certificate certificate : all) {
                store.setCertificateEntry(String.valueOf(store.size()), certificate);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(store), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw TelegraphException.bug("the platform has no TLS", e);
        }
    }

    private static List<X509Certificate> platform() throws GeneralSecurityException {
        for (TrustManager manager : managers(null)) {
            if (manager instanceof X509TrustManager trust) {
                return List.of(trust.getAcceptedIssuers());
            }
        }
        return List.of();
    }

    private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) {
                throw wrong(file, "it has none", null);
            }
            return found;
        } catch (IOException e) {
            throw wrong(file, "it cannot be read: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw wrong(file, MessageWords.reason(e), e);
        }
    }

    private static TelegraphException wrong(Path file, String why, Exception cause) {
        return TelegraphException.of(
                SqlState.INVALID_PARAMETER_VALUE,
                "a file of certificates to trust has one in PEM or more: file="
                        + file
                        + " cause="
                        + why
                        + ". Name another with ca-certificate.",
                cause);
    }
}
