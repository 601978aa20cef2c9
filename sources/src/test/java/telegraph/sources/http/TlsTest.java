package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.testkit.SelfSigned;

class TlsTest {
    @TempDir Path directory;

    @Test
    void aSelfSignedCertificateIsRefusedWithWordsAndNotRetried() throws Exception {
        HttpsServer server =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(SelfSigned.make().serving()));
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
