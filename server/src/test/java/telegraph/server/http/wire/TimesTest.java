package telegraph.server.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import telegraph.ground.Ticker;
import telegraph.server.access.Accounts;
import telegraph.server.observe.ServerLog;

/// How long a connection may do nothing, in a time that the test makes.
class TimesTest {
    private static final String HEAD = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final ServerLog journal = new ServerLog(_ -> {}, InstantSource.system());
    private long nanos;
    private Flow flow;
    private EmbeddedChannel channel;

    private final Ticker ticker =
            new Ticker() {
                @Override
                public long nanos() {
                    return nanos;
                }

                @Override
                public void sleep(Duration duration) {
                    nanos += duration.toNanos();
                }
            };

    @BeforeEach
    void open() {
        Endpoint events = exchange -> flow = exchange.stream(HttpReply.head("text/event-stream"));
        Endpoint rows = exchange -> flow = exchange.stream(HttpReply.head("text/csv"));
        Site site =
                new Site(
                        new Router(List.of(route("/events", events), route("/rows", rows))),
                        new Gate(
                                Accounts.everybody(new SecureRandom(), ticker, journal),
                                ticker,
                                Set.of()),
                        new Site.Ground(ticker, InstantSource.system(), journal),
                        1_000);
        channel =
                new EmbeddedChannel() {
                    @Override
                    protected SocketAddress localAddress0() {
                        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
                    }

                    @Override
                    protected SocketAddress remoteAddress0() {
                        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 5_000);
                    }
                };
        channel.freezeTime();
        HttpConversation.open(site, channel);
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        journal.close();
    }

    private static Route route(String path, Endpoint endpoint) {
        return new Route("GET", path, Route.Access.PUBLIC, false, endpoint);
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            nanos += TimeUnit.SECONDS.toNanos(1);
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private String sent() {
        StringBuilder sent = new StringBuilder();
        for (ByteBuf bytes = channel.readOutbound();
                bytes != null;
                bytes = channel.readOutbound()) {
            sent.append(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }
        return sent.toString();
    }

    @Test
    void aConnectionThatAsksNothingIsClosedAfterAMinute() {
        pass(59);
        assertTrue(channel.isOpen());
        pass(2);
        assertFalse(channel.isOpen());
    }

    @Test
    void aHeadThatComesDropByDropDoesNotKeepItsConnectionOpen() {
        for (int i = 0; i < 65 && channel.isOpen(); i++) {
            send(HEAD.substring(i % 10, i % 10 + 1));
            pass(1);
        }
        assertFalse(channel.isOpen());
    }

    @Test
    void aBodyThatComesBeforeItsTurnIsNotReadMuch() {
        String get = "GET /events HTTP/1.1\r\nHost: localhost\r\n";
        send(get + "\r\n");
        send(get + "Content-Length: 1000000\r\n\r\n");
        String piece = " ".repeat(16_384);
        int pieces = 0;
        while (channel.config().isAutoRead() && pieces < 60) {
            send(piece);
            pieces++;
        }
        assertEquals(5, pieces);
        flow.end();
        assertTrue(channel.config().isAutoRead());
        assertTrue(sent().contains("HTTP/1.1 413 "));
    }

    @Test
    void aBodyIsSentInHalfAMinute() {
        send("GET /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nbegun");
        pass(29);
        assertEquals("", sent());
        pass(2);
        assertTrue(sent().startsWith("HTTP/1.1 408 "));
        pass(3);
        assertFalse(channel.isOpen());
    }

    @Test
    void aSilentStreamGivesASignOfLifeEveryFifteenSeconds() {
        send(HEAD);
        assertTrue(sent().startsWith("HTTP/1.1 200 "));
        pass(14);
        assertEquals("", sent());
        pass(2);
        assertEquals("4\r\n: \n\n\r\n", sent());
        pass(10);
        flow.offer(Unpooled.copiedBuffer("data: x\n\n", StandardCharsets.US_ASCII));
        assertEquals("9\r\ndata: x\n\n\r\n", sent());
        pass(14);
        assertEquals("", sent());
        pass(200);
        assertTrue(channel.isOpen(), "a stream may last");
        flow.end();
        assertTrue(sent().endsWith("0\r\n\r\n"));
        pass(59);
        assertTrue(channel.isOpen());
        pass(2);
        assertFalse(channel.isOpen());
    }

    @Test
    void nothingIsPutBetweenRows() {
        send(HEAD.replace("events", "rows"));
        sent();
        pass(100);
        assertNull(channel.readOutbound());
        assertTrue(channel.isOpen());
    }
}
