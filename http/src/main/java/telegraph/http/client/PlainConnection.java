package telegraph.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import telegraph.http.FetchLimits;
import telegraph.http.FetchOutcome;
import telegraph.http.Octets;
import telegraph.http.wire.Borrowed;
import telegraph.http.wire.FetchFailure;
import telegraph.http.wire.FetchWatch;
import telegraph.http.wire.Inlet;
import telegraph.http.wire.Sockets;

/// A connection to a host without TLS, kept from one request to the next. Each is sent once, and
/// its body comes as it is, packed if it was.
///
/// ```java
/// try (PlainConnection connection = PlainConnection.to(address, 20_000, buffers)) {
///     connection.ask(new PlainConnection.Request("GET", "/a?b=1", "example.org", Map.of(), NOTHING), 1 << 20, deadline);
///     use(connection.status(), connection.body());
/// }
/// ```
///
/// It knows no time of its own: who waits too long interrupts the thread, which closes it.
///
/// Threads: one at a time.
public final class PlainConnection implements AutoCloseable {
    /// The longest body that is sent in one piece with its head.
    private static final int ONE_PIECE_OCTETS = 64 << 10;

    private final InetSocketAddress address;
    private final SocketChannel channel;
    private final InputStream in;
    private final OutputStream out;
    private final Octets request = new Octets(FetchSlot.REQUEST_OCTETS);
    private final FetchWatch watch = new FetchWatch(FetchLimits.DEFAULT);
    private final Buffers buffers;
    private final Inlet inlet;
    private final ResponseHead head = new ResponseHead();
    private final Body body;
    private final BodyFraming framing;
    private boolean used;
    private boolean keeps;
    private long idleSince;

    /// What is sent.
    ///
    /// @param target path and query, in ASCII
    /// @param host with its port, if that is another than the usual
    /// @param headers but for those that say how the message is framed; names and values are lines
    /// @param body may be empty
    public record Request(
            String method, String target, String host, Map<String, String> headers, byte[] body) {}

    private PlainConnection(InetSocketAddress address, SocketChannel channel, Buffers buffers)
            throws IOException {
        this.address = address;
        this.channel = channel;
        this.buffers = buffers;
        this.in = channel.socket().getInputStream();
        this.out = channel.socket().getOutputStream();
        this.inlet = new Inlet(FetchSlot.INLET_OCTETS, buffers.pool(), watch);
        this.body = new Body(buffers.pool(), buffers.inflaters(), watch);
        this.framing =
                new BodyFraming(
                        inlet,
                        body,
                        new Borrowed(buffers.pool(), watch),
                        FetchLimits.DEFAULT.headOctets());
    }

    /// Connects.
    ///
    /// @throws java.net.SocketTimeoutException if nobody has answered after so many milliseconds
    public static PlainConnection to(InetSocketAddress address, int millisMax, Buffers buffers)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, millisMax);
            channel.socket().setTcpNoDelay(true);
            return new PlainConnection(address, channel, buffers);
        } catch (IOException | RuntimeException e) {
            Sockets.close(channel);
            throw e;
        }
    }

    /// Whether a header says how a message is framed, which nobody else may.
    public static boolean isFraming(String name) {
        return RequestHead.FRAMING.contains(name.toLowerCase(Locale.ROOT));
    }

    public InetSocketAddress address() {
        return address;
    }

    /// Sends a request and receives its answer.
    ///
    /// @param bodyOctetsMax of a longer body only the beginning is received, and
    ///   [FetchOutcome#TRUNCATED] thrown
    /// @param deadline when waiting for room for a body ends
    /// @throws FetchFailure with [FetchOutcome#CLOSED_BEFORE] if the host hung up on a connection
    ///   that had been kept; the request may have arrived, or not
    public void ask(Request asked, int bodyOctetsMax, long deadline)
            throws IOException, FetchFailure, InterruptedException {
        release();
        keeps = false;
        inlet.begin(in);
        body.begin(bodyOctetsMax, deadline);
        framing.begin(deadline);
        try {
            send(asked);
            head.receive(inlet, FetchLimits.DEFAULT.headOctets(), deadline);
        } catch (IOException e) {
            if (used && inlet.received() == 0 && channel.isOpen()) {
                throw new FetchFailure(
                        FetchOutcome.CLOSED_BEFORE, "the connection was closed before an answer");
            }
            throw e;
        } finally {
            used = true;
        }
        keeps = framing.read(head, false) && head.keepsAlive();
        if (body.isTruncated()) {
            throw new FetchFailure(
                    FetchOutcome.TRUNCATED, "the body was cut: octets=" + body.octets().length());
        }
    }

    private void send(Request asked) throws IOException {
        request.clear();
        line(asked.method(), " ", asked.target(), " HTTP/1.1");
        line("Host: ", asked.host());
        for (Map.Entry<String, String> header : asked.headers().entrySet()) {
            line(header.getKey(), ": ", header.getValue());
        }
        byte[] sent = asked.body();
        if (sent.length > 0 || asked.method().equals("POST") || asked.method().equals("PUT")) {
            line("Content-Length: ", Integer.toString(sent.length));
        }
        line();
        boolean together = sent.length <= ONE_PIECE_OCTETS;
        if (together) {
            request.append(sent, 0, sent.length);
        }
        out.write(request.array(), 0, request.length());
        if (!together) {
            out.write(sent);
        }
    }

    private void line(String... words) {
        for (String word : words) {
            byte[] octets = word.getBytes(StandardCharsets.ISO_8859_1);
            request.append(octets, 0, octets.length);
        }
        request.append((byte) '\r').append((byte) '\n');
    }

    public int status() {
        return head.status();
    }

    /// Tells the name and the value of each header, as the host wrote them.
    public void headers(BiConsumer<String, String> to) {
        head.each(to);
    }

    /// The body, in an array of the caller's own.
    public byte[] body() {
        return Arrays.copyOf(body.octets().array(), body.octets().length());
    }

    /// Whether the answer is there whole and the host ready for another request; then nothing of it
    /// is held any more.
    public boolean rest(long nanos) {
        release();
        idleSince = nanos;
        return keeps;
    }

    /// When it was last used.
    public long idleSinceNanos() {
        return idleSince;
    }

    /// Whether the host has, as far as one can see, neither hung up nor said anything unasked.
    public boolean isReady() {
        try {
            channel.configureBlocking(false);
            boolean silent = channel.read(ByteBuffer.allocate(1)) == 0;
            channel.configureBlocking(true);
            return silent;
        } catch (IOException e) {
            return false;
        }
    }

    private void release() {
        body.release();
        inlet.release();
        request.shrink(FetchSlot.REQUEST_OCTETS);
        buffers.pool().settle(watch);
    }

    @Override
    public void close() {
        release();
        Sockets.close(channel);
    }
}
