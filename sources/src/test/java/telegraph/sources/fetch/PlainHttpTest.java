package telegraph.sources.fetch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.http.client.KeptConnections;
import telegraph.sources.Reach;
import telegraph.testkit.Threads;

class PlainHttpTest {
    private static final FetchRules RULES =
            new FetchRules("f", Duration.ofSeconds(30), 0, 1e9, Optional.empty(), 1 << 20);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final AtomicReference<Reach> reach = new AtomicReference<>(Reach.ALL);
    private final AtomicLong passed = new AtomicLong();
    private final PlainHttp http =
            new PlainHttp(
                    new Ticker() {
                        @Override
                        public long nanos() {
                            return System.nanoTime() + passed.get();
                        }

                        @Override
                        public void sleep(Duration duration) throws InterruptedException {
                            Thread.sleep(duration);
                        }

                        @Override
                        public long await(Condition signal, long nanos)
                                throws InterruptedException {
                            return signal.awaitNanos(Math.min(nanos, 1_000_000));
                        }
                    },
                    reach::get);

    @AfterEach
    void hangUp() {
        http.close();
    }

    /// What a host does with a connection.
    private interface Talk {
        void with(Socket socket, BufferedReader in) throws IOException, InterruptedException;
    }

    /// A host that takes connections and does as told with each.
    private static final class Host implements AutoCloseable {
        private final ServerSocket listener;
        private final AtomicInteger accepted = new AtomicInteger();
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicInteger heads = new AtomicInteger();

        Host(Talk talk) throws IOException {
            listener = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
            Thread.ofVirtual()
                    .start(() -> {
                        while (!listener.isClosed()) {
                            try {
                                Socket socket = listener.accept();
                                accepted.incrementAndGet();
                                open.incrementAndGet();
                                Thread.ofVirtual().start(() -> serve(socket, talk));
                            } catch (IOException e) {
                                assertTrue(listener.isClosed(), e::toString);
                            }
                        }
                    });
        }

        private void serve(Socket socket, Talk talk) {
            try (socket;
                    BufferedReader in =
                            new BufferedReader(
                                    new InputStreamReader(
                                            socket.getInputStream(),
                                            StandardCharsets.ISO_8859_1))) {
                talk.with(socket, in);
            } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt(); // the other side hung up
            } finally {
                open.decrementAndGet();
            }
        }

        /// Reads the head of a request; false at the end of the connection.
        boolean head(BufferedReader in) throws IOException {
            String line = in.readLine();
            if (line == null) {
                return false;
            }
            while (!in.readLine().isEmpty()) {
                // to the blank line
            }
            heads.incrementAndGet();
            return true;
        }

        static void say(Socket socket, String words) throws IOException {
            socket.getOutputStream().write(words.getBytes(StandardCharsets.ISO_8859_1));
        }

        PageRequest request(String method, String path) {
            String url = "http://127.0.0.1:" + listener.getLocalPort() + path;
            return new PageRequest(method, URI.create(url), url, Map.of(), new byte[0], true);
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    private Host answering() throws IOException {
        AtomicReference<Host> self = new AtomicReference<>();
        CountDownLatch known = new CountDownLatch(1);
        Host host =
                new Host((socket, in) -> {
                    known.await();
                    while (self.get().head(in)) {
                        Host.say(socket, OK);
                    }
                });
        self.set(host);
        known.countDown();
        return host;
    }

    private byte[] ask(PageRequest request) throws Exception {
        return http.send(request, RULES).get().body();
    }

    @Test
    void requestsOneAfterTheOtherShareAConnection() throws Exception {
        try (Host host = answering()) {
            for (int i = 0; i < 5; i++) {
                assertArrayEquals("ok".getBytes(), ask(host.request("GET", "/" + i)));
            }
            assertEquals(5, host.heads.get());
            assertEquals(1, host.accepted.get());
        }
    }

    /// A request that must not be sent twice would fail over such a connection.
    @Test
    void aConnectionThatTheHostHasClosedIsNotUsed() throws Exception {
        try (Host host =
                new Host((socket, in) -> {
                    in.readLine();
                    Host.say(socket, OK);
                })) {
            for (int i = 0; i < 3; i++) {
                assertArrayEquals("ok".getBytes(), ask(host.request("POST", "/")));
                Threads.await("the host has hung up", () -> host.open.get() == 0);
                Thread.sleep(20);
            }
            assertEquals(3, host.accepted.get());
        }
    }

    @Test
    void whatComesUnaskedIsNoAnswer() throws Exception {
        String other = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong";
        AtomicInteger said = new AtomicInteger();
        try (Host host =
                new Host((socket, in) -> {
                    in.readLine();
                    Host.say(socket, OK);
                    Thread.sleep(10);
                    Host.say(socket, other);
                    said.incrementAndGet();
                    in.transferTo(new java.io.StringWriter());
                })) {
            for (int i = 1; i <= 3; i++) {
                assertArrayEquals("ok".getBytes(), ask(host.request("GET", "/")));
                int times = i;
                Threads.await("it was said", () -> said.get() == times);
                Thread.sleep(20);
            }
        }
    }

    @Test
    void aKeptConnectionThatIsClosedUnderARequestIsTold() throws Exception {
        try (Host host =
                new Host((socket, in) -> {
                    in.readLine();
                    while (!in.readLine().isEmpty()) {
                        // to the blank line
                    }
                    Host.say(socket, OK);
                    in.readLine(); // and hangs up
                })) {
            ask(host.request("GET", "/"));
            ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> ask(host.request("GET", "/")));
            assertInstanceOf(Transport.ClosedException.class, failure.getCause());
            assertEquals(1, host.accepted.get());
        }
    }

    @Test
    void whoIsClosedUponAtOnceIsNotToldOfAKeptConnection() throws Exception {
        try (Host host = new Host((socket, in) -> in.readLine())) {
            ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> ask(host.request("GET", "/")));
            assertFalse(failure.getCause() instanceof Transport.ClosedException);
            assertInstanceOf(IOException.class, failure.getCause());
        }
    }

    @Test
    void noMoreAreKeptThanMayBe() throws Exception {
        int more = KeptConnections.IDLE_MAX + 20;
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(1);
        try (Host host =
                new Host((socket, in) -> {
                    in.readLine();
                    while (!in.readLine().isEmpty()) {
                        // to the blank line
                    }
                    asked.incrementAndGet();
                    all.await();
                    Host.say(socket, OK);
                    in.readLine();
                })) {
            List<CompletableFuture<Transport.Answer<byte[]>>> answers = new ArrayList<>();
            for (int i = 0; i < more; i++) {
                answers.add(http.send(host.request("GET", "/"), RULES));
            }
            Threads.await("all have asked", () -> asked.get() == more);
            all.countDown();
            for (CompletableFuture<Transport.Answer<byte[]>> answer : answers) {
                answer.get();
            }
            Threads.await(
                    "the others are closed", () -> host.open.get() == KeptConnections.IDLE_MAX);
        }
    }

    @Test
    void whatNobodyUsesIsClosedAfterAWhile() throws Exception {
        try (Host host = answering()) {
            ask(host.request("GET", "/"));
            assertEquals(1, host.open.get());
            passed.addAndGet(Duration.ofSeconds(29).toNanos());
            Thread.sleep(20);
            assertEquals(1, host.open.get());
            passed.addAndGet(Duration.ofSeconds(2).toNanos());
            Threads.await("it is closed", () -> host.open.get() == 0);
        }
    }

    @Test
    void closingHangsUpOnAll() throws Exception {
        try (Host host = answering();
                Host silent = new Host((socket, in) -> in.transferTo(new java.io.StringWriter()))) {
            ask(host.request("GET", "/"));
            CompletableFuture<Transport.Answer<byte[]>> waiting =
                    http.send(silent.request("GET", "/"), RULES);
            Threads.await("it is asked", () -> silent.open.get() == 1);
            http.close();
            Threads.await("nobody is connected", () -> host.open.get() + silent.open.get() == 0);
            assertThrows(ExecutionException.class, waiting::get);
        }
    }

    @Test
    void whoCancelsClosesTheConnection() throws Exception {
        try (Host silent = new Host((socket, in) -> in.transferTo(new java.io.StringWriter()))) {
            CompletableFuture<Transport.Answer<byte[]>> waiting =
                    http.send(silent.request("GET", "/"), RULES);
            Threads.await("it is asked", () -> silent.open.get() == 1);
            waiting.cancel(true);
            Threads.await("nobody is connected", () -> silent.open.get() == 0);
        }
    }

    @Test
    void aConnectionToAnAddressThatIsForbiddenSinceIsNotUsed() throws Exception {
        try (Host host = answering()) {
            ask(host.request("GET", "/"));
            reach.set(new Reach(Optional.empty(), List.of(), Reach.Network.REMOTE));
            ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> ask(host.request("GET", "/")));
            TelegraphException refusal =
                    assertInstanceOf(TelegraphException.class, failure.getCause());
            assertEquals(SqlState.INSUFFICIENT_PRIVILEGE, refusal.state());
            assertEquals(1, host.heads.get());
        }
    }

    @Test
    void whatWouldBreakARequestIsLeftToThePlatform() {
        assertTrue(PlainHttp.carries(request("http://h/a?b=%20c", Map.of("X-Y", "z"))));
        assertFalse(PlainHttp.carries(request("https://h/", Map.of())));
        assertFalse(PlainHttp.carries(request("http://h/ä", Map.of())));
        assertFalse(PlainHttp.carries(request("http://h/", Map.of("X-Y", "z\r\nHost: i"))));
        assertFalse(PlainHttp.carries(request("http://h/", Map.of("X-Y", "ä"))));
        assertFalse(PlainHttp.carries(request("http://h/", Map.of("X Y", "z"))));
        assertFalse(PlainHttp.carries(request("http://h/", Map.of("Content-Length", "1"))));
        assertFalse(PlainHttp.carries(request("http://h/", Map.of("Host", "i"))));
    }

    private static PageRequest request(String url, Map<String, String> headers) {
        return new PageRequest("GET", URI.create(url), url, headers, new byte[0], true);
    }
}
