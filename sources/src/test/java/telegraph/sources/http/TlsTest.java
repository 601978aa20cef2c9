package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.memory.TelegraphException;
import telegraph.memory.Type;

class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir Path directory;

    private SSLContext selfSigned() throws Exception {
        Path store = directory.resolve("keys.p12");
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
                                PASSWORD,
                                "-keystore",
                                store.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("keytool.log").toFile())
                        .start();
        assertTrue(keytool.waitFor(60, TimeUnit.SECONDS), "keytool has ended");
        assertEquals(0, keytool.exitValue(), () -> read(directory.resolve("keytool.log")));
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aSelfSignedCertificateIsRefusedWithWordsAndNotRetried() throws Exception {
        HttpsServer server =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(selfSigned()));
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
        server.start();
        try (Desk desk = new Desk(directory)) {
            String url = "https://localhost:" + server.getAddress().getPort() + "/f";
            desk.column("id", Type.INTEGER).with("url", url).with("format", "json");
            TelegraphException e = assertThrows(TelegraphException.class, desk::scan);
            for (String part :
                    new String[] {
                        "GET " + url,
                        "certificate is not trusted",
                        "self-signed",
                        "attempts=1",
                        "trustStore"
                    }) {
                assertTrue(e.getMessage().contains(part), e.getMessage());
            }
        } finally {
            server.stop(0);
        }
    }
}
