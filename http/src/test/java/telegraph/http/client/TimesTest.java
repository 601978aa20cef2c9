package telegraph.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import telegraph.http.ClientOptions;
import telegraph.http.FetchLimits;
import telegraph.http.FetchOutcome;
import telegraph.http.wire.OpenWires;
import telegraph.http.wire.Wire;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

/// What never ends, ends.
class TimesTest {
    private static final Duration AMPLE = Duration.ofMinutes(2);

    /// Little time for the first octet of an answer, and enough for all else on any machine.
    private static final FetchLimits SHORT =
            FetchLimits.DEFAULT.withTimes(AMPLE, Duration.ofSeconds(2), AMPLE);

    /// A least rate, and enough time for all else.
    private static final FetchLimits STEADY =
            FetchLimits.DEFAULT
                    .withTimes(AMPLE, AMPLE, AMPLE)
                    .withRate(100, Duration.ofMillis(400));

    private static Fetching fetching(FetchLimits limits) {
        return new Fetching(ClientOptions.of("t").withLimits(limits));
    }

    @Test
    void aServerThatNeverAnswersIsGivenUp() throws Exception {
        try (FaultServer server = new FaultServer();
                Fetching fetching = fetching(SHORT)) {
            server.on("/a", Reply.hang()).on("/b", Reply.html("b"));
            assertEquals("TIMEOUT", fetching.result(server.url("/a")));
            assertTrue(fetching.exchange.detail().contains("no answer in time"));
            assertTrue(fetching.exchange.totalNanos() >= 2_000_000_000L);
            assertFalse(fetching.wire.isOpen());
            assertEquals("FETCHED 200", fetching.result(server.url("/b")));
            assertEquals("TIMEOUT", fetching.result(server.url("/a")));
            assertEquals(2, server.requests("/a"));
        }
    }

    @Test
    void aServerThatDripsIsTooSlow() throws Exception {
        RawServer.Script drip =
                (request, out) -> {
                    out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes());
                    drip(out);
                    return false;
                };
        try (RawServer server = new RawServer(drip);
                Fetching fetching = fetching(STEADY)) {
            assertEquals("TOO_SLOW 200", fetching.result(server.url()));
            assertTrue(fetching.exchange.detail().contains("least_per_second=100"));
        }
        try (RawServer server =
                        new RawServer((request, out) -> {
                            out.write("HTTP/1.1 200 OK\r\nX: ".getBytes());
                            drip(out);
                            return false;
                        });
                Fetching fetching = fetching(STEADY)) {
            assertEquals("TOO_SLOW", fetching.result(server.url()));
        }
    }

    private static void drip(OutputStream out) throws java.io.IOException, InterruptedException {
        for (int i = 0; i < 1000; i++) {
            out.write('x');
            out.flush();
            Thread.sleep(50);
        }
    }

    @Test
    void theWholeFetchHasALimitHoweverFastItIs() throws Exception {
        RawServer.Script flood =
                (request, out) -> {
                    out.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes());
                    for (int i = 0; i < 100_000; i++) {
                        out.write("64\r\n".getBytes());
                        out.write(new byte[100]);
                        out.write("\r\n".getBytes());
                        Thread.sleep(5);
                    }
                    return false;
                };
        try (RawServer server = new RawServer(flood);
                Fetching fetching =
                        fetching(
                                FetchLimits.DEFAULT
                                        .withTimes(AMPLE, AMPLE, Duration.ofSeconds(3))
                                        .withRate(0, Duration.ofSeconds(1)))) {
            assertEquals("TIMEOUT 200", fetching.result(server.url()));
            assertTrue(fetching.exchange.detail().contains("took too long"));
            assertTrue(fetching.exchange.body().length() > 1000);
        }
    }

    @Test
    void aBodyThatNeverClosesIsTooSlow() throws Exception {
        RawServer.Script silent =
                (request, out) -> {
                    out.write("HTTP/1.1 200 OK\r\n\r\nthe page".getBytes());
                    out.flush();
                    return true;
                };
        try (RawServer server = new RawServer(silent);
                Fetching fetching = fetching(STEADY)) {
            assertEquals("TOO_SLOW 200", fetching.result(server.url()));
            assertEquals("the page", fetching.body());
        }
    }

    @Test
    void aConnectionThatIsNeverMadeIsGivenUp() throws Exception {
        List<Socket> fillers = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Fetching fetching =
                        fetching(
                                SHORT.withTimes(
                                        Duration.ofMillis(300),
                                        Duration.ofSeconds(1),
                                        Duration.ofSeconds(3)))) {
            for (int i = 0; i < 8; i++) {
                Socket filler = new Socket();
                fillers.add(filler);
                CompletableFuture.runAsync(
                        () -> {
                            try {
                                filler.connect(full.getLocalSocketAddress());
                            } catch (java.io.IOException e) {
                                assert filler.isClosed() : e;
                            }
                        },
                        task -> Thread.ofVirtual().start(task));
            }
            Threads.await(
                    "the queue is full",
                    () -> fillers.stream().filter(Socket::isConnected).count() >= 2);
            Thread.sleep(100);
            assertEquals(
                    "CONNECT_TIMEOUT",
                    fetching.result("http://127.0.0.1:" + full.getLocalPort() + "/"));
            assertTrue(fetching.exchange.detail().contains("limit=300ms"));
        } finally {
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    @Test
    void anInterruptEndsAFetchAndTheWire() throws Exception {
        try (FaultServer server = new FaultServer();
                Fetching fetching = fetching(FetchLimits.DEFAULT)) {
            server.on("/a", Reply.hang()).on("/b", Reply.html("b"));
            String url = server.url("/a");
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread thread =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    fetching.get(url);
                                    thrown.complete(null);
                                } catch (InterruptedException e) {
                                    thrown.complete(e);
                                }
                            });
            Threads.await("the request is there", () -> server.inProgress() == 1);
            thread.interrupt();
            assertEquals(InterruptedException.class, thrown.get().getClass());
            thread.join();
            assertFalse(fetching.wire.isOpen());
            assertEquals("FETCHED 200", fetching.result(server.url("/b")));
        }
        try (Fetching fetching = fetching(SHORT)) {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> fetching.get("http://127.0.0.1:1/"));
        }
    }

    @Test
    void closingTheClientEndsFetchesUnderWay() throws Exception {
        try (FaultServer server = new FaultServer();
                Fetching fetching = fetching(FetchLimits.DEFAULT)) {
            server.on("/a", Reply.hang());
            String url = server.url("/a");
            CompletableFuture<String> result = new CompletableFuture<>();
            Thread thread =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    result.complete(fetching.result(url));
                                } catch (InterruptedException e) {
                                    result.completeExceptionally(e);
                                }
                            });
            Threads.await("the request is there", () -> server.inProgress() == 1);
            fetching.client.close();
            assertEquals("BROKEN", result.get());
            thread.join();
        }
    }

    @Test
    void manyHangingFetchesEndWithoutHoldingUpOthers() throws Exception {
        int hanging = 200;
        try (FaultServer server = new FaultServer();
                Fetching fetching = fetching(SHORT)) {
            server.on("/a", Reply.hang()).on("/b", Reply.html("b"));
            AtomicInteger late = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < hanging; i++) {
                threads.add(
                        Thread.ofVirtual()
                                .start(() -> {
                                    try (FetchSlot exchange = fetching.client.exchange();
                                            Wire wire = new Wire()) {
                                        fetching.client.fetch(
                                                Fetching.url(server.url("/a")),
                                                InetAddress.getLoopbackAddress(),
                                                wire,
                                                exchange);
                                        if (exchange.outcome() == FetchOutcome.TIMEOUT) {
                                            late.incrementAndGet();
                                        }
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    }
                                }));
            }
            for (int i = 0; i < 100; i++) {
                assertEquals("FETCHED 200", fetching.result(server.url("/b")));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(hanging, late.get());
        }
    }

    @Test
    void aFetchIsNeverEndedForWhatAnEarlierOneDid() throws Exception {
        int slots = 40;
        int fetches = 20;
        FetchLimits narrow =
                FetchLimits.DEFAULT.withTimes(
                        Duration.ofMillis(2000), Duration.ofMillis(100), Duration.ofMillis(4000));
        RawServer.Script late =
                (request, out) -> {
                    // Before, at and after the time at which the reaper comes.
                    Thread.sleep(request.hashCode() & 255);
                    out.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".getBytes());
                    return true;
                };
        try (RawServer server = new RawServer(late);
                FaultServer quick = new FaultServer();
                Fetching fetching = fetching(narrow)) {
            quick.on("/", Reply.html("quick"));
            List<Thread> threads = new ArrayList<>();
            List<String> faults = new CopyOnWriteArrayList<>();
            AtomicInteger inTime = new AtomicInteger();
            AtomicInteger tooLate = new AtomicInteger();
            for (int slot = 0; slot < slots; slot++) {
                String name = "?" + slot + "-";
                threads.add(
                        Thread.ofVirtual()
                                .start(() -> {
                                    try (FetchSlot exchange = fetching.client.exchange();
                                            Wire wire = new Wire();
                                            Wire other = new Wire()) {
                                        for (int i = 0; i < fetches; i++) {
                                            fetch(
                                                    fetching,
                                                    server.url() + name + i,
                                                    wire,
                                                    exchange);
                                            switch (exchange.outcome()) {
                                                case FETCHED -> inTime.incrementAndGet();
                                                case TIMEOUT -> tooLate.incrementAndGet();
                                                default -> faults.add(exchange.detail());
                                            }
                                            fetch(fetching, quick.url("/"), other, exchange);
                                            if (exchange.outcome() != FetchOutcome.FETCHED
                                                    && exchange.outcome() != FetchOutcome.TIMEOUT) {
                                                faults.add(exchange.detail());
                                            }
                                        }
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    }
                                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), faults);
            assertEquals(slots * fetches, inTime.get() + tooLate.get());
            assertTrue(inTime.get() > 0 && tooLate.get() > 0, inTime + " " + tooLate);
        }
    }

    private static void fetch(Fetching fetching, String url, Wire wire, FetchSlot exchange)
            throws InterruptedException {
        fetching.client.fetch(Fetching.url(url), InetAddress.getLoopbackAddress(), wire, exchange);
    }

    @Test
    void connectionsAreNotKeptBeyondTheirMemory() throws Exception {
        int wires = 60;
        FetchLimits tight = FetchLimits.DEFAULT.withSizes(64 << 10, 1 << 20, 160 << 10);
        try (FaultServer server = new FaultServer();
                Fetching fetching = fetching(tight)) {
            server.on("/", Reply.html("x"));
            List<Wire> kept = new ArrayList<>();
            for (int i = 0; i < wires; i++) {
                Wire wire = new Wire();
                fetch(fetching, server.url("/"), wire, fetching.exchange);
                assertEquals(FetchOutcome.FETCHED, fetching.exchange.outcome());
                if (wire.isOpen()) {
                    kept.add(wire);
                }
            }
            assertEquals((80 << 10) / OpenWires.PLAIN_BYTES, kept.size());
            kept.forEach(Wire::close);
        }
    }
}
