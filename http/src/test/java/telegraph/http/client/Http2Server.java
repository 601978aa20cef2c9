package telegraph.http.client;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Speaks as much of HTTP/2 as it takes to send one page again and again (RFC 9113).
///
/// Threads: any; each connection has a virtual thread of its own.
final class Http2Server implements AutoCloseable {
    static final String BODY = "<p>a page of HTTP/2";

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int PREFACE = 24;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int ACK = 1;

    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean hangs;

    Http2Server(ServerSocket listener) {
        this.listener = listener;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    int requests() {
        return requests.get();
    }

    int connections() {
        return connections.get();
    }

    int openConnections() {
        return open.size();
    }

    /// From now on nothing is answered.
    void hang() {
        hangs = true;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                assert listener.isClosed() : e;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            in.readFully(new byte[PREFACE]);
            frame(out, SETTINGS, 0, 0, new byte[0]);
            for (; ; ) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                int stream = in.readInt();
                in.readFully(new byte[length]);
                if (type == SETTINGS && (flags & ACK) == 0) {
                    frame(out, SETTINGS, ACK, 0, new byte[0]);
                } else if (type == HEADERS) {
                    requests.incrementAndGet();
                    if (!hangs) {
                        answer(out, stream);
                    }
                }
            }
        } catch (IOException e) {
            // The client went away, or does not speak the protocol.
            assert e != null;
        } finally {
            open.remove(socket);
        }
    }

    private static void answer(OutputStream out, int stream) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        // Of the static table of HPACK: 8 is ":status: 200", 31 the name "content-type".
        block.write(0x80 | 8);
        block.write(0x0f);
        block.write(31 - 15);
        block.write("text/html".length());
        block.writeBytes("text/html".getBytes(StandardCharsets.US_ASCII));
        frame(out, HEADERS, END_HEADERS, stream, block.toByteArray());
        frame(out, DATA, END_STREAM, stream, BODY.getBytes(StandardCharsets.US_ASCII));
    }

    private static void frame(OutputStream out, int type, int flags, int stream, byte[] payload)
            throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(payload.length >> 16);
        frame.write(payload.length >> 8);
        frame.write(payload.length);
        frame.write(type);
        frame.write(flags);
        for (int shift = 24; shift >= 0; shift -= 8) {
            frame.write(stream >> shift);
        }
        frame.writeBytes(payload);
        out.write(frame.toByteArray());
        out.flush();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
