package telegraph.crawler.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

/// A certificate for `localhost` and 127.0.0.1 that signs itself.
///
/// @param serving what a server speaks TLS with
/// @param trusting what a client does that trusts it and nobody else
record Keys(SSLContext serving, SSLContext trusting) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    static Keys in(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        Path file = folder.resolve("keys.p12");
        Path log = folder.resolve("keytool.log");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "site",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost,ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                new String(PASSWORD),
                                "-keystore",
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IOException(Files.readString(log));
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext serving = SSLContext.getInstance("TLS");
        serving.init(keys.getKeyManagers(), null, null);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("site", store.getCertificate("site"));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
        return new Keys(serving, trusting);
    }

    /// A listener on the loopback address that speaks TLS and, within it, one of some protocols.
    SSLServerSocket listener(String... protocols) throws IOException {
        SSLServerSocket listener =
                (SSLServerSocket)
                        serving.getServerSocketFactory()
                                .createServerSocket(0, 128, InetAddress.getLoopbackAddress());
        SSLParameters parameters = listener.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        listener.setSSLParameters(parameters);
        return listener;
    }
}
