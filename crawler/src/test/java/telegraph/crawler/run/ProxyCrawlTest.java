package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlSummary;
import telegraph.ground.Disk;

/// A crawl behind a proxy asks that alone, for names and for pages.
class ProxyCrawlTest {
    private static final String PAGE =
            "<a href=/b>b</a><a href=http://two.invalid/>two</a><a href=https://three.invalid/>s</a>";

    @Test
    void hostsThatOnlyTheProxyKnowsAreCrawled() throws Exception {
        ConcurrentSkipListSet<String> asked = new ConcurrentSkipListSet<>();
        try (ServerSocket proxy = new ServerSocket(0, 99, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> accept(proxy, asked));
            CrawlOptions options =
                    CrawlOptions.builder()
                            .seed("http://one.invalid/")
                            .into(Path.of("/crawl"))
                            .reach("any")
                            .hostDelay(Duration.ZERO)
                            .userAgent("test (+http://one.invalid/)")
                            .proxy("http://127.0.0.1:" + proxy.getLocalPort())
                            .build();
            TreeSet<String> pages = new TreeSet<>();
            CrawlSummary summary =
                    CrawlRig.crawl(
                            options,
                            Disk.inMemory(),
                            page -> {
                                assertEquals(Optional.empty(), page.ip());
                                pages.add(page.url() + " " + page.outcome() + " " + page.status());
                            });
            assertEquals(
                    List.of(
                            "http://one.invalid/ FETCHED 200",
                            "http://one.invalid/b FETCHED 200",
                            "http://two.invalid/ FETCHED 200",
                            "http://two.invalid/b FETCHED 200"),
                    pages.stream().filter(p -> p.startsWith("http:")).toList());
            // It says to nobody what may be fetched, so nothing is.
            assertTrue(pages.contains("https://three.invalid/ HOST_DOWN 0"), pages::toString);
            assertEquals(4, summary.status().pages());
        }
        assertTrue(asked.contains("GET http://one.invalid/robots.txt"), asked::toString);
        assertTrue(asked.contains("CONNECT three.invalid:443"), asked::toString);
    }

    private static void accept(ServerSocket proxy, ConcurrentSkipListSet<String> asked) {
        while (!proxy.isClosed()) {
            try {
                Socket socket = proxy.accept();
                Thread.ofVirtual().start(() -> serve(socket, asked));
            } catch (IOException e) {
                assert proxy.isClosed() : e;
            }
        }
    }

    private static void serve(Socket socket, ConcurrentSkipListSet<String> asked) {
        try (socket) {
            InputStream in = socket.getInputStream();
            while (true) {
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    int octet = in.read();
                    if (octet < 0) {
                        return;
                    }
                    head.append((char) octet);
                }
                String request = head.substring(0, head.indexOf(" HTTP/"));
                asked.add(request);
                boolean page = request.startsWith("GET ") && !request.endsWith("/robots.txt");
                String body = page ? PAGE : "no";
                String answer =
                        "HTTP/1.1 "
                                + (page ? "200 OK" : "404 No")
                                + "\r\nContent-Type: text/html\r\nContent-Length: "
                                + body.length()
                                + "\r\n\r\n"
                                + body;
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            // The crawler has closed the connection.
            assert e != null;
        }
    }
}
