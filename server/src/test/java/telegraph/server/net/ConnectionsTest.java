package telegraph.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import telegraph.ground.TelegraphException;
import telegraph.server.observe.ServerLog;
import telegraph.testkit.Threads;

@Isolated("counts all threads and descriptors")
class ConnectionsTest {
    private static final int PATIENCE = 120_000;
    private static final ConnectionLimits WIDE =
            new ConnectionLimits(
                    10_000, 10_000, 10_000, 64 << 10, Duration.ZERO, Duration.ofMinutes(5));

    private final List<String> journaled = new CopyOnWriteArrayList<>();
    private final ServerLog journal = new ServerLog(journaled::add, InstantSource.system());
    private final EventLoops loops = EventLoops.open();
    private Connections connections = new Connections(WIDE, journal);

    /// The ends of connections that came in.
    private final BlockingQueue<Outflow> outflows = new LinkedBlockingQueue<>();

    @TempDir private Path folder;

    /// Says back what it hears; "proof" is one.
    private final class Echo extends ChannelInitializer<SocketChannel> implements RefusingDoor {
        @Override
        protected void initChannel(SocketChannel channel) {
            Outflow outflow = new Outflow();
            channel.pipeline()
                    .addLast(outflow)
                    .addLast(
                            new SimpleChannelInboundHandler<ByteBuf>() {
                                @Override
                                protected void channelRead0(
                                        ChannelHandlerContext context, ByteBuf heard) {
                                    if (heard.isReadable() && heard.getByte(0) == '!') {
                                        throw new IllegalStateException("a fault");
                                    }
                                    if (heard.toString(StandardCharsets.UTF_8).equals("proof")) {
                                        connections.proven(context.channel());
                                    }
                                    context.writeAndFlush(heard.retain());
                                }

                                @Override
                                public void userEventTriggered(
                                        ChannelHandlerContext context, Object event) {
                                    if (event instanceof ShutdownNotice) {
                                        context.writeAndFlush(
                                                ByteBufUtil.writeUtf8(
                                                        context.alloc(), event.toString()));
                                    }
                                }
                            });
            outflows.add(outflow);
        }

        @Override
        public ByteBuf refusal(ByteBufAllocator allocator, String why) {
            return ByteBufUtil.writeUtf8(allocator, why);
        }
    }

    @AfterEach
    void everythingIsClosed() {
        connections.closeAll(Duration.ofSeconds(1));
        Threads.await("connections are closed", () -> connections.open() == 0);
        assertEquals(0, connections.open("echo"));
        loops.close();
        journal.close();
    }

    private InetSocketAddress listen(boolean proof) {
        return listen(new Doorway("echo", "--echo-port", new Echo(), proof, Optional.empty()));
    }

    private InetSocketAddress listen(Doorway doorway) {
        return listen(doorway, 0);
    }

    private InetSocketAddress listen(Doorway doorway, int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return (InetSocketAddress) loops.listen(address, doorway, connections).localAddress();
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(PATIENCE);
        return socket;
    }

    private static String said(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return new String(
                socket.getInputStream().readNBytes(text.length()), StandardCharsets.UTF_8);
    }

    private static String all(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void beyondTheLimitAClientIsToldWhyAndClosed() throws Exception {
        connections =
                new Connections(
                        new ConnectionLimits(2, 10, 10, 64 << 10, Duration.ZERO, Duration.ZERO),
                        journal);
        InetSocketAddress address = listen(false);
        try (Socket first = connect(address);
                Socket second = connect(address)) {
            assertEquals("a", said(first, "a"));
            assertEquals("b", said(second, "b"));
            try (Socket third = connect(address)) {
                String told = all(third);
                assertTrue(told.contains("connections_limit=2"), told);
            }
            assertEquals("c", said(first, "c"));
            assertEquals(2, connections.open("echo"));
        }
        Threads.await("room", () -> connections.open() == 0);
        try (Socket next = connect(address)) {
            assertEquals("d", said(next, "d"));
        }
        assertEquals(1, connections.refused());
        assertEquals(3, connections.accepted());
    }

    @Test
    void anAddressHasALimitOfItsOwn() throws Exception {
        connections =
                new Connections(
                        new ConnectionLimits(10, 10, 1, 64 << 10, Duration.ZERO, Duration.ZERO),
                        journal);
        InetSocketAddress address = listen(false);
        try (Socket first = connect(address)) {
            assertEquals("a", said(first, "a"));
            try (Socket second = connect(address)) {
                String told = all(second);
                assertTrue(told.contains("address_connections_limit=1"), told);
            }
        }
    }

    @Test
    void whoProvesNothingInTimeIsClosedAndWhoDoesStays() throws Exception {
        connections =
                new Connections(
                        new ConnectionLimits(
                                10, 10, 10, 64 << 10, Duration.ofSeconds(5), Duration.ZERO),
                        journal);
        InetSocketAddress address = listen(true);
        try (Socket silent = connect(address);
                Socket proven = connect(address)) {
            assertEquals("proof", said(proven, "proof"));
            assertEquals("", all(silent));
            assertEquals(1, connections.closedUnproven());
            assertEquals("still here", said(proven, "still here"));
        }
    }

    @Test
    void whoReadsNothingIsClosedAndItsQueryHearsSo() throws Exception {
        connections =
                new Connections(
                        new ConnectionLimits(
                                10, 10, 10, 64 << 10, Duration.ZERO, Duration.ofMillis(200)),
                        journal);
        InetSocketAddress address = listen(false);
        try (Socket lazy = connect(address)) {
            Outflow outflow = outflows.poll(PATIENCE, TimeUnit.MILLISECONDS);
            long written = 0;
            while (outflow.write(Unpooled.wrappedBuffer(new byte[64 << 10]))) {
                written += 64 << 10;
            }
            assertTrue(written > 0);
            assertTrue(written < 64 << 20, "it is held back: written=" + written);
            assertEquals(1, connections.closedStalled());
            assertFalse(lazy.isClosed());
        }
    }

    @Test
    void aSlowReaderIsHeldBackAndStays() throws Exception {
        connections =
                new Connections(
                        new ConnectionLimits(
                                10, 10, 10, 64 << 10, Duration.ZERO, Duration.ofSeconds(5)),
                        journal);
        InetSocketAddress address = listen(false);
        try (Socket slow = connect(address)) {
            Outflow outflow = outflows.poll(PATIENCE, TimeUnit.MILLISECONDS);
            long bytes = 32L << 20;
            Thread query =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    for (long sent = 0; sent < bytes; sent += 64 << 10) {
                                        if (!outflow.write(
                                                Unpooled.wrappedBuffer(new byte[64 << 10]))) {
                                            return;
                                        }
                                    }
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            });
            long read = 0;
            while (read < bytes) {
                read += slow.getInputStream().readNBytes(2 << 20).length;
                Thread.sleep(350); // takes longer in all than a client may read nothing
            }
            query.join();
            assertEquals(bytes, read);
            assertEquals(0, connections.closedStalled());
        }
    }

    @Test
    void aTakenPortIsRefusedWithTheOptionThatChoosesAnother() {
        InetSocketAddress address = listen(false);
        Doorway doorway = new Doorway("echo", "--echo-port", new Echo(), false, Optional.empty());
        String message =
                assertThrows(TelegraphException.class, () -> listen(doorway, address.getPort()))
                        .getMessage();
        assertTrue(message.contains("port=" + address.getPort()), message);
        assertTrue(message.contains("--echo-port"), message);
    }

    @Test
    void aDoorCanSpeakTls() throws Exception {
        Pem pem = Pem.make(folder);
        InetSocketAddress address =
                listen(
                        new Doorway(
                                "echo",
                                "--echo-port",
                                new Echo(),
                                false,
                                Optional.of(Tls.read(pem.certificate(), pem.key()))));
        try (Socket socket =
                pem.trusting().getSocketFactory().createSocket("localhost", address.getPort())) {
            assertEquals("hello", said(socket, "hello"));
        }
        try (Socket plain = connect(address)) {
            plain.getOutputStream().write("hello, without TLS".getBytes(StandardCharsets.UTF_8));
            byte[] alert = plain.getInputStream().readAllBytes();
            assertFalse(new String(alert, StandardCharsets.UTF_8).contains("hello"));
        }
        assertThrows(
                SSLException.class,
                () -> {
                    try (Socket distrusting =
                            SSLSocketFactory.getDefault()
                                    .createSocket("localhost", address.getPort())) {
                        said(distrusting, "hello");
                    }
                });
    }

    @Test
    void wrongFilesOfACertificateAreNamed() throws Exception {
        Pem pem = Pem.make(folder);
        Path nothing = Files.writeString(folder.resolve("nothing.pem"), "nothing");
        Path none = folder.resolve("none.pem");
        assertTrue(refusal(none, pem.key()).contains("--tls-cert=" + none));
        assertTrue(refusal(pem.certificate(), none).contains("--tls-key=" + none));
        assertTrue(refusal(nothing, pem.key()).contains("a file in PEM"));
        assertTrue(refusal(pem.certificate(), nothing).contains("openssl pkcs8"));
        Path elsewhere = Files.createDirectory(folder.resolve("other"));
        assertTrue(
                refusal(pem.certificate(), Pem.make(elsewhere).key()).contains("belong together"));
    }

    private static String refusal(Path certificate, Path key) {
        return assertThrows(TelegraphException.class, () -> Tls.read(certificate, key))
                .getMessage();
    }

    @Test
    void whoIsConnectedAtTheEndIsToldAndReadsTheLastWord() throws Exception {
        InetSocketAddress address = listen(false);
        try (Socket socket = connect(address)) {
            assertEquals("a", said(socket, "a"));
            connections.leaving(ShutdownNotice.NOW);
            connections.closeAll(Duration.ofSeconds(5));
            assertEquals("NOW", all(socket));
        }
    }

    @Test
    void aFaultEndsItsConnectionAndIsToldButNotThatAClientIsGone() throws Exception {
        InetSocketAddress address = listen(false);
        try (Socket gone = connect(address)) {
            assertEquals("a", said(gone, "a"));
            gone.setSoLinger(true, 0); // torn down without a word
        }
        try (Socket faulty = connect(address)) {
            faulty.getOutputStream().write('!');
            assertEquals("", all(faulty));
        }
        Threads.await("the journal", () -> !journaled.isEmpty());
        assertEquals(1, journaled.size(), journaled::toString);
        assertTrue(journaled.getFirst().contains("a fault"), journaled::toString);
    }

    @Test
    void thousandsOfConnectionsLeaveNothingBehind() throws Exception {
        InetSocketAddress address = listen(true);
        round(address, 100);
        long descriptors = descriptors();
        int threads = Thread.activeCount();
        for (int round = 0; round < 10; round++) {
            round(address, 300);
        }
        Threads.await("descriptors", () -> descriptors() <= descriptors + 5);
        Threads.await("threads", () -> Thread.activeCount() <= threads + 2);
        assertEquals(3_100, connections.accepted());
    }

    private void round(InetSocketAddress address, int count) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(connect(address));
        }
        for (int i = 0; i < count; i++) {
            Socket socket = sockets.get(i);
            if (i % 3 == 0) {
                assertEquals("x", said(socket, "x"));
            } else if (i % 3 == 1) {
                socket.setSoLinger(true, 0); // torn down without a word
            }
            socket.close();
        }
        Threads.await("all are closed", () -> connections.open() == 0);
        outflows.clear();
    }

    private static long descriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getOpenFileDescriptorCount();
    }
}
