package telegraph.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;
import telegraph.http.ClientOptions;
import telegraph.http.FetchLimits;
import telegraph.http.Octets;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

class ProxyTest {
    private static final String BASIC = "Basic dXNlcjpwYSBzcw==";

    private static ClientOptions through(int port, String user) {
        return ClientOptions.of("t")
                .withProxy(ClientOptions.Proxy.parse("http://" + user + "127.0.0.1:" + port));
    }

    @Test
    void aProxyIsAskedForTheWholeUrl() throws Exception {
        try (RawServer proxy =
                        new RawServer((request, out) -> {
                            out.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".getBytes());
                            return true;
                        });
                Fetching fetching = new Fetching(through(proxy.port(), "user:pa%20ss@"))) {
            assertEquals("FETCHED 200", fetching.result("http://nowhere.test/a?b"));
            assertEquals("hi", fetching.body());
            assertEquals("FETCHED 200", fetching.result("http://nowhere.test/c"));
            String request = proxy.requests.get(0);
            assertTrue(request.startsWith("GET http://nowhere.test/a?b HTTP/1.1\r\n"), request);
            assertTrue(request.contains("Host: nowhere.test\r\n"), request);
            assertTrue(request.contains("Proxy-Authorization: " + BASIC + "\r\n"), request);
            assertEquals(1, proxy.connections());
        }
    }

    @Test
    void tlsGoesThroughAProxyUnseen() throws Exception {
        Keys keys = Keys.make();
        List<String> seen = new CopyOnWriteArrayList<>();
        try (RawServer site =
                        new RawServer(
                                keys.listener("http/1.1"),
                                (request, out) -> {
                                    out.write(
                                            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
                                                    .getBytes());
                                    return true;
                                });
                Http2Server site2 = new Http2Server(keys.listener("h2"));
                ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
                Fetching fetching =
                        new Fetching(
                                through(listener.getLocalPort(), "user:pa%20ss@")
                                        .withTls(
                                                new ClientOptions.Tls(
                                                        Optional.of(keys.trusting()), true)))) {
            Thread.ofVirtual().start(() -> accept(listener, seen));
            String url = "https://localhost:" + site.port() + "/a";
            assertEquals("FETCHED 200", fetching.result(url), fetching.exchange.detail());
            assertEquals("FETCHED 200", fetching.result(url));
            assertEquals("hi", fetching.body());
            assertTrue(site.requests.get(0).startsWith("GET /a HTTP/1.1\r\n"));
            assertFalse(site.requests.get(0).contains("Proxy-Authorization"));
            assertTrue(seen.get(0).startsWith("CONNECT localhost:" + site.port() + " HTTP/1.1\r"));
            assertTrue(seen.get(0).contains("Proxy-Authorization: " + BASIC + "\r\n"));
            assertEquals(1, seen.size());
            String url2 = "https://localhost:" + site2.port() + "/";
            assertEquals("FETCHED 200", fetching.result(url2), fetching.exchange.detail());
            assertEquals(Http2Server.BODY, fetching.body());
            assertEquals(3, seen.size());
        }
    }

    private static void accept(ServerSocket listener, List<String> seen) {
        while (!listener.isClosed()) {
            try {
                Socket near = listener.accept();
                Thread.ofVirtual().start(() -> connect(near, seen));
            } catch (IOException e) {
                assert listener.isClosed() : e;
            }
        }
    }

    private static void connect(Socket near, List<String> seen) {
        try (near) {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) near.getInputStream().read());
            }
            seen.add(head.toString());
            int port = Integer.parseInt(head.toString().split("[ :]")[2]);
            try (Socket far = new Socket(InetAddress.getLoopbackAddress(), port)) {
                near.getOutputStream().write("HTTP/1.1 200 Go\r\n\r\n".getBytes());
                Thread.ofVirtual().start(() -> copy(far, near));
                copy(near, far);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        } catch (IOException e) {
            // One side has closed.
            assert e != null;
        }
    }

    @Test
    void aProxyThatLetsNobodyThroughIsAFailureWithWords() throws Exception {
        try (RawServer proxy =
                        RawServer.of("HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n");
                Fetching fetching = new Fetching(through(proxy.port(), ""))) {
            assertEquals("CONNECT_FAILED", fetching.result("https://nowhere.test/"));
            assertTrue(fetching.exchange.detail().contains("status=407"));
            assertEquals("FETCHED 407", fetching.result("http://nowhere.test/"));
        }
        // Too long for a name, so that nobody is asked for it.
        String nobody = "x".repeat(70) + ".invalid";
        ClientOptions unknown = ClientOptions.of("t").withProxy(ClientOptions.Proxy.parse(nobody));
        try (Fetching fetching = new Fetching(unknown)) {
            assertEquals("CONNECT_FAILED", fetching.result("http://nowhere.test/"));
            assertTrue(fetching.exchange.detail().contains(nobody + ":8080"));
        }
    }

    @Test
    void aLoginGoesToItsHostAlone() throws Exception {
        ClientOptions options =
                ClientOptions.of("t")
                        .withLogins(List.of(new ClientOptions.Login("LOCALHOST", "user", "pa ss")))
                        .withHeaders(List.of(ClientOptions.Header.parse("X-Mine: yes")));
        try (FaultServer server = new FaultServer();
                Fetching fetching = new Fetching(options)) {
            server.on("/", Reply.html("x"));
            fetching.get("http://localhost:" + server.port() + "/");
            fetching.get("http://127.0.0.1:" + server.port() + "/");
            assertEquals(BASIC, server.log().get(0).header("Authorization"));
            assertEquals("", server.log().get(1).header("Authorization"));
            assertEquals("yes", server.log().get(0).header("X-Mine"));
            assertEquals("yes", server.log().get(1).header("X-Mine"));
        }
    }

    @Test
    void optionsThatCannotBeAreRefusedWithWords() {
        for (Runnable wrong :
                List.<Runnable>of(
                        () -> ClientOptions.of("a\nb"),
                        () -> new ClientOptions.Header("a b", "c"),
                        () -> new ClientOptions.Header("a", "b\r\nc: d"),
                        () -> ClientOptions.Header.parse("no colon"),
                        () -> new ClientOptions.Login("h", "a:b", "c"),
                        () -> ClientOptions.Proxy.parse("socks://h:1"),
                        () -> ClientOptions.Proxy.parse("http://:80"),
                        () -> FetchLimits.DEFAULT.withSizes(0, 1, 1),
                        () ->
                                new RequestHead(
                                        ClientOptions.of("t")
                                                .withHeaders(
                                                        List.of(
                                                                new ClientOptions.Header(
                                                                        "Host", "h")))))) {
            TelegraphException e = assertThrows(TelegraphException.class, wrong::run);
            assertEquals(TelegraphException.Kind.INPUT, e.kind());
            assertTrue(e.getMessage().chars().noneMatch(c -> c < ' '), e.getMessage());
        }
        ClientOptions mine =
                ClientOptions.of("t")
                        .withHeaders(List.of(new ClientOptions.Header("accept", "text/plain")));
        Octets head = new Octets(0);
        new RequestHead(mine).get(head, Fetching.url("http://a.test/"), false);
        assertTrue(head.toString().contains("accept: text/plain\r\n"));
        assertFalse(head.toString().contains("Accept: "));
    }
}
