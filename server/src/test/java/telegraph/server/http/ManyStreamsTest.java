package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

/// Many streams at once, slow readers, and clients that are gone: afterwards everything is as it
/// was.
@Isolated("counts all threads and descriptors")
class ManyStreamsTest {
    private static final long SOON = 120_000;

    private HttpServer http;
    private FaultServer site;

    @BeforeEach
    void open() {
        http = new HttpServer();
        site = new FaultServer();
        site.on("/slow", Reply.json("[]").delayed(600_000));
    }

    @AfterEach
    void nothingIsHeld() {
        http.close();
        site.close();
    }

    private static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean system
                ? system.getOpenFileDescriptorCount()
                : 0;
    }

    private Socket stream(String request) throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
    }

    private static String post(String sql) {
        return "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                + "Content-Length: "
                + sql.length()
                + "\r\n\r\n"
                + sql;
    }

    private int running() {
        return HttpServer.json(http.get("/v1/queries?state=running")).path("queries").size();
    }

    @Test
    void streamsByTheThousandLeaveNothingBehind() throws Exception {
        http.events("SELECT 1");
        long descriptors = descriptors();
        int connections = http.server.connections();
        for (int round = 0; round < 3; round++) {
            List<Socket> open = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                open.add(stream(get("/v1/queries/events")));
            }
            // Each has had its first event.
            for (Socket socket : open) {
                socket.setSoTimeout((int) SOON);
                assertEquals('H', socket.getInputStream().read());
            }
            assertTrue(http.server.connections() >= 1_000);
            http.events("SELECT 1");
            for (int i = 0; i < open.size(); i++) {
                if (i % 2 == 0) {
                    open.get(i).setSoLinger(true, 0); // a reset, as of a client that was killed
                }
                open.get(i).close();
            }
            Threads.await("connections are gone", () -> http.server.connections() <= connections);
        }
        Threads.await("descriptors are closed", () -> descriptors() <= descriptors + 5);
    }

    @Test
    void statementsOfClientsThatAreGoneEnd() throws Exception {
        http.events("SELECT 1");
        int threads = Threads.alive("q");
        List<Socket> open = new ArrayList<>();
        String endless = "SELECT * FROM read_json('" + site.url("/slow") + "')";
        for (int i = 0; i < 60; i++) {
            open.add(stream(post(endless)));
        }
        Threads.await("statements run and wait", () -> running() >= 20);
        for (Socket socket : open) {
            socket.close();
        }
        Threads.await("statements end", () -> running() == 0);
        Threads.await("no thread is left", () -> Threads.alive("q") <= threads);
        assertEquals(
                0, HttpServer.json(http.get("/v1/queries?state=queued")).path("queries").size());
    }

    @Test
    void aSlowReaderHoldsBackItsOwnStatementOnly() throws Exception {
        http.query("text/csv", "CREATE TABLE big (a int, b text)");
        StringBuilder rows = new StringBuilder("INSERT INTO big VALUES (0, 'x')");
        for (int i = 1; i < 1_000; i++) {
            rows.append(",(").append(i).append(",'").append("z".repeat(100)).append("')");
        }
        http.query("text/csv", rows.toString());
        String much = "SELECT p.b, q.b FROM big p CROSS JOIN big q";
        try (Socket slow = stream(post(much))) {
            Threads.await("it runs", () -> running() == 1);
            InputStream in = slow.getInputStream();
            in.readNBytes(10_000);
            long used = http.telegraph.memoryUsed();
            for (int i = 0; i < 5; i++) {
                assertEquals(200, http.query("text/csv", "SELECT " + i).statusCode());
            }
            assertEquals(1, running(), "it waits for its reader");
            assertTrue(http.telegraph.memoryUsed() <= used + (64 << 20));
        }
        Threads.await("it ends when its reader leaves", () -> running() == 0);
    }

    private static void awaitLine(BufferedReader from, String wanted) throws IOException {
        String line;
        do {
            line = from.readLine();
            assertNotNull(line, () -> "it ended without " + wanted);
        } while (!line.startsWith(wanted));
    }

    @Test
    void aStatementIsStoppedWhileItsReaderDoesNotRead() throws Exception {
        String much =
                "SELECT repeat('x', 1000), * FROM telegraph.settings a, telegraph.settings b,"
                        + " telegraph.settings c";
        try (Socket slow = stream(post(much))) {
            slow.setSoTimeout((int) SOON);
            BufferedReader events =
                    new BufferedReader(
                            new InputStreamReader(slow.getInputStream(), StandardCharsets.UTF_8));
            // Line by line: octet by octet nobody keeps up with what a busy machine sends
            // meanwhile.
            awaitLine(events, "event: rows");
            String id =
                    HttpServer.json(http.get("/v1/queries?state=running"))
                            .path("queries")
                            .path(0)
                            .path("id")
                            .stringValue();
            http.send(http.request("/v1/queries/" + id).DELETE());
            Threads.await("it ends", () -> running() == 0 && http.telegraph.memoryUsed() == 0);
            awaitLine(events, "event: error");
        }
    }

    @Test
    void whoeverWatchesHearsOfTheServersEnd() throws Exception {
        String endless = "SELECT * FROM read_json('" + site.url("/slow") + "')";
        try (Socket asked = stream(post(endless))) {
            Threads.await("it runs", () -> running() == 1);
            http.server.close();
            asked.setSoTimeout((int) SOON);
            String all = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(all.contains("event: error"), all);
            assertTrue(all.contains("57P01"), all);
            assertTrue(all.endsWith("0\r\n\r\n"), "the body is complete: " + all);
        }
    }

    @Test
    void newsEndWithTheServer() throws Exception {
        try (Socket news = stream(get("/v1/queries/events"))) {
            news.setSoTimeout((int) SOON);
            assertEquals('H', news.getInputStream().read());
            http.server.close();
            String all = new String(news.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(all.endsWith("0\r\n\r\n"), all);
        }
    }
}
