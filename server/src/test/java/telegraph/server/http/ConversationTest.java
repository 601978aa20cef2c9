package telegraph.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What goes over one connection, byte by byte.
class ConversationTest {
    private static HttpServer http;

    @BeforeAll
    static void open() {
        http = new HttpServer(java.util.Map.of("statement_size_limit", "64KB"));
    }

    @AfterAll
    static void nothingIsHeld() {
        http.close();
    }

    private static String post(String sql, String headers) {
        return "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nAccept: text/csv\r\nContent-Type:"
                + " text/plain\r\nContent-Length: "
                + sql.length()
                + "\r\n"
                + headers
                + "\r\n"
                + sql;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    @Test
    void requestsThatComeTogetherAreAnsweredInTheirOrder() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            all.append(i % 2 == 0 ? post("SELECT " + i + " AS n", "") : get("/icon.svg"));
        }
        all.append("HEAD /page.css HTTP/1.1\r\nHost: localhost\r\n\r\n");
        all.append(get("/nowhere"));
        try (RawHttp raw = new RawHttp(http)) {
            raw.write(all.toString());
            for (int i = 0; i < 40; i++) {
                RawHttp.Response response = raw.read();
                assertEquals(200, response.status());
                if (i % 2 == 0) {
                    assertEquals("n\n" + i + "\n", response.body());
                } else {
                    assertTrue(response.body().startsWith("<svg"), response.body());
                }
            }
            assertEquals(200, raw.readHead().status());
            assertEquals(404, raw.read().status());
        }
    }

    @Test
    void aRequestMayComeByteByByte() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            for (char c : post("SELECT 5 AS n", "").toCharArray()) {
                raw.write(String.valueOf(c));
            }
            assertEquals("n\n5\n", raw.read().body());
        }
    }

    @Test
    void aBodyMayComeInChunks() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            raw.write(
                    "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nAccept: text/csv\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n7\r\nSELECT \r\n6\r\n7 AS n\r\n"
                            + "0\r\n\r\n"
                            + get("/nowhere"));
            assertEquals("n\n7\n", raw.read().body());
            assertEquals(404, raw.read().status());
        }
    }

    @Test
    void whoeverAsksBeforeSendingIsToldToSend() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            String whole = post("SELECT 1 AS n", "Expect: 100-continue\r\n");
            int end = whole.indexOf("\r\n\r\n") + 4;
            raw.write(whole.substring(0, end));
            assertEquals(100, raw.read().status());
            raw.write(whole.substring(end) + "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertEquals("n\n1\n", raw.read().body());
            assertEquals(200, raw.readHead().status());
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedBeforeItIsSent() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            raw.write(
                    "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n"
                            + "Expect: 100-continue\r\n\r\n");
            RawHttp.Response refused = raw.read();
            assertEquals(413, refused.status());
            assertTrue(refused.body().contains("65536"), refused.body());
            assertEquals("close", refused.header("connection"));
            assertTrue(raw.isEnded());
        }
    }

    @Test
    void aBodyThatGrowsTooLargeIsRefusedWhileItIsSent() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            raw.write(
                    "POST /v1/query HTTP/1.1\r\nHost: localhost\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n");
            String chunk = "4000\r\n" + " ".repeat(0x4000) + "\r\n";
            for (int i = 0; i < 5; i++) {
                raw.write(chunk);
            }
            assertEquals(413, raw.read().status());
            assertTrue(raw.isEnded());
        }
    }

    private static void assertRefused(int status, String request) throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            RawHttp.Response refused = raw.write(request).read();
            assertEquals(status, refused.status(), refused.body());
            assertEquals("application/problem+json", refused.header("content-type"));
            assertTrue(raw.isEnded());
        }
    }

    @Test
    void whatIsNoRequestIsRefusedAndTheConnectionClosed() throws IOException {
        assertRefused(400, "nonsense\r\n\r\n");
        assertRefused(400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n");
        assertRefused(400, "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n");
        assertRefused(400, "GET / HTTP/1.1\r\nbad header\r\n\r\n");
        assertRefused(400, "GET / HTTP/1.1\r\n\r\n");
        assertRefused(414, "GET /" + "a".repeat(9_000) + " HTTP/1.1\r\n\r\n");
        assertRefused(431, "GET / HTTP/1.1\r\nX: " + "a".repeat(17_000) + "\r\n\r\n");
        assertRefused(505, "GET / HTTP/3.0\r\nHost: localhost\r\n\r\n");
        assertRefused(417, "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n\r\n");
    }

    private static RawHttp.Response one(String request) throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            return raw.write(request).read();
        }
    }

    @Test
    void methodsAndTypesAreThoseOfTheAddress() throws IOException {
        RawHttp.Response wrong = one("PUT /v1/query HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertEquals(405, wrong.status());
        assertEquals("OPTIONS, POST", wrong.header("allow"));
        RawHttp.Response options = one("OPTIONS /v1/queries HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertEquals(204, options.status());
        assertEquals("GET, HEAD, OPTIONS", options.header("allow"));
        assertEquals("", options.header("access-control-allow-origin"));
        RawHttp.Response form =
                one(
                        post("SELECT 1", "")
                                .replace("text/plain", "application/x-www-form-urlencoded"));
        assertEquals(415, form.status());
        assertTrue(form.body().contains("text/plain"), form.body());
        RawHttp.Response accept = one(post("SELECT 1", "").replace("text/csv", "image/png"));
        assertEquals(406, accept.status());
        assertEquals(
                400,
                one("POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n\u00ff\u00fe")
                        .status());
        assertEquals(400, one(get("/%zz")).status());
    }

    @Test
    void anOldClientGetsABodyThatEndsWithTheConnection() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            raw.write(post("SELECT 3 AS n", "").replace("HTTP/1.1", "HTTP/1.0"));
            RawHttp.Response response = raw.read();
            assertEquals("n\n3\n", response.body());
            assertEquals("", response.header("transfer-encoding"));
        }
    }

    @Test
    void aClientThatWantsItsConnectionClosedHasIt() throws IOException {
        try (RawHttp raw = new RawHttp(http)) {
            raw.write(post("SELECT 3 AS n", "Connection: close\r\n"));
            assertEquals("n\n3\n", raw.read().body());
            assertTrue(raw.isEnded());
        }
    }

    @Test
    void aTableThatIsAskedForInPiecesIsSentInPieces() throws IOException {
        http.query("text/csv", "CREATE TABLE wide (a int, b text)");
        StringBuilder rows = new StringBuilder("INSERT INTO wide VALUES (0, 'x')");
        for (int i = 1; i < 1_000; i++) {
            rows.append(",(").append(i).append(",'").append("y".repeat(40)).append("')");
        }
        assertEquals(200, http.query("text/csv", rows.toString()).statusCode());
        try (RawHttp raw = new RawHttp(http)) {
            raw.write(
                    post("SELECT * FROM wide CROSS JOIN (VALUES (1), (2), (3)) AS v(c)", "")
                            .replace("text/csv", "application/x-ndjson"));
            RawHttp.Response response = raw.read();
            assertEquals("chunked", response.header("transfer-encoding"));
            long rowsSent = 0;
            int events = 0;
            for (var event : HttpServer.lines(response.body())) {
                if (event.path("event").stringValue().equals("rows")) {
                    rowsSent += event.path("rows").size();
                    events++;
                }
            }
            assertEquals(3_000, rowsSent);
            assertTrue(events >= 4, "events with rows: " + events);
        }
    }
}
