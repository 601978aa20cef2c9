package telegraph.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import telegraph.http.ClientOptions;
import telegraph.http.FetchLimits;
import telegraph.testkit.Threads;

class TlsTest {
    private static final String PAGE = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret";
    private static final AtomicReference<Keys> KEYS = new AtomicReference<>();

    @BeforeAll
    static void keys() throws Exception {
        KEYS.set(Keys.make());
    }

    private static ClientOptions trusting() {
        return ClientOptions.of("t")
                .withTls(new ClientOptions.Tls(Optional.of(KEYS.get().trusting()), true));
    }

    private static RawServer pages(String... protocols) throws Exception {
        return new RawServer(
                KEYS.get().listener(protocols),
                (request, out) -> {
                    out.write(PAGE.getBytes());
                    return true;
                });
    }

    private static String url(RawServer server, String host) {
        return "https://" + host + ":" + server.port() + "/";
    }

    @Test
    void aTrustedSiteIsFetchedAndItsConnectionKept() throws Exception {
        try (RawServer server = pages("http/1.1");
                Fetching fetching = new Fetching(trusting())) {
            for (int i = 0; i < 3; i++) {
                assertEquals("FETCHED 200", fetching.result(url(server, "localhost")));
                assertEquals("secret", fetching.body());
            }
            assertEquals(3, server.requests.size());
            assertEquals(1, server.connections());
            assertTrue(server.requests.get(0).contains("Host: localhost:" + server.port()));
        }
    }

    @Test
    void aServerThatKnowsNoProtocolNamesIsFetched() throws Exception {
        try (RawServer server = pages();
                Fetching fetching = new Fetching(trusting())) {
            assertEquals("FETCHED 200", fetching.result(url(server, "localhost")));
            assertEquals("FETCHED 200", fetching.result(url(server, "localhost.")));
        }
    }

    @Test
    void aCertificateNobodyTrustsFailsWithWords() throws Exception {
        try (RawServer server = pages("http/1.1");
                Fetching fetching = new Fetching()) {
            assertEquals("TLS_FAILED", fetching.result(url(server, "localhost")));
            assertTrue(
                    fetching.exchange.detail().contains("certification path"),
                    fetching.exchange.detail());
            assertTrue(server.requests.isEmpty());
        }
    }

    @Test
    void anotherHostsCertificateFailsWithWords() throws Exception {
        try (RawServer server = pages("http/1.1");
                Fetching fetching = new Fetching(trusting())) {
            assertEquals("TLS_FAILED", fetching.result(url(server, "other.test")));
            assertTrue(
                    fetching.exchange.detail().contains("other.test"), fetching.exchange.detail());
            assertEquals("FETCHED 200", fetching.result(url(server, "127.0.0.1")));
        }
    }

    @Test
    void nothingIsVerifiedIfNobodyCares() throws Exception {
        ClientOptions careless =
                ClientOptions.of("t").withTls(new ClientOptions.Tls(Optional.empty(), false));
        try (RawServer server = pages("http/1.1");
                Fetching fetching = new Fetching(careless)) {
            assertEquals("FETCHED 200", fetching.result(url(server, "other.test")));
        }
    }

    @Test
    void aServerThatSpeaksNoTlsFailsWithWords() throws Exception {
        try (RawServer server = RawServer.of(PAGE);
                Fetching fetching =
                        new Fetching(
                                trusting()
                                        .withLimits(
                                                FetchLimits.DEFAULT.withTimes(
                                                        Duration.ofMillis(400),
                                                        Duration.ofSeconds(2),
                                                        Duration.ofSeconds(5))))) {
            // It waits for the end of a request that never comes, and nobody else waits for it.
            assertEquals("CONNECT_TIMEOUT", fetching.result(url(server, "localhost")));
        }
        try (ServerSocket plain = new ServerSocket(0);
                Fetching fetching = new Fetching(trusting())) {
            Thread.ofVirtual()
                    .start(() -> {
                        try (Socket socket = plain.accept()) {
                            socket.getOutputStream().write("220 mail\r\n".getBytes());
                            socket.getInputStream().read(new byte[1000]);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
            assertEquals(
                    "TLS_FAILED", fetching.result("https://localhost:" + plain.getLocalPort()));
        }
    }

    @Test
    void aSiteThatSpeaksHttp2AloneIsFetchedAndRemembered() throws Exception {
        try (Http2Server server = new Http2Server(KEYS.get().listener("h2"));
                Fetching fetching = new Fetching(trusting().withKeepRaw(true))) {
            String url = "https://localhost:" + server.port() + "/a?b=c";
            for (int i = 0; i < 3; i++) {
                assertEquals("FETCHED 200", fetching.result(url), fetching.exchange.detail());
                assertEquals(Http2Server.BODY, fetching.body());
                assertEquals("text/html", fetching.header("content-type"));
                String head = fetching.exchange.rawHead().toString();
                assertTrue(head.startsWith("HTTP/1.1 200"), head);
                assertTrue(head.endsWith("\r\n\r\n"), head);
            }
            assertEquals(3, server.requests());
            assertEquals(2, server.connections(), "one that failed, and one that was kept");
        }
    }

    @Test
    void limitsHoldForHttp2Too() throws Exception {
        ClientOptions careless =
                ClientOptions.of("t").withTls(new ClientOptions.Tls(Optional.empty(), false));
        try (Http2Server server = new Http2Server(KEYS.get().listener("h2"));
                Fetching fetching = new Fetching(careless)) {
            String url = "https://other.test:" + server.port() + "/";
            fetching.exchange.bodyOctetsMax(6);
            assertEquals("TRUNCATED 200", fetching.result(url), fetching.exchange.detail());
            assertEquals("<p>a p", fetching.body());
            assertEquals("FETCHED 200", fetching.result(url));
        }
        try (Http2Server server = new Http2Server(KEYS.get().listener("h2"));
                Fetching fetching = new Fetching()) {
            assertEquals("TLS_FAILED", fetching.result("https://localhost:" + server.port() + "/"));
            assertTrue(
                    fetching.exchange.detail().contains("certification path"),
                    fetching.exchange.detail());
            assertEquals(0, server.requests());
        }
    }

    @Test
    void fewSitesThatSpeakHttp2AloneKeepTheirConnections() throws Exception {
        ClientOptions careless =
                ClientOptions.of("t").withTls(new ClientOptions.Tls(Optional.empty(), false));
        int most = Tunnel.IDLE_MAX;
        try (Http2Server server = new Http2Server(KEYS.get().listener("h2"));
                Fetching fetching = new Fetching(careless)) {
            for (int host = 0; host < most + 10; host++) {
                String url = "https://h" + host + ".test:" + server.port() + "/";
                assertEquals("FETCHED 200", fetching.result(url), fetching.exchange.detail());
            }
            Threads.await("the oldest are closed", () -> server.openConnections() == most);
        }
    }

    @Test
    void aSiteThatSpeaksHttp2AloneMayHangToo() throws Exception {
        try (Http2Server server = new Http2Server(KEYS.get().listener("h2"));
                Fetching fetching =
                        new Fetching(
                                trusting()
                                        .withLimits(
                                                FetchLimits.DEFAULT.withTimes(
                                                        Duration.ofSeconds(60),
                                                        Duration.ofMillis(1000),
                                                        Duration.ofSeconds(60))))) {
            server.hang();
            assertEquals("TIMEOUT", fetching.result("https://localhost:" + server.port() + "/"));
        }
    }

    @Test
    void anAnswerThatAsksForHttp2IsFollowedByThat() throws Exception {
        try (RawServer server =
                        new RawServer(
                                KEYS.get().listener("http/1.1"),
                                (request, out) -> {
                                    boolean ours = request.contains("User-Agent: t\r\n");
                                    out.write(
                                            (ours ? "HTTP/1.1 505 No\r\n" : "HTTP/1.1 200 OK\r\n")
                                                    .getBytes());
                                    out.write("Content-Length: 2\r\n\r\nhi".getBytes());
                                    return true;
                                });
                Fetching fetching = new Fetching(trusting())) {
            // A server cannot be made to speak both here; that it is asked again is what is tested.
            assertEquals("FETCHED 505", fetching.result(url(server, "localhost")));
            assertEquals(2, server.requests.size());
        }
    }
}
