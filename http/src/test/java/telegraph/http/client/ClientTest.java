package telegraph.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.http.Octets;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

class ClientTest {
    private final FaultServer server = new FaultServer();
    private final Fetching fetching = new Fetching();

    @AfterEach
    void nothingIsHeld() {
        fetching.close();
        server.close();
        assertEquals("[]", server.faults().toString());
    }

    @Test
    void aPageIsFetchedWithItsHeaders() throws Exception {
        server.on("/a", Reply.html("<p>hello").with("X-Two", "  words here "));
        assertEquals("FETCHED 200", fetching.result(server.url("/a?q=1")));
        assertEquals("<p>hello", fetching.body());
        assertEquals("words here", fetching.header("x-two"));
        assertEquals("none", fetching.header("x-three"));
        assertEquals("text/html; charset=utf-8", fetching.header("content-type"));
        assertEquals("q=1", server.log().getFirst().query());
        assertEquals("127.0.0.1:" + server.port(), server.log().getFirst().header("Host"));
        assertEquals("tests/1", server.log().getFirst().header("User-Agent"));
        assertTrue(fetching.exchange.rawHead().toString().startsWith("HTTP/1.1 200 "));
        assertTrue(fetching.exchange.rawHead().toString().endsWith("\r\n\r\n"));
        assertTrue(
                fetching.exchange.requestHead().toString().startsWith("GET /a?q=1 HTTP/1.1\r\n"));
        assertEquals(fetching.exchange.rawHead().length() + 8, fetching.exchange.wireBytes());
    }

    @Test
    void oneConnectionServesManyFetches() throws Exception {
        server.on("/a", Reply.html("a")).on("/b", Reply.html("b").inChunks());
        for (int i = 0; i < 20; i++) {
            assertEquals("FETCHED 200", fetching.result(server.url("/a")));
            assertEquals("a", fetching.body());
            assertEquals("FETCHED 200", fetching.result(server.url("/b")));
            assertEquals("b", fetching.body());
            assertEquals("FETCHED 404", fetching.result(server.url("/c")));
        }
        assertEquals(1, server.connections());
        assertEquals(60, server.requests());
    }

    @Test
    void aKeptConnectionFoundDeadIsTriedOnceMore() throws Exception {
        server.on("/a", Reply.html("a"));
        server.on("/last", Reply.html("last").cutAfter(4));
        assertEquals("FETCHED 200", fetching.result(server.url("/last")));
        assertEquals("last", fetching.body());
        assertTrue(fetching.wire.isOpen());
        assertEquals("FETCHED 200", fetching.result(server.url("/a")));
        assertEquals("a", fetching.body());
        assertEquals(2, server.connections());
    }

    @Test
    void aConnectionThatIsDroppedAtOnceIsBrokenAndNotTriedAgain() throws Exception {
        server.on("/drop", Reply.drop());
        assertEquals("BROKEN", fetching.result(server.url("/drop")));
        assertEquals(1, server.requests());
        assertEquals(0, fetching.exchange.rawHead().length());
    }

    @Test
    void nobodyListening() throws Exception {
        int port;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = nobody.getLocalPort();
        }
        assertEquals("CONNECT_REFUSED", fetching.result("http://127.0.0.1:" + port + "/"));
        assertTrue(fetching.exchange.detail().contains("refused"), fetching.exchange.detail());
    }

    @Test
    void headersOfOneRequestGoWithThatAlone() throws Exception {
        server.on("/a", Reply.html("a"));
        byte[] etag = "\"x\"".getBytes();
        assertTrue(fetching.exchange.addRequestHeader("If-None-Match", etag, 0, 3));
        byte[] evil = "a\r\nX: y".getBytes();
        assertEquals(false, fetching.exchange.addRequestHeader("X-Evil", evil, 0, evil.length));
        fetching.get(server.url("/a"));
        fetching.get(server.url("/a"));
        assertEquals("\"x\"", server.log().get(0).header("If-None-Match"));
        assertEquals("", server.log().get(0).header("X-Evil"));
        assertEquals("", server.log().get(1).header("If-None-Match"));
    }

    @Test
    void aRedirectIsAnAnswer() throws Exception {
        server.on("/old", Reply.redirect("/new"));
        assertEquals("FETCHED 302", fetching.result(server.url("/old")));
        Octets location = new Octets(0);
        assertTrue(fetching.exchange.header("location", location));
        assertEquals("/new", location.toString());
        assertEquals(1, server.requests());
    }
}
